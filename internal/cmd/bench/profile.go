package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/benchreport"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/toolchain"
)

// profilePlan keeps CPU profiles of one plan in a folder, of our provider and of
// OpenTofu, which can write its own, and writes where the time goes into the report.
func profilePlan(ctx context.Context, root, dir string, o options) error {
	tc, err := toolchain.Open(os.Stderr)
	if err != nil {
		return err
	}
	our := &packaged{namespace: "coder-persistence", name: "coder-persistence", version: "0.0.1", protocol: 6, binary: filepath.Join(dir, "ours")}
	if err := goBuild(ctx, root, our.binary, "./internal/cmd/profiledprovider", ""); err != nil {
		return err
	}
	mirror := filepath.Join(dir, "mirror")
	if err := writeMirror(mirror, profiledProviders, "", our); err != nil {
		return err
	}
	e, err := findEngine(ctx, tc, "tofu", dir, mirror)
	if err != nil {
		return err
	}
	workspace, err := e.workspace(ctx, &newSubjects(our, nil, "")[0], o.count)
	if err != nil {
		return err
	}
	profiles := filepath.Join(dir, "profiles")
	if err := os.MkdirAll(profiles, 0o750); err != nil {
		return err
	}
	engineProfile := filepath.Join(dir, "engine.pprof")
	e.env = append(e.env, "CODER_PERSISTENCE_PROFILES="+profiles, "TOFU_CPU_PROFILE="+engineProfile)
	if _, err := e.run(ctx, workspace, newPlan.args...); err != nil {
		return err
	}
	// An engine starts the provider several times; the plan is the longest profile.
	providerProfile, err := largestFile(profiles)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("One plan of %d resources with %s on %s, sampled 100 times a second; `make profile` keeps the profiles in `.cache/profile`.\n", o.count, e.version, benchreport.Machine())
	for _, p := range []struct {
		title, from, keep string
		rules             []rule
	}{
		{"The engine", engineProfile, "engine.pprof", engineRules},
		{"The provider", providerProfile, "provider.pprof", providerRules},
	} {
		if err := keepFile(p.from, filepath.Join(o.profile, p.keep)); err != nil {
			return err
		}
		table, err := shareTable(p.from, p.rules)
		if err != nil {
			return err
		}
		text += "\n### " + p.title + "\n\n" + table
	}
	if !o.write {
		_, err := fmt.Fprint(os.Stdout, text)
		return err
	}
	return benchreport.Write(root, "profile", text)
}

func keepFile(from, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o750); err != nil {
		return err
	}
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o600)
}

func largestFile(dir string) (string, error) {
	var largest string
	var most int64
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil && info.Size() >= most {
			largest, most = path, info.Size()
		}
		return err
	})
	if err == nil && largest == "" {
		err = fmt.Errorf("there is no profile in %s", dir)
	}
	return largest, err
}
