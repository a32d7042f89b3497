package codertest

import (
	_ "embed"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/agenttest"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/toolchain"
)

// Home and Workdir are directories in a workspace.
const (
	Home    = "/home/coder"
	Workdir = Home + "/project"
)

// agents are the agents of the suite, by their names in the catalog.
var agents = []string{"claude-code", "goose"}

//go:embed testdata/workspace.sh
var workspaceScript []byte

// prepareImage lays out what stands for a container image: programs for
// /usr/local/bin, environment variables, and the files a new home begins with.
func (s *Server) prepareImage() error {
	dir := s.workspaces()
	image, skel := filepath.Join(dir, "image"), filepath.Join(dir, "skel")
	for _, d := range []string{image, skel} {
		if err := os.MkdirAll(d, 0o750); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "workspace.sh"), workspaceScript, 0o755); err != nil {
		return err
	}
	programs := map[string]string{}
	var err error
	if programs["agentapi"], err = toolchain.Path("agentapi"); err != nil {
		return err
	}
	var environ []string
	for _, slug := range agents {
		agent, err := agenttest.Find(slug)
		if err != nil {
			return err
		}
		if programs[agent.Program], err = agent.Path(); err != nil {
			return err
		}
		for name, value := range agent.Env(s.Model.URL) {
			environ = append(environ, name+"="+value)
		}
		if agent.Files == nil {
			continue
		}
		for name, text := range agent.Files(Workdir, s.Model.URL) {
			file := filepath.Join(skel, name)
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o750), os.WriteFile(file, []byte(text), 0o600)); err != nil {
				return err
			}
		}
	}
	for name, path := range programs {
		if err := os.Symlink(path, filepath.Join(image, name)); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, "image.env"), []byte(strings.Join(environ, "\n")+"\n"), 0o600)
}
