package script_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/script"
)

// TestStoreThatCannotBeRead: a directory that the user may not enter says nothing
// of the sessions in it.
func TestStoreThatCannotBeRead(t *testing.T) {
	t.Parallel()
	for closed, want := range map[string]string{
		"":                      "no",
		".claude":               "unknown",
		".claude/projects":      "unknown",
		".claude/projects/-any": "unknown",
		".elsewhere":            "no",
	} {
		t.Run(closed, func(t *testing.T) {
			home := t.TempDir()
			for _, dir := range []string{home, filepath.Dir(home)} { // entered as another user
				if err := os.Chmod(dir, 0o755); err != nil {
					t.Fatal(err)
				}
			}
			if closed != "" {
				dir := filepath.Join(home, closed)
				if err := os.MkdirAll(dir, 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.Chmod(dir, 0); err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = os.Chmod(dir, 0o755) })
			}
			o := options(lookup(t, "claude-code"))
			o.Home, o.DataDir = home, filepath.Join(home, "data")
			program := strings.Replace(script.Program(), "\n: settings\n", "\n"+settings(t, o), 1) +
				"set_paths; repository=; session_id=some-id; find_session; echo $found"
			cmd := exec.Command("bash", "-c", program)
			cmd.Dir, cmd.Env = "/", []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
			if os.Geteuid() == 0 { // who may enter every directory
				cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
			}
			out, err := cmd.CombinedOutput()
			if got := strings.TrimSpace(string(out)); err != nil || got != want {
				t.Errorf("%q, %v, want %s", got, err, want)
			}
		})
	}
}
