package scripttest

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/toolchain"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/workspace"
)

// TestHazardM_Proxy: a proxy without exceptions must not get requests to this
// machine, neither those to agentapi nor those to a Coder server here.
func TestHazardM_Proxy(t *testing.T) {
	t.Parallel()
	s, coder := newTask(t)
	for _, name := range []string{"http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"} {
		s.Setenv(name, "http://127.0.0.1:9")
	}
	start := func() {
		t.Helper()
		if result := s.plain(); result.ExitCode != 0 {
			t.Fatalf("the start ended with status %d:\n%s", result.ExitCode, result.Output)
		}
		s.must(s.client().WaitStable(s.context()))
	}
	start()
	s.say(firstMessage)
	if result := s.stop(); !strings.Contains(result.Output, "the chat is saved: 1 user messages") || len(coder.take()) != 1 {
		t.Errorf("the stop did not save the chat and post the snapshot:\n%s", result.Output)
	}
	start()
	s.chat(firstMessage)
	s.result.ShutdownScript = without(t, s.result.ShutdownScript, "direct=(--noproxy '*')", ":")
	s.stop()
	if len(coder.take()) != 0 {
		t.Error("the variant without the remedy posts a snapshot: this test proves nothing")
	}
}

// TestHazardN_SecretsInLogs: nothing that is in the environment alone reaches
// a log, a file or a command line.
func TestHazardN_SecretsInLogs(t *testing.T) {
	t.Parallel()
	const secret = "a-secret-that-must-not-be-seen"
	s, _ := newTask(t)
	s.Setenv("ANTHROPIC_API_KEY", secret)
	s.Setenv("CODER_AGENT_TOKEN", agentToken) // what newCoderServer expects
	// A curl that leaves its command line behind.
	curl := filepath.Join(s.LogDir, "curl")
	s.must(os.WriteFile(curl, []byte("#!/bin/bash\nprintf '%s\\n' \"$@\" >\"$CURL_ARGUMENTS\"\nexec /usr/bin/curl \"$@\"\n"), 0o700))
	s.must(s.Link("curl", curl))
	s.Setenv("CURL_ARGUMENTS", filepath.Join(s.LogDir, "curl-arguments"))

	leaks := func() []string {
		var found []string
		for _, output := range s.stops {
			if strings.Contains(output, secret) || strings.Contains(output, agentToken) {
				found = append(found, "what a script wrote")
			}
		}
		for _, dir := range []string{s.Home, s.LogDir, s.Tmp} {
			s.must(filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
				if err != nil || !entry.Type().IsRegular() {
					return err
				}
				text, err := os.ReadFile(path)
				if strings.Contains(string(text), secret) || strings.Contains(string(text), agentToken) {
					found = append(found, path)
				}
				return err
			}))
		}
		return found
	}
	s.start()
	s.say(firstMessage)
	if result := s.stop(); !strings.Contains(result.Output, "log snapshot posted") {
		t.Errorf("no snapshot was posted:\n%s", result.Output)
	}
	s.behave("exit=3")
	s.refused("agentapi has ended")
	s.behave("")
	if found := leaks(); len(found) > 0 {
		t.Errorf("a secret is in %v", found)
	}
	for _, script := range []string{s.result.StartScript, s.result.ShutdownScript} {
		if strings.Contains(script, "set -x") || strings.Contains(script, "xtrace") {
			t.Error("a script traces itself")
		}
	}

	s.start()
	s.foreign = append(s.foreign, "+") // the trace
	s.result.ShutdownScript = without(t, s.result.ShutdownScript, "set -Eeuo pipefail", "set -Eeuxo pipefail")
	s.stop()
	if len(leaks()) == 0 {
		t.Error("the variant with a trace shows no secret: this test proves nothing")
	}
}

// TestHazardO_MissingLocale: the module sets a locale that need not exist, and
// what programs say of that must not become the first message of the chat.
func TestHazardO_MissingLocale(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, nil)
	first := func() string {
		messages, err := s.client().Messages(s.context())
		s.must(err)
		return messages[0].Content
	}
	s.start() // under LC_ALL=en_US.UTF-8
	s.logged("the locale en_US.UTF-8 does not exist here; using C.UTF-8")
	if text := first(); strings.Contains(text, "locale") {
		t.Errorf("the chat begins with %q", text)
	}
	s.kill()

	s.result.StartScript = without(t, s.result.StartScript, "export LC_ALL=C.UTF-8 LANG=C.UTF-8", ":")
	s.start()
	if text := first(); !strings.Contains(text, "locale") {
		t.Errorf("the variant without the remedy begins with %q: this test proves nothing. Is en_US.UTF-8 installed?", text)
	}
}

// wrapAgentAPI puts a script on PATH that passes everything on to the given
// agentapi but its version, of which it prints what is given.
func (s *standIn) wrapAgentAPI(version, tool string) {
	s.t.Helper()
	wrapper := filepath.Join(s.LogDir, "agentapi")
	s.must(os.WriteFile(wrapper, fmt.Appendf(nil, `#!/bin/bash
if [[ $1 == --version ]]; then
  printf '%%s' '%s'
  exit 0
fi
exec '%s' "$@"
`, version, toolchain.RequirePath(s.t, tool)), 0o700))
	s.must(s.Link("agentapi", wrapper))
}

// TestHazardQ_UnknownVersion: an agentapi that does not tell its version is
// neither taken for a new one, which SIGUSR1 would kill, nor for an old one,
// which would lose the chat.
func TestHazardQ_UnknownVersion(t *testing.T) {
	t.Parallel()
	for name, version := range map[string]string{"empty": "", "unparsable": "agentapi (devel)"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStandIn(t, nil)
			s.wrapAgentAPI(version, "agentapi@v0.11.8")
			s.start()
			s.say(firstMessage)
			time.Sleep(2500 * time.Millisecond) // more than two save intervals
			pid := s.run.AgentAPI()
			s.logged("older than 0.12.0")
			if result := s.stop(); pid == 0 || !strings.Contains(result.Output, "has ended") {
				t.Errorf("agentapi 0.11.8 did not live until the stop (process %d):\n%s", pid, result.Output)
			}
			if version == "" {
				script := s.result.StartScript
				s.result.StartScript = without(t, script, `[[ $text == *--state-file* ]] || stateful=false`, ":")
				s.refused("agentapi has ended")
				s.result.StartScript = script
			}

			s.wrapAgentAPI(version, "agentapi")
			s.start()
			s.say(secondMessage)
			s.stop()
			s.start()
			s.chat(secondMessage)
			s.began(2)
		})
	}
}

// TestHazardS_ACP: variables of agentapi that a template or a person sets for
// another purpose make it refuse the state, print its schema or end.
func TestHazardS_ACP(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"AGENTAPI_EXPERIMENTAL_ACP", "AGENTAPI_PRINT_OPENAPI"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStandIn(t, nil)
			s.Setenv(name, "true")
			s.start()
			s.say(firstMessage)
			s.stop()
			if !s.state().Contains(workspace.RoleUser, firstMessage) {
				t.Error("the chat was not saved")
			}
			s.result.StartScript = without(t, s.result.StartScript, "    unset AGENTAPI_EXPERIMENTAL_ACP AGENTAPI_PRINT_OPENAPI AGENTAPI_EXIT\n", "")
			if result := s.foreground(); !strings.Contains(result.Output, "agentapi has ended") {
				t.Errorf("the variant without the remedy runs: this test proves nothing:\n%s", result.Output)
			}
		})
	}
}
