package persistence

import (
	"cmp"
	"fmt"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/size"
)

// shrink is for a volume that is smaller than at the last apply, in bytes: 1Gi
// and 1024Mi are the same size.
func shrink(r *Request, wants size.Bytes) Finding {
	detail := fmt.Sprintf("The volume had %s at the last apply, got: %q. "+
		"A Kubernetes claim cannot shrink: Terraform replaces it with a new, empty one.", r.Prior.volumeSize(), r.Volume.Size)
	advice := Write("size", Quote(wants.String()))
	if r.Volume.AllowShrink {
		return Finding{
			Warning, at("volume", "size"), "Volume Shrinks",
			detail + " allow_shrink = true permits that. Copy the data first, and remove allow_shrink after the apply." + advice,
		}
	}
	return Finding{
		Error, at("volume", "size"), "Volume Would Shrink",
		detail + " To accept the data loss, set allow_shrink = true." + advice,
	}
}

// warnLeftBehind warns of each change after which the agent starts a new session
// and no longer finds the one that the state knows.
func warnLeftBehind(r *Request, agent *catalog.Agent, p place) []Finding {
	before := r.Prior
	if before == nil || !before.Resume || !r.Resume || !r.placesKnown() || !r.known("resume") {
		return nil
	}
	session := fmt.Sprintf("the session of %q", before.Name)
	if before.SessionID != "" {
		session += fmt.Sprintf(", first %s,", before.SessionID)
	}
	var findings []Finding
	add := func(from, to string, path ...any) {
		name := fmt.Sprint(path[len(path)-1])
		if from == to {
			return
		}
		detail := fmt.Sprintf("Changing %s (was %s) makes the agent start a new session.", name, cmp.Or(from, "not set"))
		if len(findings) == 0 {
			detail += fmt.Sprintf(" Nothing deletes the old one: %s stays on the volume, with its state in %q. "+
				"To keep it, restore the old value.", session, before.DataDir)
		}
		findings = append(findings, Finding{Warning, path, "Session Would Be Left Behind", detail + Write(name, quoteOrNull(from))})
	}
	// A value that the template leaves out follows from others, which are to blame.
	addSet := func(given, from, to string, path ...any) {
		if given != "" || len(findings) == 0 {
			add(from, to, path...)
		}
	}
	if was, err := r.catalog().Lookup(before.Agent); err != nil || was.Slug != agent.Slug {
		add(before.Agent, r.Agent, "agent")
	}
	add(cleanPath(before.Home), p.Home, "home")
	add(cleanPath(before.RelocateTo), cleanPath(r.RelocateTo), "relocate_to")
	addSet(r.Name, before.Name, p.Name, "name")
	addSet(r.Workdir, cleanPath(before.Workdir), p.Workdir, "workdir")
	addSet(r.DataDir, cleanPath(before.DataDir), p.DataDir, "data_dir")
	add(before.MountStrategy, r.MountStrategy, "mount_strategy")
	if len(findings) == 0 && before.MountPath != "" && p.MountPath != "" {
		// What is on the volume would appear in another place.
		add(cleanPath(before.MountPath), p.MountPath, "volume", "mount_path")
	}
	return findings
}
