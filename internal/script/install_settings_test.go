package script

import (
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
)

// written returns what the settings have for an installation.
func written(t *testing.T, o Options) string {
	t.Helper()
	w := &writer{}
	w.install(o)
	if w.err != nil {
		t.Errorf("%s: %v", o.Agent.Slug, w.err)
	}
	return w.text.String()
}

func TestCatalogChecksumsHoldForTheCatalogsVersionOnly(t *testing.T) {
	codex, err := agents.Default().Lookup("codex")
	if err != nil {
		t.Fatal(err)
	}
	got := written(t, Options{Agent: codex, AgentAPIVersion: "v0.12.2", Install: &Install{}})
	for _, want := range []string{
		"@openai/codex/-/codex-" + codex.Install.Version + "-linux-x64.tgz 'sha512 ",
		"/coder/agentapi/releases/download/v0.12.2/agentapi-linux-arm64 ''",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the settings lack %q:\n%s", want, got)
		}
	}
	got = written(t, Options{Agent: codex, Install: &Install{Version: "0.170.0", Registry: "https://npm.example.com/"}})
	if want := " https://npm.example.com/@openai/codex/-/codex-0.170.0-linux-x64.tgz '' "; !strings.Contains(got, want) {
		t.Errorf("the settings lack %q:\n%s", want, got)
	}
	mirror := &Install{Version: "0.170.0", URL: "https://mirror.example.com/{version}-{arch}.tgz", Checksum: "sha256:" + strings.Repeat("0a", 32)}
	got = written(t, Options{Agent: codex, Install: mirror})
	if want := " https://mirror.example.com/0.170.0-arm64.tgz 'sha256 0a0a"; !strings.Contains(got, want) {
		t.Errorf("the settings lack %q:\n%s", want, got)
	}
}

func TestChecksums(t *testing.T) {
	for _, text := range []string{
		"sha256:" + strings.Repeat("0a", 32),
		"sha512:" + strings.Repeat("0a", 64),
		"sha512-rIlKmrY0QMyHgPRX/MYWNj039vbypICvI9jVe3rs9Xy2RnNklySjyPxqh62QadznzoftEO23uYQ1tFePcQ//bg==",
	} {
		if _, digits, err := Checksum(text); err != nil || len(digits) < 64 {
			t.Errorf("%s: %q, %v", text, digits, err)
		}
	}
	for _, text := range []string{"", "abc", "md5:00", "sha256:xyz", "sha512:" + strings.Repeat("0a", 32)} {
		if _, _, err := Checksum(text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}

// Every checksum of the catalog can be read.
func TestCatalogDownloads(t *testing.T) {
	for _, agent := range agents.Default().Agents() {
		written(t, Options{Agent: &agent, Install: &Install{}, AcceptFirstRun: true})
		if agent.Install != nil && agent.Session.CheckedVersion != "" && agent.Install.Version != agent.Session.CheckedVersion {
			t.Errorf("%s: version %s is installed, %s was checked", agent.Slug, agent.Install.Version, agent.Session.CheckedVersion)
		}
	}
}

// The files of the program share one name space.
func TestFunctionNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for line := range strings.Lines(Program()) {
		name, _, found := strings.Cut(line, "() {")
		if found && !strings.HasPrefix(line, " ") && seen[name] {
			t.Errorf("two functions are called %s", name)
		}
		seen[name] = found
	}
}
