package agenttest

import (
	"crypto/md5"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func init() {
	register(Agent{
		Slug:    "cursor-cli",
		Program: "cursor-agent",
		Fake:    cursor,
		Args:    func(string) []string { return []string{"--force"} },
		Talk:    `cursor-agent --resume "$(cursor-agent create-chat)" -- "$1" </dev/null`,
	})
}

// cursor: a directory for each chat, below one for each working directory.
func cursor(args []string, out io.Writer) (*Conversation, error) {
	directory, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	chats := home(".cursor/chats", fmt.Sprintf("%x", md5.Sum([]byte(directory))))
	if len(args) == 1 && args[0] == "create-chat" {
		id := newUUID()
		_, _ = fmt.Fprintln(out, id)
		return nil, os.MkdirAll(filepath.Join(chats, id), 0o700)
	}
	given, prompt, err := options(args, map[string]bool{"--resume": true, "--force": false, "--model": true})
	if err != nil {
		return nil, err
	}
	chat := filepath.Join(chats, given["--resume"])
	if _, err := os.Stat(chat); err != nil || given["--resume"] == "" {
		return nil, fmt.Errorf("no chat %q", given["--resume"])
	}
	return &Conversation{store: jsonLines(filepath.Join(chat, "store.db")), prompt: prompt, box: slimBox}, nil
}
