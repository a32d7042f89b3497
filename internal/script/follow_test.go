package script_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestSessionsOfOthers: of the sessions that OpenCode lists, those count that
// were begun in this directory since the start and that no sibling holds, the
// oldest first.
func TestSessionsOfOthers(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	o := options(lookup(t, "opencode"))
	o.Home, o.Workdir, o.DataDir = home, home+"/project", home+"/.coder-modules/coder-persistence/opencode"
	sibling := filepath.Join(home, ".coder-modules/coder-persistence/second/state")
	if err := os.MkdirAll(sibling, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(sibling, "session"), []byte("ses_sibling\n"+o.Workdir+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var list strings.Builder
	for _, s := range [][2]string{
		{"ses_newest", o.Workdir}, {"ses_elsewhere", home}, {"ses_sibling", o.Workdir}, {"ses_new", o.Workdir}, {"ses_known", o.Workdir},
	} {
		list.WriteString("  {\n    \"id\": \"" + s[0] + "\",\n    \"directory\": \"" + s[1] + "\"\n  },\n")
	}
	program := "set -Eeuo pipefail\nsource program/settings.sh\n" + settings(t, o) + `
for part in common session asking follow_content main; do source "program/$part.sh"; done
ask_agent() { answer=$LIST; }
list_command=
set_paths
mkdir -p "$state_dir"
echo ses_known >"$known_file"
list_new_sessions
printf '%s\n' "${ids[@]}"
`
	cmd := exec.Command("bash", "-c", program)
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "LIST=[\n" + list.String() + "]"}
	out, err := cmd.CombinedOutput()
	if got := strings.Fields(string(out)); err != nil || strings.Join(got, " ") != "ses_new ses_newest" {
		t.Errorf("%q, %v", got, err)
	}
}
