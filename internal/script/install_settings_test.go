package script

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
)

func TestCatalogChecksumsHoldForTheCatalogsVersionOnly(t *testing.T) {
	codex, err := agents.Default().Lookup("codex")
	if err != nil {
		t.Fatal(err)
	}
	_, lists, err := installSettings(Options{Agent: codex, AgentAPIVersion: "v0.12.2", Install: &Install{}})
	if err != nil {
		t.Fatal(err)
	}
	if got := lists["install_downloads"]; len(got) != 6 || got[1] != "https://registry.npmjs.org/@openai/codex/-/codex-0.169.0-linux-x64.tgz" && !strings.HasPrefix(got[2], "sha512 ") {
		t.Errorf("got %q", got)
	}
	if got := lists["agentapi_downloads"]; !slices.Contains(got, "https://github.com/coder/agentapi/releases/download/v0.12.2/agentapi-linux-arm64") {
		t.Errorf("got %q", got)
	}
	_, lists, err = installSettings(Options{Agent: codex, Install: &Install{Version: "0.170.0", Registry: "https://npm.example.com/"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := lists["install_downloads"][1:3]; got[0] != "https://npm.example.com/@openai/codex/-/codex-0.170.0-linux-x64.tgz" || got[1] != "" {
		t.Errorf("got %q", got)
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
		if _, _, err := installSettings(Options{Agent: &agent, Install: &Install{}, AcceptFirstRun: true}); err != nil {
			t.Error(err)
		}
		if agent.Install != nil && agent.Session.CheckedVersion != "" && agent.Install.Version != agent.Session.CheckedVersion {
			t.Errorf("%s: version %s is installed, %s was checked", agent.Slug, agent.Install.Version, agent.Session.CheckedVersion)
		}
	}
}

// TestEveryDownloadRuns downloads each agent of the catalog, about 700 MB, and
// needs the network: CODER_PERSISTENCE_DOWNLOADS=1 turns it on.
func TestEveryDownloadRuns(t *testing.T) {
	if os.Getenv("CODER_PERSISTENCE_DOWNLOADS") == "" {
		t.Skip("set CODER_PERSISTENCE_DOWNLOADS=1 to download every agent")
	}
	for _, agent := range agents.Default().Agents() {
		if agent.Install == nil {
			continue
		}
		t.Run(agent.Slug, func(t *testing.T) {
			values, lists, err := installSettings(Options{Agent: &agent, Launcher: LauncherTerminal, Install: &Install{}})
			if err != nil {
				t.Fatal(err)
			}
			settings := new(writer)
			for name, value := range values {
				settings.set(name, value)
			}
			for name, list := range lists {
				settings.list(name, list)
			}
			program := &settings.text
			program.WriteString(`set -Eeuo pipefail
log() { printf '%s\n' "$*"; }
warn() { log "$@"; }
die() { log "$@"; exit 1; }
pause() { sleep "$1"; }
home=$HOME agent_names=()
source program/install.sh
install_missing
"$install_program" --version
du -sm "$HOME/.local/share" || true`)
			home := t.TempDir()
			cmd := exec.Command("bash", "-c", program.String())
			cmd.Env = append(os.Environ(), "HOME="+home, "PATH=/usr/local/bin:/usr/bin:/bin")
			out, err := cmd.CombinedOutput()
			if err != nil || strings.Count(string(out), agent.Install.Version) < 3 {
				t.Errorf("%v\n%s", err, out)
			}
		})
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
