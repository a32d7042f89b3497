package release

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Platforms are the platforms that a release has an archive for, as the file
// names spell them.
var Platforms = []string{
	"darwin_amd64", "darwin_arm64",
	"freebsd_386", "freebsd_amd64", "freebsd_arm", "freebsd_arm64",
	"linux_386", "linux_amd64", "linux_arm", "linux_arm64",
	"windows_386", "windows_amd64", "windows_arm64",
}

// Dist is the folder that GoReleaser has written a release to.
type Dist struct {
	Dir     string
	Version string // without a leading "v"
}

// Open returns the release in dir, whose version GoReleaser has noted there.
func Open(dir string) (Dist, error) {
	var metadata struct {
		ProjectName string `json:"project_name"`
		Version     string `json:"version"`
	}
	text, err := os.ReadFile(filepath.Join(dir, "metadata.json"))
	if err != nil {
		return Dist{}, err
	}
	if err := json.Unmarshal(text, &metadata); err != nil {
		return Dist{}, fmt.Errorf("metadata.json: %w", err)
	}
	if metadata.ProjectName != Project || metadata.Version == "" {
		return Dist{}, fmt.Errorf("metadata.json: expected a version of %s; given %q of %q", Project, metadata.Version, metadata.ProjectName)
	}
	return Dist{Dir: dir, Version: metadata.Version}, nil
}

// Archive returns the path of the archive for a platform of Platforms.
func (d Dist) Archive(platform string) string {
	return filepath.Join(d.Dir, d.prefix()+platform+".zip")
}

// Checksums returns the path of the list of checksums.
func (d Dist) Checksums() string { return filepath.Join(d.Dir, d.prefix()+"SHA256SUMS") }

// Signature returns the path of the detached signature of that list.
func (d Dist) Signature() string { return d.Checksums() + ".sig" }

func (d Dist) prefix() string { return Project + "_" + d.Version + "_" }

// Check looks for every file of the release, compares the checksums and the
// manifest with those of the repository at root, and opens every archive. It
// does not verify the signature. All that is wrong is in the error.
func (d Dist) Check(root string) error {
	manifest := d.prefix() + "manifest.json"
	sums, err := d.readChecksums()
	if err != nil {
		return err
	}
	var problems []error
	expected := []string{manifest}
	for _, platform := range Platforms {
		expected = append(expected, filepath.Base(d.Archive(platform)))
		if err := d.checkArchive(platform); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", filepath.Base(d.Archive(platform)), err))
		}
	}
	for _, name := range expected {
		file := filepath.Join(d.Dir, name)
		if name == manifest { // GoReleaser renames it when it uploads it.
			file = filepath.Join(root, "terraform-registry-manifest.json")
		}
		content, err := os.ReadFile(file)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		sum := sha256.Sum256(content)
		if given := sums[name]; given != hex.EncodeToString(sum[:]) {
			problems = append(problems, fmt.Errorf("%s: the list of checksums says %q, the file has %x", name, given, sum))
		}
	}
	for name := range sums {
		if !slices.Contains(expected, name) {
			problems = append(problems, fmt.Errorf("%s: in the list of checksums, and no file of a release", name))
		}
	}
	return errors.Join(append(problems, d.checkUploads())...)
}

func (d Dist) readChecksums() (map[string]string, error) {
	text, err := os.ReadFile(d.Checksums())
	if err != nil {
		return nil, err
	}
	sums := map[string]string{}
	for line := range strings.Lines(string(text)) {
		sum, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if !ok || sums[name] != "" {
			return nil, fmt.Errorf("%s: expected lines with a checksum and a new name; given %q", filepath.Base(d.Checksums()), line)
		}
		sums[name] = sum
	}
	return sums, nil
}

// checkArchive opens the archive of one platform: it must hold the program and
// nothing else, and the program must know its version.
func (d Dist) checkArchive(platform string) error {
	archive, err := zip.OpenReader(d.Archive(platform))
	if err != nil {
		return err
	}
	defer func() { _ = archive.Close() }()
	program := Project + "_v" + d.Version
	if strings.HasPrefix(platform, "windows_") {
		program += ".exe"
	}
	if len(archive.File) != 1 || archive.File[0].Name != program {
		var names []string
		for _, file := range archive.File {
			names = append(names, file.Name)
		}
		return fmt.Errorf("expected %s and nothing else; it holds %s", program, strings.Join(names, ", "))
	}
	file := archive.File[0]
	if mode := file.Mode(); mode.Perm()&0o111 != 0o111 {
		return fmt.Errorf("%s: expected a program that everybody may run; its mode is %s", program, mode)
	}
	reader, err := file.Open()
	if err != nil {
		return err
	}
	content, err := io.ReadAll(reader)
	if err := errors.Join(err, reader.Close()); err != nil {
		return err
	}
	if !bytes.Contains(content, []byte(d.Version)) {
		return fmt.Errorf("%s: version %s is not in it; is main.version set by the linker?", program, d.Version)
	}
	return nil
}

// section matches the part of a release in GoReleaser's effective
// configuration.
var section = regexp.MustCompile(`(?m)^release:\n((?: .*\n)*)`)

// checkUploads makes sure that the manifest is uploaded under the name that
// its checksum is listed for. GoReleaser uploads it from where it is, so only
// the effective configuration tells.
func (d Dist) checkUploads() error {
	text, err := os.ReadFile(filepath.Join(d.Dir, "config.yaml"))
	if err != nil {
		return err
	}
	part := section.FindString(string(text))
	for _, want := range []string{"extra_files:", "glob: terraform-registry-manifest.json", "{{ .ProjectName }}_{{ .Version }}_manifest.json"} {
		if !strings.Contains(part, want) {
			return fmt.Errorf("the manifest is not among the files to upload: %q is missing in the section release of the configuration:\n%s", want, part)
		}
	}
	return nil
}
