package script_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-persistence/internal/script"
)

// nasty are texts that have broken shell scripts before.
var nasty = map[string]string{
	"empty":              "",
	"blank":              " ",
	"blanks around":      "  two  blanks  ",
	"single quote":       "it's",
	"double quote":       `say "hello"`,
	"both quotes":        `'"'"'`,
	"newline":            "first\nsecond",
	"newline at the end": "last\n\n",
	"newline alone":      "\n",
	"carriage return":    "dos\r\nfile\r",
	"tab":                "a\tb",
	"substitution":       "$(touch x)",
	"backticks":          "`touch x`",
	"arithmetic":         "$((1+1)) ${HOME} $HOME $1 $$ $?",
	"semicolon":          "a; touch x #",
	"and":                "a && touch x || touch y &",
	"pipe":               "| touch x",
	"redirection":        "> x < y >> z",
	"comment":            "# touch x",
	"history":            "!! !$",
	"glob":               "* ? [a-z] ~ ~root {a,b}",
	"backslash":          `\`,
	"backslashes":        `C:\new\table \\ \' \"`,
	"escape":             `\n\t\x00\u0041`,
	"ansi quoting":       `$'\n' $"x"`,
	"leading dash":       "-rf",
	"double dash":        "--",
	"option":             "--dangerously=yes",
	"end of script":      "'\nexit 1\n'",
	"here document":      "<<EOF\ntouch x\nEOF\n",
	"session":            "{session}",
	"prompt":             "--text={prompt} {args} {workdir}",
	"template":           "{{.Prompt}} {{define \"x\"}}",
	"no value":           "<no value>",
	"percent":            "100%s %n %% %(%F)T",
	"unicode":            "Käse, żółć, 日本語, Ωμέγα",
	"emoji":              "👩‍👩‍👧‍👦 🏳️‍🌈",
	"combining":          "e\u0301",
	"right to left":      "\u202eabc\u202c",
	"invisible":          "a\u200bb\u00a0c\ufeff",
	"line separator":     "a\u2028b\u2029c\u0085d",
	"byte order mark":    "\ufeffstart",
	"last code point":    "\U0010fffd\ufffd",
	"control characters": "\x01\x02\x07\x08\x0b\x0c\x1b[31m\x7f",
	"hex after control":  "\x01abc\x1bdef0\x7f1",
	"bytes not UTF-8":    "\xff\xfe\x80 a\xc3",
	"digits after byte":  "\xffabc\xc30",
	"long line":          strings.Repeat("long ", 20_000),
	"many lines":         strings.Repeat("it's\n", 5_000),
}

// locales are those a workspace may have: none set, which is C, and UTF-8.
var locales = []string{"C", "C.UTF-8"}

// runBash runs text in an empty directory under the given locale and returns
// what it prints. It fails when the script fails or leaves a file behind.
func runBash(t *testing.T, locale, text string) []byte {
	t.Helper()
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	// From standard input, because an argument may not be as long.
	cmd := exec.CommandContext(ctx, "bash", "--noprofile", "--norc", "-s")
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "LC_ALL=" + locale}
	cmd.Stdin = strings.NewReader(text)
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	if err := cmd.Run(); err != nil || complaints.Len() > 0 {
		t.Fatalf("bash: %v\n%s", err, complaints.String())
	}
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) > 0 {
		t.Errorf("a value was run as code: it made %q", left[0].Name())
	}
	return out.Bytes()
}

// checkValue writes value everywhere the settings take text, and has bash print
// what it got: as it stands in the settings, and in the agent's command line.
func checkValue(t *testing.T, locale, value string) {
	t.Helper()
	o := options(lookup(t, "claude-code"))
	o.Name, o.DataDir, o.Home, o.Workdir = value+"n", "/"+value, value+"h", "w"+value
	o.Prompt, o.Command, o.OnLostSession, o.SnapshotForTaskID = value, value+"c", value+"f", value+"t"
	o.Args = []string{value, "", value + value, "-" + value}
	const show = `
session_id=the-session start_mode=cold send_task=true agent=/agent repository=$workdir
printf '%s\0' "$name" "$data_dir" "$home" "$workdir" "$prompt" "$on_lost_session" "$task_id" "${agent_names[@]}"
[[ -z ${prompt//[[:space:]]} ]] || {
  build_command
  printf '%s\0' "${agent_argv[@]}"
}
`
	got := runBash(t, locale, strings.Replace(script.Program(), "\n: settings\n", "\n"+settings(t, o), 1)+show)
	want := []string{o.Name, o.DataDir, o.Home, o.Workdir, o.Prompt, o.OnLostSession, o.SnapshotForTaskID, o.Command}
	if strings.Trim(value, " \t\n\v\f\r") != "" {
		want = append(want, "/agent", o.Args[0], o.Args[1], o.Args[2], o.Args[3], "--session-id", "the-session", "--", value)
	}
	if text := strings.Join(want, "\x00") + "\x00"; string(got) != text {
		t.Errorf("under LC_ALL=%s bash has %.300q, want %.300q", locale, got, text)
	}
}

func TestQuoting(t *testing.T) {
	for label, value := range nasty {
		for _, locale := range locales {
			t.Run(label+"/"+locale, func(t *testing.T) {
				t.Parallel()
				checkValue(t, locale, value)
			})
		}
	}
}

func FuzzQuoting(f *testing.F) {
	for _, value := range nasty {
		if len(value) < 1000 {
			f.Add(value)
		}
	}
	f.Fuzz(func(t *testing.T, value string) {
		if strings.ContainsRune(value, 0) {
			if _, err := script.Start(script.Options{Agent: lookup(t, "goose"), Prompt: value}); err == nil {
				t.Error("a NUL byte was accepted")
			}
			return
		}
		for _, locale := range locales {
			checkValue(t, locale, value)
		}
	})
}
