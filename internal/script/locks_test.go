package script_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/script"
)

// TestStartAfterAStoppedStart: a stop that comes before a start has installed
// anything leaves that start behind, which is about to end. The next start waits
// for it, and does not take it for one that brings the agent up.
func TestStartAfterAStoppedStart(t *testing.T) {
	t.Parallel()
	for mark, want := range map[string]string{
		"":                             "nothing to do",
		"printf '%s\\n' $stop":         "nothing to do", // the stop was killed
		"printf '%s\\nended\\n' $stop": "the start has the lock",
	} {
		o := options(lookup(t, "goose"))
		o.DataDir = t.TempDir()
		program := strings.Replace(script.Program(), "\n: settings\n", "\n"+settings(t, o), 1) + `
exec {idle_fd}<> <(:)
locks=() called_by_module=false home=$data_dir
set_paths
mkdir -p "$state_dir"
sleep 1000 &
first=$!
identify "$first" && ln -s "$identity.$port.$name" "$lock"
sleep 0.1
stop=$(identify "$BASHPID" && echo "$identity")
` + mark + ` >"$stop_mark"
sleep 0.1
(
  identify "$BASHPID" && began=$identity
  (sleep 1 && kill "$first") &
  take_locks
  echo "the start has the lock"
)
kill "$first" 2>/dev/null || true
`
		cmd := exec.Command("bash", "-c", program)
		cmd.Env = []string{"HOME=" + o.DataDir, "PATH=" + os.Getenv("PATH")}
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%q: want %q, got %v\n%s", mark, want, err, out)
		}
	}
}
