package release

import (
	"archive/zip"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const config = `archives: []
release:
  extra_files:
    - glob: terraform-registry-manifest.json
      name_template: '{{ .ProjectName }}_{{ .Version }}_manifest.json'
snapshot: {}
`

// file is what an archive holds; its mode is the one of a program unless the
// test wants another.
type file struct {
	name, content string
	mode          os.FileMode
}

// fake writes a release as it should be, changed by the test.
func fake(t *testing.T, change func(files map[string]string, archives map[string][]file)) (Dist, string) {
	t.Helper()
	dir, root := t.TempDir(), t.TempDir()
	d := Dist{Dir: dir, Version: "1.2.3"}
	put := func(path, content string) {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put(filepath.Join(root, "terraform-registry-manifest.json"), "{}\n")
	archives := map[string][]file{}
	for _, platform := range Platforms {
		name := Project + "_v1.2.3"
		if strings.HasPrefix(platform, "windows") {
			name += ".exe"
		}
		archives[platform] = []file{{name, "ELF 1.2.3", 0o755}}
	}
	files := map[string]string{
		"metadata.json": `{"project_name":"` + Project + `","version":"1.2.3"}`,
		"config.yaml":   config,
	}
	change(files, archives)
	sums := fmt.Sprintf("%x  %smanifest.json\n", sha256.Sum256([]byte("{}\n")), d.prefix())
	for platform, content := range archives {
		writeZip(t, d.Archive(platform), content)
		text, err := os.ReadFile(d.Archive(platform))
		if err != nil {
			t.Fatal(err)
		}
		sums += fmt.Sprintf("%x  %s\n", sha256.Sum256(text), filepath.Base(d.Archive(platform)))
	}
	if files["sums"] != "" {
		sums = files["sums"]
		delete(files, "sums")
	}
	put(d.Checksums(), sums)
	for name, content := range files {
		put(filepath.Join(dir, name), content)
	}
	return d, root
}

func writeZip(t *testing.T, path string, files []file) {
	t.Helper()
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	archive := zip.NewWriter(out)
	for _, f := range files {
		header := &zip.FileHeader{Name: f.name}
		header.SetMode(f.mode)
		w, err := archive.CreateHeader(header)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(f.content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestCheck(t *testing.T) {
	d, root := fake(t, func(map[string]string, map[string][]file) {})
	opened, err := Open(d.Dir)
	if err != nil || opened != d {
		t.Fatalf("Open returned %v, %v; expected %v", opened, err, d)
	}
	if err := d.Check(root); err != nil {
		t.Errorf("a release as it should be was refused: %v", err)
	}
}

func TestCheckRefuses(t *testing.T) {
	program := Project + "_v1.2.3"
	for want, change := range map[string]func(map[string]string, map[string][]file){
		"linux_arm64.zip: open": func(_ map[string]string, a map[string][]file) { delete(a, "linux_arm64") },
		"it holds README.md, " + program: func(_ map[string]string, a map[string][]file) {
			a["linux_amd64"] = append([]file{{"README.md", "", 0o644}}, a["linux_amd64"]...)
		},
		"it holds terraform-provider-coder-persistence\n": func(_ map[string]string, a map[string][]file) {
			a["linux_386"][0].name = Project
		},
		"its mode is -rw-r--r--":        func(_ map[string]string, a map[string][]file) { a["linux_arm"][0].mode = 0o644 },
		"version 1.2.3 is not in it":    func(_ map[string]string, a map[string][]file) { a["darwin_arm64"][0].content = "dev" },
		"and no file of a release":      func(_ map[string]string, a map[string][]file) { a["plan9_386"] = a["linux_386"] },
		`the list of checksums says ""`: func(f map[string]string, _ map[string][]file) { f["sums"] = "00  other\n" },
		"a new name; given":             func(f map[string]string, _ map[string][]file) { f["sums"] = "00\n" },
		"not among the files to upload": func(f map[string]string, _ map[string][]file) {
			f["config.yaml"] = strings.Replace(config, "release:", "checksum:", 1)
		},
	} {
		d, root := fake(t, change)
		if err := d.Check(root); err == nil || !strings.Contains(err.Error()+"\n", want) {
			t.Errorf("expected an error with %q; given %v", want, err)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	for want, metadata := range map[string]string{
		"no such file":        "",
		"expected a version":  `{"project_name":"other","version":"1.2.3"}`,
		"metadata.json: unex": "{",
	} {
		dir := t.TempDir()
		if metadata != "" {
			if err := os.WriteFile(filepath.Join(dir, "metadata.json"), []byte(metadata), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("expected an error with %q; given %v", want, err)
		}
	}
}
