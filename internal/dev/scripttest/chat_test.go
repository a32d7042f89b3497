package scripttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/toolchain"
)

// The chat only grows, unless the conversation really began again; nothing
// unproved replaces something good. What a stop says was saved is there.

// TestChatOfAnotherPort: the module passes another port than the resource has,
// and another agent listens on the resource's. A stop must not take that one's
// chat for this one's.
func TestChatOfAnotherPort(t *testing.T) {
	t.Parallel()
	other := newFake(t)
	other.start()
	for _, text := range []string{"One of the other's.", "Two of the other's.", "Three of the other's."} {
		other.tell(text)
	}
	f := other.neighbor("second", resourcePort(other.port))
	f.start()
	f.tell(firstMessage)
	f.stopAgent()
	text, err := os.ReadFile(f.dataPath("state/agentapi-state.json"))
	f.must(err)
	if strings.Contains(string(text), "of the other's") || !strings.Contains(string(text), firstMessage) {
		t.Errorf("the chat of this agent is:\n%s", text)
	}
	f.start()
	f.chat(firstMessage)
	if lacks := f.missing("One of the other's."); len(lacks) == 0 {
		t.Error("the chat shows the other agent's messages")
	}
	if len(other.Find("agentapi")) != 2 {
		t.Error("the other agent was stopped")
	}
}

// TestLoginScreen: an agent that shows a login screen after a restart has
// agentapi keep a nearly empty chat. The good one survives any number of stops,
// saves and kills until the agent is ready again.
func TestLoginScreen(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.start()
	f.tell(firstMessage)
	f.stop()
	f.behave("never-ready")
	for i, end := range []func(){func() { f.stop() }, f.kill, func() { f.stop() }} {
		f.launch()
		f.must(f.run.WaitListening(f.context()))
		time.Sleep(2500 * time.Millisecond) // more than two save intervals
		end()
		if !f.saved(firstMessage) {
			t.Errorf("after start %d without a ready agent the chat is lost", i+1)
		}
	}
	f.behave("")
	f.start()
	f.chat(firstMessage)
	f.tell(secondMessage)
	f.stop()
	if !f.saved(firstMessage) || !f.saved(secondMessage) {
		t.Error("the chat is incomplete")
	}
}

// TestUnansweredQuestion: agentapi does not count a question as a change until
// the agent visibly answers. It is saved nevertheless.
func TestUnansweredQuestion(t *testing.T) {
	t.Parallel()
	for _, earlier := range []bool{false, true} {
		t.Run(fmt.Sprintf("after others %v", earlier), func(t *testing.T) {
			t.Parallel()
			f := newFake(t)
			if earlier {
				f.start()
				f.tell(firstMessage)
				f.stop()
			}
			f.behave("silent")
			f.start()
			f.must(f.client().Send(f.context(), secondMessage))
			f.waitFor("the agent to read the question", func() bool { return strings.Contains(f.turns(), secondMessage) })
			f.stop()
			f.behave("")
			if !f.saved(secondMessage) || f.saved(firstMessage) != earlier {
				t.Error("the state file lacks a question")
			}
			f.start()
			f.chat(secondMessage)
			if earlier {
				f.chat(firstMessage)
			}
			f.tell(thirdMessage)
			f.stop()
			if !f.saved(secondMessage) || !f.saved(thirdMessage) {
				t.Error("the chat is incomplete after another message")
			}
		})
	}
}

// TestEverythingKilled: a node dies. What was saved before is in the chat, and
// without saves it is not.
func TestEverythingKilled(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.start()
	for _, text := range []string{firstMessage, secondMessage} {
		f.tell(text)
		f.waitSaved(text)
		f.kill()
		f.start()
		f.chat(text)
	}
	f.began(2)
	f.kill()
	f.render(withPrompt(""), saveEvery(0))
	f.start()
	f.tell(thirdMessage)
	f.kill()
	f.start()
	f.chat(firstMessage, secondMessage)
	if lacks := f.missing(thirdMessage); len(lacks) == 0 {
		t.Error("the chat was saved although the template says that it is not")
	}
}

// brokenChats are what a crash, a full disk or a person makes of a chat file.
func brokenChats(good []byte) map[string][]byte {
	cases := map[string][]byte{
		"empty": {}, "other version": bytes.Replace(good, []byte(`"version":1`), []byte(`"version":2`), 1), "not JSON": []byte("<html></html>\n"),
	}
	middle := len(good) / 2
	cases["cut in the middle"] = good[:middle]
	cases["zeros in the middle"] = append(append(bytes.Clone(good[:middle]), make([]byte, 16)...), good[middle+16:]...)
	cases["a quote too many in the middle"] = append(append(bytes.Clone(good[:middle]), `"`...), good[middle:]...)
	cases["a part missing in the middle"] = append(bytes.Clone(good[:middle-60]), good[middle+60:]...)
	cases["other bytes in the middle"] = append(append(bytes.Clone(good[:middle]), `]}{[`...), good[middle+4:]...)
	return cases
}

// TestBrokenChat: the copy takes the place of a broken chat file, which is kept
// under another name. Without a copy a new chat begins. A stop never puts the
// broken file back.
func TestBrokenChat(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.start()
	for _, text := range []string{firstMessage, thirdMessage, fourthMessage} {
		f.tell(text)
	}
	f.stop()
	file := f.dataPath("state/agentapi-state.json")
	good, err := os.ReadFile(file)
	f.must(err)
	for name, broken := range brokenChats(good) {
		for _, withCopy := range []bool{true, false} {
			if !withCopy && !strings.HasSuffix(name, "in the middle") {
				continue
			}
			t.Run(fmt.Sprintf("%s, with a copy %v", name, withCopy), func(t *testing.T) {
				f := f.in(t)
				f.must(os.WriteFile(file, broken, 0o600))
				f.must(os.WriteFile(file+".backup", map[bool][]byte{true: good, false: broken}[withCopy], 0o600))
				f.start()
				if withCopy {
					f.chat(firstMessage, thirdMessage, fourthMessage)
				}
				f.tell(secondMessage)
				f.stop()
				text, err := os.ReadFile(file)
				f.must(err)
				if !json.Valid(text) || !f.saved(secondMessage) || withCopy && !f.saved(firstMessage) {
					t.Errorf("after the stop the chat is:\n%s", text)
				}
				if backup, err := os.ReadFile(file + ".backup"); err == nil && !json.Valid(backup) {
					t.Error("the copy is broken")
				}
			})
		}
	}
}

// in is the same agent in a subtest.
func (f *fake) in(t testing.TB) *fake {
	t.Helper()
	copied := *f.fixture
	copied.t = t
	return &fake{&copied}
}

// TestCopyIsBroken: the chat is good and its copy is not.
func TestCopyIsBroken(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.start()
	f.tell(firstMessage)
	f.stop()
	file := f.dataPath("state/agentapi-state.json")
	good, err := os.ReadFile(file)
	f.must(err)
	middle := len(good) / 2
	// More questions than the chat has.
	broken := append(bytes.Clone(good[:middle]), strings.Repeat(`{"role":"user"`, 10)...)
	f.must(os.WriteFile(file+".backup", append(broken, good[middle:]...), 0o600))
	f.start()
	f.chat(firstMessage)
	f.tell(secondMessage)
	f.stop()
	if !f.saved(firstMessage) || !f.saved(secondMessage) {
		t.Error("the chat is incomplete")
	}
}

// claims reports whether a script says that it saved the chat.
func claims(output string) bool {
	return strings.Contains(output, "the chat is saved") || strings.Contains(output, "the chat is on disk")
}

// TestStopSaysWhatIsSaved: with a chat that is saved, a stop says so.
func TestStopSaysWhatIsSaved(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.start()
	f.tell(firstMessage)
	result := f.stop()
	if !claims(result.Output) || !strings.Contains(result.Output, "1 user message") || !f.saved(firstMessage) {
		t.Errorf("saved: %v\n%s", f.saved(firstMessage), result.Output)
	}
}

// TestOldAgentAPI: an agentapi without state persistence resumes the agent, and
// the stop does not say that the chat is saved. An earlier chat stays as it was.
func TestOldAgentAPI(t *testing.T) {
	t.Parallel()
	f := newFake(t, agentAPIVersion("latest"))
	f.start()
	f.tell(firstMessage)
	f.stop()
	f.must(f.Link("agentapi", toolchain.RequirePath(t, "agentapi@v0.11.8")))
	f.start()
	f.tell(secondMessage)
	time.Sleep(2500 * time.Millisecond) // SIGUSR1 at the save interval would end it
	f.tell(thirdMessage)
	result := f.stop()
	if claims(result.Output) && !f.saved(thirdMessage) {
		t.Errorf("the stop says that the chat is saved, and it lacks what was said last:\n%s", result.Output)
	}
	if !f.saved(firstMessage) {
		t.Error("the earlier chat is lost")
	}
	f.began(1)
}

// TestKilledBeforeTheFirstSave: the chat is not saved, and a stop says neither
// that it is nor a wrong reason.
func TestKilledBeforeTheFirstSave(t *testing.T) {
	t.Parallel()
	f := newFake(t, saveEvery(0))
	f.start()
	f.tell(firstMessage)
	f.kill()
	result := f.shutdown()
	if result.ExitCode != 0 || claims(result.Output) || strings.Contains(result.Output, "older") || strings.Contains(result.Output, "nothing was said") {
		t.Errorf("the stop ended with status %d and says:\n%s", result.ExitCode, result.Output)
	}
}

// TestUnknownVersion: an agentapi that does not tell its version is neither
// taken for a new one, which SIGUSR1 would kill, nor for an old one, which would
// lose the chat.
func TestUnknownVersion(t *testing.T) {
	t.Parallel()
	for name, version := range map[string]string{"empty": "", "unparsable": "agentapi (devel)"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFake(t)
			f.wrapAgentAPI(version, "agentapi@v0.11.8")
			f.start()
			f.tell(firstMessage)
			time.Sleep(2500 * time.Millisecond) // more than two save intervals
			if f.run.AgentAPI() == 0 {
				t.Error("agentapi 0.11.8 did not live")
			}
			f.stop()
			f.wrapAgentAPI(version, "agentapi")
			f.start()
			f.tell(secondMessage)
			f.stop()
			f.start()
			f.chat(secondMessage)
			f.began(2)
		})
	}
}

// wrapAgentAPI puts a script on PATH that passes everything on to the given
// agentapi but its version, of which it prints what is given.
func (f *fixture) wrapAgentAPI(version, tool string) {
	f.t.Helper()
	wrapper := f.LogDir + "/agentapi"
	f.must(os.WriteFile(wrapper, fmt.Appendf(nil, "#!/bin/bash\n[[ $1 != --version ]] || { printf '%%s' '%s'; exit 0; }\nexec -a agentapi '%s' \"$@\"\n",
		version, toolchain.RequirePath(f.t, tool)), 0o700))
	f.must(f.Link("agentapi", wrapper))
}

// TestStateOfEarlierScripts: the scripts before this program left the session, the
// mark that it was proved, and the chat; nothing else.
func TestStateOfEarlierScripts(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "claude-code")
	f.startTask()
	f.say(firstMessage)
	f.stop()
	entries, err := os.ReadDir(f.dataPath("state"))
	f.must(err)
	for _, entry := range entries {
		if !slices.Contains([]string{"session", "session-established", "agentapi-state.json"}, entry.Name()) {
			f.must(os.RemoveAll(f.dataPath("state/" + entry.Name())))
		}
	}
	f.must(os.RemoveAll(f.dataPath("bin")))
	f.start()
	f.carries(f.say(secondMessage), prompt, firstMessage)
	f.stop()
	for _, message := range []string{firstMessage, secondMessage} {
		if !f.saved(message) {
			t.Errorf("the chat lacks %q", message)
		}
	}
	f.given(prompt, 1)
}

// TestFilesFromTheFuture: files from the future change nothing.
func TestFilesFromTheFuture(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.start()
	f.tell(firstMessage)
	f.stop()
	future := time.Now().AddDate(1, 0, 0)
	for _, dir := range []string{f.result.DataDir, f.dataPath("state"), f.Home + "/.fake/sessions"} {
		entries, err := os.ReadDir(dir)
		f.must(err)
		for _, entry := range entries {
			if entry.Type().IsRegular() || entry.IsDir() {
				f.must(os.Chtimes(dir+"/"+entry.Name(), future, future))
			}
		}
	}
	f.start()
	f.chat(firstMessage)
	f.tell(secondMessage)
	f.waitSaved(secondMessage)
	f.kill()
	f.start()
	f.chat(firstMessage, secondMessage)
	f.began(2)
}
