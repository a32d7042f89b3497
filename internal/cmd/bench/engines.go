package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/toolchain"
)

// engine is Terraform or OpenTofu with a mirror of providers.
type engine struct {
	name, path, version string
	dir                 string // of its workspaces
	env                 []string
}

// findEngine takes an engine from PATH or from the pinned tools. Terraform is
// not built here, so it may be missing: then there is neither engine nor error.
func findEngine(ctx context.Context, tc *toolchain.Toolchain, name, dir, mirror string) (*engine, error) {
	path, err := tc.Path(name)
	if err != nil && name == "terraform" {
		return nil, nil //nolint:nilnil // as said above
	}
	if err != nil {
		return nil, err
	}
	config := filepath.Join(dir, name+".tfrc")
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, err
	}
	if err := toolchain.WriteMirrorConfig(config, mirror); err != nil {
		return nil, err
	}
	e := &engine{name: name, path: path, dir: filepath.Join(dir, name)}
	e.env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+config, "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1", "TF_LOG=", "TF_LOG_PROVIDER=")
	version, err := exec.CommandContext(ctx, path, "version").Output()
	if err != nil {
		return nil, err
	}
	e.version = strings.SplitN(string(version), "\n", 2)[0]
	return e, nil
}

// workspace makes an initialized workspace with a subject count times.
func (e *engine) workspace(ctx context.Context, s *subject, count int) (string, error) {
	dir := filepath.Join(e.dir, fmt.Sprintf("%s-%d", s.key, count))
	if err := s.write(dir, count); err != nil {
		return "", err
	}
	_, err := e.run(ctx, dir, "init", "-no-color", "-input=false")
	return dir, err
}

// sample is what one command used, the provider's processes included.
type sample struct{ wall, cpu float64 } // seconds

// run runs the engine. What it prints is dropped unless it fails: a terminal or
// a log would cost time of their own.
func (e *engine) run(ctx context.Context, dir string, args ...string) (sample, error) {
	cmd := exec.CommandContext(ctx, e.path, args...)
	cmd.Dir, cmd.Env = dir, e.env
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	begin := time.Now()
	err := cmd.Run()
	wall := time.Since(begin)
	if err != nil {
		return sample{}, fmt.Errorf("%s %s in %s: %w\n%s", e.name, strings.Join(args, " "), filepath.Base(dir), err, &complaints)
	}
	return sample{wall.Seconds(), (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()}, nil
}

// output is run for a command whose output is wanted.
func (e *engine) output(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, e.path, args...)
	cmd.Dir, cmd.Env = dir, e.env
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s in %s: %w", e.name, strings.Join(args, " "), filepath.Base(dir), err)
	}
	return out, nil
}

// rendered applies one of our resources and returns the text of its scripts.
func (e *engine) rendered(ctx context.Context, dir string) (string, error) {
	if _, err := e.run(ctx, dir, "apply", "-no-color", "-input=false", "-auto-approve"); err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(dir, "terraform.tfstate"))
	if err != nil {
		return "", err
	}
	var state struct {
		Resources []struct {
			Instances []struct {
				Attributes struct {
					Start    string `json:"start_script"`
					Shutdown string `json:"shutdown_script"`
				} `json:"attributes"`
			} `json:"instances"`
		} `json:"resources"`
	}
	if err := json.Unmarshal(text, &state); err != nil {
		return "", err
	}
	if len(state.Resources) != 1 || len(state.Resources[0].Instances) != 1 {
		return "", fmt.Errorf("the state of %s has not one resource", dir)
	}
	scripts := state.Resources[0].Instances[0].Attributes
	if scripts.Start == "" || scripts.Shutdown == "" {
		return "", fmt.Errorf("the resource of %s has no scripts", dir)
	}
	return scripts.Start + scripts.Shutdown, os.Remove(filepath.Join(dir, "terraform.tfstate"))
}
