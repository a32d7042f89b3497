package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/toolchain"
)

// profile writes a CPU profile of our provider in a plan to a file, and prints
// what it spent its time on.
func profile(ctx context.Context, root, dir string, o options) error {
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
	e, err := firstEngine(ctx, tc, o.engines, dir, mirror)
	if err != nil {
		return err
	}
	profiles := filepath.Join(dir, "profiles")
	if err := os.MkdirAll(profiles, 0o750); err != nil {
		return err
	}
	e.env = append(e.env, "CODER_PERSISTENCE_PROFILES="+profiles, "TF_LOG_SDK=off")
	workspace, err := e.workspace(ctx, &newSubjects(our, nil, "")[0], o.count)
	if err != nil {
		return err
	}
	if _, err := e.run(ctx, workspace, newPlan.args...); err != nil {
		return err
	}
	// An engine starts the provider several times; the plan is the longest profile.
	longest, err := largestFile(profiles)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(o.profile), 0o750); err != nil {
		return err
	}
	if err := copyProgram(longest, o.profile); err != nil {
		return err
	}
	show := exec.CommandContext(ctx, "go", "tool", "pprof", "-top", "-cum", "-nodecount=60", our.binary, o.profile)
	show.Stdout, show.Stderr = os.Stdout, os.Stderr
	return show.Run()
}

// firstEngine returns the first of the engines that is there.
func firstEngine(ctx context.Context, tc *toolchain.Toolchain, names []string, dir, mirror string) (*engine, error) {
	for _, name := range names {
		if e, err := findEngine(ctx, tc, name, dir, mirror); e != nil || err != nil {
			return e, err
		}
	}
	return nil, fmt.Errorf("none of the engines %v is there", names)
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
