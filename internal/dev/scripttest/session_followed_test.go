package scripttest

import (
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
)

// TestClearedConversationComesBack: a user begins a new conversation in the
// chat, with the CLI's own command. What comes back after a stop and after a
// kill is what was said since, and nothing from before.
func TestClearedConversationComesBack(t *testing.T) {
	t.Parallel()
	for _, agent := range realAgents {
		if agentOf(t, agent).Clear == "" {
			continue
		}
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, agent)
			f.startTask()
			f.clear()
			f.lacks(f.say(firstMessage), prompt)
			f.stop()

			f.start()
			request := f.say(secondMessage)
			f.carries(request, firstMessage)
			f.lacks(request, prompt)
			f.clear()
			f.say(thirdMessage)
			if byContent(t, agent) {
				f.waitSaved(thirdMessage)
			}
			f.kill()

			f.start()
			request = f.say(fourthMessage)
			f.carries(request, thirdMessage)
			f.lacks(request, prompt, secondMessage)
			f.given(prompt, 1)
		})
	}
}

// byContent reports whether nothing but the chat tells which session the agent
// is in. Then what was said must be saved before a kill.
func byContent(t *testing.T, agent string) bool {
	t.Helper()
	entry, err := agents.Default().Lookup(agent)
	if err != nil {
		t.Fatal(err)
	}
	kind := entry.Session.Follow.Kind
	return kind == catalog.FollowContent || kind == catalog.FollowCommand
}
