package agenttest

import (
	"fmt"
	"io"
	"os"
)

func init() {
	register(Agent{
		Slug:    "kiro-cli",
		Program: "kiro-cli",
		Fake:    kiro,
		Args:    func(string) []string { return []string{"--trust-all-tools"} },
		Talk:    `kiro-cli chat -- "$1" </dev/null`,
	})
}

// kiro: a file for each session, which appears with the first question.
func kiro(args []string, _ io.Writer) (*Conversation, error) {
	if len(args) == 0 || args[0] != "chat" {
		return nil, fmt.Errorf("usage: kiro-cli chat, not %q", args)
	}
	given, prompt, err := options(args[1:], map[string]bool{"--resume-id": true, "--trust-all-tools": false})
	if err != nil {
		return nil, err
	}
	id := given["--resume-id"]
	if id == "" {
		id = newUUID()
	} else if _, err := os.Stat(home(".kiro/sessions/cli", id+".jsonl")); err != nil {
		return nil, fmt.Errorf("no session with id %s", id)
	}
	return &Conversation{store: jsonLines(home(".kiro/sessions/cli", id+".jsonl")), prompt: prompt, box: slimBox}, nil
}
