package codertest

import (
	"archive/tar"
	"bytes"
	"context"
	_ "embed"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing/fstest"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/toolchain"
)

//go:embed testdata/local.tf
var localTemplate string

// Template is a template of the server.
type Template struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Version is the first version, which is the active version.
	Version string `json:"-"`
	// Changed returns a later version, with other arguments for the agent, another
	// version of agentapi and another one of the provider.
	Changed func() (string, error) `json:"-"`
}

// What templates load from a network, and gets a copy of here: modules/agent of this
// repository, and stand-ins for modules of Coder's registry.
var (
	agentModule    = regexp.MustCompile(`"git::https://github\.com/coder-persistence/[^"]*//modules/agent\?ref=[^"]*"`)
	registryModule = regexp.MustCompile(`source\s*= "registry\.coder\.com/coder/([a-z-]+)/coder"\n\s*version\s*= "[^"]*"`)
)

// bundle packs a template with what makes it run here. The template gets the given
// version of the provider where it asks for the first.
func bundle(files fs.FS, provider string) ([]byte, error) {
	root, err := toolchain.RepoRoot(".")
	if err != nil {
		return nil, err
	}
	all := fstest.MapFS{"local.tf": {Data: []byte(localTemplate), Mode: 0o644}}
	for dir, source := range map[string]fs.FS{
		".":                   files,
		"modules/agent":       os.DirFS(filepath.Join(root, "modules/agent")),
		"modules/agentapi":    os.DirFS(filepath.Join(root, "internal/dev/codertest/testdata/modules/agentapi")),
		"modules/coder-utils": os.DirFS(filepath.Join(root, "internal/dev/codertest/testdata/modules/coder-utils")),
	} {
		err := fs.WalkDir(source, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := fs.ReadFile(source, name)
			local := agentModule.ReplaceAllString(string(text), `"./modules/agent"`)
			local = registryModule.ReplaceAllString(local, `source = "./modules/$1"`)
			all[path.Join(dir, name)] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(local, versions[0], provider)), Mode: 0o644}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	var buffer bytes.Buffer
	archive := tar.NewWriter(&buffer)
	err = errors.Join(archive.AddFS(all), archive.Close())
	return buffer.Bytes(), err
}

// Push makes a template of files, with values for its variables.
func (c *Client) Push(ctx context.Context, organization, name string, files fs.FS, variables map[string]string) (*Template, error) {
	t := &Template{Name: name}
	var err error
	if t.Version, err = c.importVersion(ctx, organization, t, files, versions[0], variables); err != nil {
		return nil, err
	}
	err = c.call(ctx, http.MethodPost, "/organizations/"+organization+"/templates",
		object{"name": name, "template_version_id": t.Version}, t)
	t.Changed = sync.OnceValues(func() (string, error) {
		return c.importVersion(ctx, organization, t, files, versions[1], map[string]string{"changed": "true"})
	})
	return t, err
}

func (c *Client) importVersion(ctx context.Context, organization string, t *Template, files fs.FS, provider string,
	variables map[string]string,
) (string, error) {
	archive, err := bundle(files, provider)
	if err != nil {
		return "", err
	}
	var file struct {
		Hash string `json:"hash"`
	}
	if err := c.call(ctx, http.MethodPost, "/files", archive, &file); err != nil {
		return "", err
	}
	request := object{
		"storage_method": "file", "file_id": file.Hash, "provisioner": "terraform", "user_variable_values": values(variables),
	}
	if t.ID != "" {
		request["template_id"] = t.ID
	}
	var version struct {
		ID  string `json:"id"`
		Job Job    `json:"job"`
	}
	if err := c.call(ctx, http.MethodPost, "/organizations/"+organization+"/templateversions", request, &version); err != nil {
		return "", err
	}
	url := "/templateversions/" + version.ID
	return version.ID, c.waitJob(ctx, url+"/logs", func() (Job, error) {
		err := c.call(ctx, http.MethodGet, url, nil, &version)
		return version.Job, err
	})
}
