package persistence

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
)

// checkTexts reports arguments and prompts that no program can be given.
func checkTexts(r *Request) []Finding {
	var findings []Finding
	var session *catalog.Session
	if agent, err := r.catalog().Lookup(r.Agent); err == nil {
		session = agent.Session
	}
	for i, arg := range r.Args {
		if problem := badText(arg); problem != "" {
			findings = append(findings, Finding{
				Error, at("args", i), "Invalid Argument",
				"args: " + problem + Write("args", List(soundArgs(r.Args, session))),
			})
			break
		}
	}
	if problem := badText(r.Prompt); problem != "" {
		findings = append(findings, Finding{
			Error, at("prompt"), "Invalid Prompt",
			"prompt: " + problem + " A prompt can name a file that the agent reads." + Write("prompt", shortPrompt),
		})
	}
	return findings
}

const shortPrompt = `"Do what TASK.md says."`

// maxArgument is the longest argument that Linux passes to a program: 128 KiB
// with the final NUL.
const maxArgument = 128*1024 - 1

func badText(text string) string {
	switch nul := strings.IndexByte(text, 0); {
	case nul >= 0:
		return fmt.Sprintf("a program cannot be given a NUL character, found one after %d bytes.", nul)
	case len(text) > maxArgument:
		return fmt.Sprintf("Linux passes at most %d bytes to a program, got: %d bytes.", maxArgument, len(text))
	}
	return ""
}

// checkArgs reports the first argument that chooses a session, which is for the
// start script to do, or else the first that is not one argument.
func checkArgs(r *Request, agent *catalog.Agent) []Finding {
	advice := Write("args", List(soundArgs(r.Args, agent.Session)))
	for i, arg := range r.Args {
		if agent.Session.Chooses(r.Args, i) {
			return []Finding{{Error, at("args", i), "Argument Chooses The Session", fmt.Sprintf(
				"args must not have %q: the start script tells %s which session to start or resume. "+
					"To begin a new session on every start, set resume = false.", arg, agent.DisplayName) + advice}}
		}
	}
	for i, arg := range r.Args {
		switch option, _, glued := cutOption(r.Args, i); {
		case glued:
			return []Finding{{Warning, at("args", i), "Option And Value In One Argument", fmt.Sprintf(
				"Each element of args is one argument, and no shell splits it, so the agent gets an option called %q. "+
					"Write %s and its value as two elements.", arg, option) + advice}}
		case strayBlank(r.Args, i):
			return []Finding{{Warning, at("args", i), "Empty Argument", fmt.Sprintf(
				"Element %d of args is empty, and the agent gets it as an empty argument. "+
					"To drop an element conditionally, use compact or concat.", i) + advice}}
		}
	}
	return nil
}

// soundArgs returns the arguments without what the checks report. The session is
// nil while the agent is unknown.
func soundArgs(args []string, s *catalog.Session) []string {
	var sound []string
	for i := 0; i < len(args); i++ {
		option, value, glued := cutOption(args, i)
		switch {
		case badText(args[i]) != "" || strayBlank(args, i):
		case s != nil && s.Chooses(args, i):
			if !glued && !strings.Contains(option, "=") && i+1 < len(args) && !strings.HasPrefix(args[i+1], "-") {
				i++ // its value
			}
		case glued:
			sound = append(sound, option, value)
		default:
			sound = append(sound, args[i])
		}
	}
	return sound
}

var gluedOption = regexp.MustCompile(`(?s)^(--?[A-Za-z][A-Za-z0-9_-]*) +(.+)$`)

// cutOption cuts an argument such as "--model opus".
func cutOption(args []string, i int) (option, value string, glued bool) {
	mayBeText := catalog.IsValue(args, i) && !strings.HasPrefix(args[i], "--")
	if m := gluedOption.FindStringSubmatch(args[i]); m != nil && !mayBeText {
		return m[1], strings.TrimSpace(m[2]), true
	}
	return args[i], "", false
}

// strayBlank reports whether args[i] is blank and no option's value.
func strayBlank(args []string, i int) bool {
	return strings.TrimSpace(args[i]) == "" && !catalog.IsValue(args, i)
}
