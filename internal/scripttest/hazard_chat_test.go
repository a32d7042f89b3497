package scripttest

import (
	"strings"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/workspace"
)

// TestHazardD_AgentNeverReady: an agent that shows a login screen after a
// restart has agentapi save a nearly empty chat. The good one must survive any
// number of stops, saves and kills until the agent is ready again.
func TestHazardD_AgentNeverReady(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, nil)
	s.start()
	s.say(firstMessage)
	s.stop()

	s.behave("never-ready")
	for i, end := range []func(){func() { s.stop() }, s.kill, func() { s.stop() }} {
		s.launch()
		s.must(s.run.WaitListening(s.context()))
		time.Sleep(2500 * time.Millisecond) // more than two save intervals
		end()
		if !s.state().Contains(workspace.RoleUser, firstMessage) {
			t.Errorf("after start %d without a ready agent the chat is lost", i+1)
		}
	}
	s.behave("")
	s.start()
	s.chat(firstMessage)
	s.say(secondMessage)
	s.stop()
	if state := s.state(); !state.Contains(workspace.RoleUser, firstMessage) || !state.Contains(workspace.RoleUser, secondMessage) {
		t.Errorf("the chat is incomplete: %+v", state.Messages)
	}

	// Without the remedies a stop loses the chat, and so does a save.
	s.behave("never-ready")
	s.result.ShutdownScript = without(t, s.result.ShutdownScript, "\nverify_state\n", "\n")
	s.launch()
	s.must(s.run.WaitListening(s.context()))
	s.stop()
	if s.state().Contains(workspace.RoleUser, firstMessage) {
		t.Error("the variant without a check after the stop kept the chat: this test proves nothing")
	}
	s.result.StartScript = without(t, s.result.StartScript, "if save_is_safe &&", "if")
	s.launch()
	s.must(s.run.WaitListening(s.context()))
	s.waitFor("a harmful save", func() bool {
		return strings.Contains(s.agentAPILog(), "State saved successfully") && !s.state().Contains(workspace.RoleUser, firstMessage)
	})
}

// TestHazardE_UnansweredQuestion: agentapi does not count a question as a
// change until the agent visibly answers, so a stop loses it.
func TestHazardE_UnansweredQuestion(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		earlier bool
	}{{"the only one", false}, {"after others", true}} {
		t.Run(test.name, func(t *testing.T) {
			s := newStandIn(t, nil)
			if test.earlier {
				s.start()
				s.say(firstMessage)
				s.stop()
			}
			unanswered := func(text string) {
				s.behave("silent")
				s.start()
				s.must(s.client().Send(s.context(), text))
				s.waitFor("the agent to read the question", func() bool { return strings.Contains(s.turns(), text) })
				s.stop()
				s.behave("")
			}
			unanswered(secondMessage)
			state := s.state()
			if !state.Contains(workspace.RoleUser, secondMessage) || test.earlier != state.Contains(workspace.RoleUser, firstMessage) {
				t.Errorf("the state file lacks the question: %+v", state.Messages)
			}
			s.start()
			s.chat(secondMessage)
			if test.earlier {
				s.chat(firstMessage)
			}
			s.stop()

			s.result.ShutdownScript = without(t, s.result.ShutdownScript, "  complete_state\n", "")
			unanswered(thirdMessage)
			if s.state().Contains(workspace.RoleUser, thirdMessage) {
				t.Error("the variant without the remedy kept the question: this test proves nothing")
			}
		})
	}
}

// TestHazardR_EverythingKilled: a node dies. Of the chat at most the save
// interval may be missing.
func TestHazardR_EverythingKilled(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, nil)
	s.start()
	for _, text := range []string{firstMessage, secondMessage} {
		s.say(text)
		time.Sleep(2500 * time.Millisecond) // the save interval of 1 s, the pause before it, and a slow machine
		s.kill()
		s.start()
		s.chat(text)
	}
	s.began(2)

	s.kill()
	s.rerender(func(r *persistence.Request) { r.StateSaveIntervalSeconds = 0 })
	s.start()
	s.say(thirdMessage)
	time.Sleep(2500 * time.Millisecond)
	s.kill()
	s.start()
	if lacks := s.missing(thirdMessage); len(lacks) == 0 {
		t.Error("the chat was saved although the template says that it is not: this test proves nothing")
	}
	s.chat(firstMessage, secondMessage)
}

// TestHazardP_AgentAPIKilled: the kernel kills agentapi for want of memory. It
// comes back by itself, with its chat and the agent's session.
func TestHazardP_AgentAPIKilled(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, nil)
	s.start()
	s.say(firstMessage)
	time.Sleep(2500 * time.Millisecond)
	killed := s.run.AgentAPI()
	s.must(s.Kill9(killed))
	s.waitFor("another agentapi", func() bool { pid := s.run.AgentAPI(); return pid != 0 && pid != killed })
	s.must(s.run.WaitStable(s.context()))
	s.chat(firstMessage)
	s.say(secondMessage)
	s.began(1)
	s.logged("agentapi was killed (status 137); starting it again (1 of 5)")
	if agents := s.Find(standInName); len(agents) != 1 {
		t.Errorf("agents that run: %v, want one", agents)
	}
	s.stop()

	s.result.StartScript = without(t, s.result.StartScript, "restarts < 5", "restarts < 0")
	s.start()
	s.must(s.Kill9(s.run.AgentAPI()))
	if _, err := s.run.WaitGone(30 * time.Second); err != nil {
		t.Errorf("the variant without the remedy did not end: this test proves nothing: %v", err)
	}
}
