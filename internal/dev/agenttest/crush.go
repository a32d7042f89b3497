package agenttest

import (
	"bytes"
	"crypto/md5"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

func init() {
	register(Agent{
		Slug:    "crush",
		Program: "crush",
		Fake:    crush,
		Args:    func(string) []string { return []string{"--yolo"} },
		Talk:    `crush run "$1" </dev/null`,
	})
}

// crush: a database in the working directory with every session held there. A
// session appears with its first message.
func crush(args []string, out io.Writer) (*Conversation, error) {
	directory, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	database := filepath.Join(directory, ".crush", "crush.db")
	if slices.Equal(args, []string{"session", "list", "--json"}) {
		return nil, listCrush(database, out)
	}
	if len(args) == 4 && args[0] == "session" && args[1] == "show" && args[3] == "--json" {
		return nil, showCrush(database, args[2], out)
	}
	run := len(args) > 0 && args[0] == "run"
	if run {
		args = args[1:]
	}
	given, prompt, err := options(args, map[string]bool{"--session": true, "--yolo": false})
	if err != nil {
		return nil, err
	}
	if run == (prompt == "") {
		return nil, fmt.Errorf("only crush run takes a prompt, not %q", args)
	}
	s := &rows{file: database, key: given["--session"], resumed: true}
	if s.key == "" {
		s.key = newUUID()
	} else if history, err := s.load(); err != nil || len(history) == 0 {
		return nil, fmt.Errorf("session not found: %s", s.key)
	}
	return &Conversation{store: s, prompt: prompt, box: slimBox}, nil
}

// listCrush prints the sessions, the one used last first.
func listCrush(database string, out io.Writer) error {
	text, err := os.ReadFile(database)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	sessions := []object{}
	for line := range bytes.Lines(text) {
		if id, _, found := bytes.Cut(line, []byte("{")); found {
			sessions = append(sessions, object{"id": fmt.Sprintf("%x", md5.Sum(id)), "uuid": string(id)})
		}
	}
	slices.Reverse(sessions)
	return json.NewEncoder(out).Encode(sessions)
}

// showCrush prints one session with its messages.
func showCrush(database, id string, out io.Writer) error {
	history, err := (&rows{file: database, key: id, resumed: true}).load()
	if err != nil {
		return err
	}
	if len(history) == 0 {
		return fmt.Errorf("session not found: %s", id)
	}
	messages := make([]object, len(history))
	for i, m := range history {
		messages[i] = object{"role": m.Role, "parts": []object{{"type": "text", "text": m.Content}}}
	}
	return json.NewEncoder(out).Encode(object{"meta": object{"uuid": id}, "messages": messages})
}
