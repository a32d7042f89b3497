package script_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/script"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/session"
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

// printValues prints every value of a start script, each ended by a NUL.
const printValues = `
printf '%s\0' "$name" "$data_dir" "$port" "$state_persistence" "$home" "$workdir" "$prompt" \
  "$resume" "$on_resume_failure" "$save_interval" "$planned_session_id" "${agent_names[@]}" \
  "${#extra_args[@]}" "${extra_args[@]}"
`

// checkStartValues renders value everywhere a start script takes text and has
// bash print what it got.
func checkStartValues(t *testing.T, locale, value string) {
	t.Helper()
	agent := readyAgents(t)[0]
	o := options(t, &agent)
	o.Name, o.DataDir, o.Home, o.Workdir = value+"n", "/"+value, value+"h", "w"+value
	o.Prompt, o.Command, o.Resume, o.OnResumeFailure = value, value+"c", value+"r", value+"f"
	o.Args = []string{value, "", value + value, "-" + value}
	o.Plan.ID = value + "i"
	got := runBash(t, locale, values(t, render(t, script.Start, o))+printValues)
	want := strings.Join([]string{
		o.Name, o.DataDir, "3284", "true", o.Home, o.Workdir, o.Prompt,
		o.Resume, o.OnResumeFailure, "30", o.Plan.ID, o.Command,
		"4", o.Args[0], o.Args[1], o.Args[2], o.Args[3],
	}, "\x00") + "\x00"
	if !bytes.Equal(got, []byte(want)) {
		t.Errorf("under LC_ALL=%s bash has %.300q, want %.300q", locale, got, want)
	}
}

func TestQuoting(t *testing.T) {
	for label, value := range nasty {
		for _, locale := range locales {
			t.Run(label+"/"+locale, func(t *testing.T) {
				t.Parallel()
				checkStartValues(t, locale, value)
			})
		}
	}
}

func TestQuotingOfTheShutdownScript(t *testing.T) {
	agent := readyAgents(t)[0]
	for label, value := range nasty {
		t.Run(label, func(t *testing.T) {
			t.Parallel()
			o := options(t, &agent)
			o.Name, o.DataDir, o.SnapshotForTaskID = value, "/"+value, value
			text := values(t, render(t, script.Shutdown, o))
			got := runBash(t, "C", text+"\n"+`printf '%s\0' "$name" "$data_dir" "$task_id" "$budget"`)
			want := value + "\x00/" + value + "\x00" + value + "\x0050\x00"
			if string(got) != want {
				t.Errorf("bash has %.300q, want %.300q", got, want)
			}
		})
	}
}

// TestCommandLines holds the agent's command line, as bash builds it, to the
// plan: each variable becomes exactly one argument, or with {args} all of the
// template's, whatever is in them.
func TestCommandLines(t *testing.T) {
	for _, agent := range readyAgents(t) {
		for _, value := range []string{"plain", `it's "a" $(touch x) {session} {prompt}`, "-x\nüé *"} {
			o := options(t, &agent)
			o.Prompt = value + "p"
			o.Args = []string{value + "a", "", "--flag=" + value}
			o.Workdir = "/w" + value
			text := render(t, script.Start, o)
			for _, mode := range []struct {
				start, prompt string
				words         []session.Word
			}{
				{"cold", "true", orElse(o.Plan.ColdPrompt, o.Plan.Cold)},
				{"cold", "false", o.Plan.Cold},
				{"warm", "true", orElse(o.Plan.WarmPrompt, o.Plan.Warm)},
				{"warm", "false", o.Plan.Warm},
			} {
				t.Run(fmt.Sprintf("%s/%s/%s", agent.Slug, mode.start, mode.prompt), func(t *testing.T) {
					out := runBash(t, "C", values(t, text)+function(t, text, "build_command")+fmt.Sprintf(`
agent=/bin/agent session_id='an id' start_mode=%s send_prompt=%s
build_command
printf '%%s\0' "${agent_argv[@]}"
`, mode.start, mode.prompt))
					want := append([]string{"/bin/agent"}, expand(o, mode.words)...)
					if got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"); strings.Join(got, "\x00") != strings.Join(want, "\x00") {
						t.Errorf("got  %q\nwant %q", got, want)
					}
				})
			}
		}
	}
}

// orElse is words, or other for a CLI that takes no prompt that way.
func orElse(words, other []session.Word) []session.Word {
	if len(words) > 0 {
		return words
	}
	return other
}

// expand is what a command line means.
func expand(o script.Options, words []session.Word) []string {
	var argv []string
	for _, word := range words {
		if len(word) == 1 && word[0].Variable == session.Args {
			argv = append(argv, o.Args...)
			continue
		}
		var argument strings.Builder
		for _, part := range word {
			switch part.Variable {
			case session.Session:
				argument.WriteString("an id")
			case session.Prompt:
				argument.WriteString(o.Prompt)
			case session.Workdir:
				argument.WriteString(o.Workdir)
			default:
				argument.WriteString(part.Text)
			}
		}
		argv = append(argv, argument.String())
	}
	return argv
}

func TestNULIsRefused(t *testing.T) {
	agent := readyAgents(t)[0]
	for label, change := range map[string]func(*script.Options){
		"name":              func(o *script.Options) { o.Name += "\x00" },
		"home":              func(o *script.Options) { o.Home += "\x00" },
		"workdir":           func(o *script.Options) { o.Workdir += "\x00" },
		"data_dir":          func(o *script.Options) { o.DataDir += "\x00" },
		"prompt":            func(o *script.Options) { o.Prompt = "a\x00b" },
		"args":              func(o *script.Options) { o.Args = []string{"a", "\x00"} },
		"command":           func(o *script.Options) { o.Command = "\x00" },
		"resume":            func(o *script.Options) { o.Resume = "\x00" },
		"on_resume_failure": func(o *script.Options) { o.OnResumeFailure = "\x00" },
		"task_id":           func(o *script.Options) { o.SnapshotForTaskID = "\x00" },
	} {
		o := options(t, &agent)
		change(&o)
		for _, renderer := range []func(script.Options) (string, error){script.Start, script.Shutdown} {
			if text, err := renderer(o); err == nil {
				t.Errorf("%s: no error for a NUL; the script has %d bytes", label, len(text))
			} else if text != "" || !strings.Contains(err.Error(), `\x00`) {
				t.Errorf("%s: the error does not show the value, or comes with a script: %v", label, err)
			}
		}
	}
}

// TestHostileCatalog renders an agent whose names, which the provider
// configuration can set, are written to become code.
func TestHostileCatalog(t *testing.T) {
	for _, agent := range readyAgents(t) {
		for _, hostile := range []string{"x\"; injected; \"", "x$(injected)", "x`injected`", "x'; injected; '", "x\ninjected\n", "x\\\"; injected #"} {
			described := *agent.Session
			described.Package, described.Binaries = hostile, []string{hostile}
			described.Cold = append(slices.Clone(described.Cold), hostile)
			described.Warm = append(slices.Clone(described.Warm), hostile)
			described.NewID = []string{"new", hostile}
			described.Detect.Contains += hostile
			described.Detect.Glob += "*" + hostile
			if described.Detect.Kind == catalog.DetectCommand {
				described.Detect.Command = append(slices.Clone(described.Detect.Command), hostile)
				described.Detect.RecordStart, described.Detect.Unprompted = hostile, hostile
			}
			if described.Capture != nil {
				capture := *described.Capture
				capture.Glob += hostile
				capture.FirstLine = append(slices.Clone(capture.FirstLine), hostile)
				capture.Contains = append(slices.Clone(capture.Contains), hostile)
				described.Capture = &capture
			}
			entry := agent
			entry.DisplayName, entry.AgentAPIType, entry.Session = hostile, hostile, &described
			o := options(t, &entry)
			o.AgentAPIVersion = hostile
			for label, renderer := range map[string]func(script.Options) (string, error){"start": script.Start, "shutdown": script.Shutdown} {
				text := render(t, renderer, o)
				file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
				if err != nil {
					t.Errorf("%s, %s, %q: %v", agent.Slug, label, hostile, err)
					continue
				}
				syntax.Walk(file, func(node syntax.Node) bool {
					if call, ok := node.(*syntax.CallExpr); ok && len(call.Args) > 0 && call.Args[0].Lit() == "injected" {
						t.Errorf("%s, %s, %q: runs as code at %s", agent.Slug, label, hostile, call.Pos())
					}
					return true
				})
			}
		}
	}
}

func FuzzQuoting(f *testing.F) {
	for _, value := range []string{"", "it's", "$(touch x)", "a\nb", `\`, "\xff", "\u200b0", "-n", "{prompt}"} {
		f.Add(value)
	}
	f.Fuzz(func(t *testing.T, value string) {
		if strings.ContainsRune(value, 0) || len(value) > 100_000 {
			t.Skip("refused, or longer than a script can be")
		}
		for _, locale := range locales {
			checkStartValues(t, locale, value)
		}
	})
}
