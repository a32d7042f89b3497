//go:build downloads

package script

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
)

// TestEveryDownloadRuns installs each agent of the catalog from where the catalog
// says it is, about 700 MB: make test-downloads.
func TestEveryDownloadRuns(t *testing.T) {
	for _, agent := range agents.Default().Agents() {
		if agent.Install == nil {
			continue
		}
		t.Run(agent.Slug, func(t *testing.T) {
			settings := written(t, Options{Agent: &agent, Launcher: LauncherTerminal, Install: &Install{}})
			program := "source program/settings.sh\n" + settings + `set -Eeuo pipefail
log() { printf '%s\n' "$*"; }
warn() { log "$@"; }
die() { log "$@"; exit 1; }
pause() { sleep "$1"; }
has() { command -v "$1" >/dev/null; }
home=$HOME
source program/install.sh
install_missing
"$install_program" --version
du -sm "$HOME/.local/share" || true`
			home := t.TempDir()
			cmd := exec.Command("bash", "-c", program)
			cmd.Env = append(os.Environ(), "HOME="+home, "PATH=/usr/local/bin:/usr/bin:/bin")
			out, err := cmd.CombinedOutput()
			if err != nil || strings.Count(string(out), agent.Install.Version) < 3 {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
