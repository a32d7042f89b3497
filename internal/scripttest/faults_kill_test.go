package scripttest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/modelserver"
)

// soakVariable sets the number of kill cycles.
const soakVariable = "CODER_PERSISTENCE_SOAK"

// slack is what may pass, on a busy machine, between the end of a save interval
// and the end of the save.
const slack = 3 * time.Second

// TestKillCycles starts a real agent, talks to it and kills everything at a
// random moment, again and again. Each time the agent must know what was said
// before, and of the chat at most the save interval may be missing.
//
// CODER_PERSISTENCE_SOAK=100 runs 100 cycles instead of 3; make soak does.
func TestKillCycles(t *testing.T) {
	cycles := 3
	if text := os.Getenv(soakVariable); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			t.Fatalf("%s is %q, want a number of cycles", soakVariable, text)
		}
		cycles = n
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("%d cycles, seed %d", cycles, seed)
	random := rand.New(rand.NewPCG(seed, 0))

	const interval = time.Second // the fixture's save interval
	f := newFixture(t, "goose", nil)
	f.start()
	f.asked(prompt)
	f.must(f.run.WaitStable(f.context()))

	// said are the messages that were answered, with the time of the answer.
	type message struct {
		text string
		at   time.Time
		gone bool // from the chat, by a kill that came before a save was due
	}
	var said []message
	for cycle := range cycles {
		text := fmt.Sprintf("This is question number %d.", cycle+1)
		request := f.say(text)
		said = append(said, message{text: text, at: time.Now()})
		f.carries(request, prompt, modelserver.ReplyPrefix(1))
		for i, earlier := range said {
			f.carries(request, earlier.text)
			if i > 0 {
				f.carries(request, modelserver.ReplyPrefix(i+1))
			}
		}

		wait := time.Duration(random.Int64N(int64(2 * interval)))
		switch cycle % 3 {
		case 0: // long enough for a save of this very question
			wait += interval + slack
		case 1: // in the middle of a question, which may or may not survive
			run := f.run
			asking, stop := context.WithTimeout(f.context(), wait)
			go func() {
				defer stop()
				_ = run.Send(asking, fmt.Sprintf("You will not live to answer question %d.", cycle+1))
			}()
		}
		time.Sleep(wait)
		killed := time.Now()
		f.kill()

		f.start()
		messages, err := f.run.Messages(f.context())
		f.must(err)
		for i, m := range said {
			found := false
			for _, kept := range messages {
				found = found || contains(kept.Content, m.text)
			}
			switch age := killed.Sub(m.at); {
			case found || m.gone:
			case age > interval+slack:
				t.Errorf("cycle %d: %q was answered %v before the kill and is not in the chat", cycle+1, m.text, age)
			default:
				said[i].gone = true
			}
		}
	}
	f.say("Was that all?")
	f.stop()
	f.promptSent(1)
}
