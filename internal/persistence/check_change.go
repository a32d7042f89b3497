package persistence

import (
	"fmt"
	"strings"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/size"
)

// checkChange reports what a change of the template would lose.
func checkChange(r *Request, agent *catalog.Agent, p place) []Finding {
	if r.Prior == nil {
		return nil
	}
	return append(checkShrink(r), warnLeftBehind(r, agent, p)...)
}

// checkShrink compares bytes, so that 1Gi and 1024Mi are the same size.
func checkShrink(r *Request) []Finding {
	before, err := size.Parse(r.Prior.VolumeSize)
	now, err2 := size.Parse(r.volume().Size)
	if err != nil || err2 != nil || now >= before || !r.known("volume.allow_shrink") {
		return nil
	}
	detail := fmt.Sprintf("The volume had %q at the last apply, got: %q. A Kubernetes claim cannot shrink: Terraform replaces it with a new, empty one.", r.Prior.VolumeSize, r.Volume.Size)
	if r.Volume.AllowShrink {
		return []Finding{{Warning, at("volume", "size"), "Volume Shrinks", detail + " allow_shrink = true permits that. Copy the data first, and remove allow_shrink after the apply." + write("size = %q", r.Prior.VolumeSize)}}
	}
	return []Finding{{Error, at("volume", "size"), "Volume Would Shrink", detail + " To lose what is on the volume, set allow_shrink = true." + write("size = %q", r.Prior.VolumeSize)}}
}

// warnLeftBehind warns of a change after which the agent starts a new session
// and no longer finds the one that the state knows.
func warnLeftBehind(r *Request, agent *catalog.Agent, p place) []Finding {
	before := r.Prior
	if agent == nil || !before.Resume || !r.Resume || !r.placesKnown() || !r.known("resume") {
		return nil
	}
	was, err := r.catalog().Lookup(before.Agent)
	if err == nil && was.Slug == agent.Slug {
		was = nil // another spelling of the same agent
	}
	type change struct{ name, from, to string }
	var changes []change
	add := func(name, from, to string, derived bool) {
		if from != to && (!derived || len(changes) == 0) {
			changes = append(changes, change{name, from, to})
		}
	}
	if was != nil || err != nil {
		changes = append(changes, change{"agent", before.Agent, r.Agent})
	}
	add("home", cleanPath(before.Home), p.Home, false)
	add("relocate_to", cleanPath(before.RelocateTo), cleanPath(r.RelocateTo), false)
	add("name", before.Name, p.Name, r.Name == "")
	add("workdir", cleanPath(before.Workdir), p.Workdir, r.Workdir == "")
	add("data_dir", cleanPath(before.DataDir), p.DataDir, r.DataDir == "")
	add("mount_strategy", before.MountStrategy, r.MountStrategy, false)
	if len(changes) == 0 {
		return nil
	}
	var texts, lines []string
	for _, c := range changes {
		texts = append(texts, fmt.Sprintf("%s (was %s)", c.name, quoteOr(c.from, "not set")))
		lines = append(lines, fmt.Sprintf("%s = %s", c.name, quoteOr(c.from, "null")))
	}
	session := fmt.Sprintf("the session of %q", before.Name)
	if before.SessionID != "" {
		session += fmt.Sprintf(", first %s,", before.SessionID)
	}
	return []Finding{{Warning, at(changes[0].name), "Session Would Be Left Behind", fmt.Sprintf(
		"With another %s the agent starts a new session. Nothing deletes the old one: %s stays on the volume, with its state in %q. To keep it, restore the old value.",
		strings.Join(texts, ", "), session, before.DataDir) + write("%s", strings.Join(lines, "\n"))}}
}
