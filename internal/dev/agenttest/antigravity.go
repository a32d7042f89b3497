package agenttest

import (
	"fmt"
	"io"
	"os"
)

func init() {
	register(Agent{
		Slug:    "antigravity",
		Program: "agy",
		Fake:    antigravity,
		Args:    func(string) []string { return []string{"--dangerously-skip-permissions"} },
		Talk:    `agy --prompt-interactive "$1" </dev/null`,
	})
}

// antigravity: a database for each conversation, which appears with the first
// message.
func antigravity(args []string, _ io.Writer) (*Conversation, error) {
	given, rest, err := options(args, map[string]bool{"--conversation": true, "--prompt-interactive": true, "--dangerously-skip-permissions": false})
	if err != nil {
		return nil, err
	}
	if rest != "" {
		return nil, fmt.Errorf("unexpected argument %q", rest)
	}
	id := given["--conversation"]
	if id == "" {
		id = newUUID()
	} else if _, err := os.Stat(home(".gemini/antigravity-cli/conversations", id+".db")); err != nil {
		return nil, fmt.Errorf("no conversation %s", id)
	}
	file := home(".gemini/antigravity-cli/conversations", id+".db")
	return &Conversation{store: jsonLines(file), prompt: given["--prompt-interactive"], box: slimBox}, nil
}
