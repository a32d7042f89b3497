package agenttest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

func init() {
	register(Agent{
		Slug:          "amazon-q",
		Program:       "q",
		Fake:          amazonQ,
		Args:          func(string) []string { return []string{"--trust-all-tools"} },
		Talk:          `q chat -- "$1" </dev/null`,
		TalkElsewhere: true,
	})
}

// amazonQ: one conversation for each directory, in one database. The
// conversation of a directory is the text of its name followed by JSON, as the
// columns of a row stand in an SQLite file.
func amazonQ(args []string, _ io.Writer) (*Conversation, error) {
	if len(args) == 0 || args[0] != "chat" {
		return nil, fmt.Errorf("usage: q chat, not %q", args)
	}
	given, prompt, err := options(args[1:], map[string]bool{"--resume": false, "--trust-all-tools": false})
	if err != nil {
		return nil, err
	}
	directory, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	s := &rows{file: home(".local/share/amazon-q/data.sqlite3"), key: directory}
	if given["--resume"] != "" {
		s.resumed = true
		if history, err := s.load(); err == nil && len(history) > 0 && prompt == "" {
			prompt = "In a few words, summarize our conversation so far."
		}
	}
	return &Conversation{store: s, prompt: prompt, box: slimBox}, nil
}

// rows is Amazon Q's database, a line for each directory.
type rows struct {
	file, key string
	resumed   bool
	messages  []message
}

func (s *rows) load() ([]message, error) {
	if !s.resumed {
		return nil, nil
	}
	text, err := os.ReadFile(s.file)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	for line := range bytes.Lines(text) {
		if value, ok := bytes.CutPrefix(line, []byte(s.key+"{")); ok {
			var row struct {
				History []message `json:"history"`
			}
			err = json.Unmarshal(append([]byte("{"), value...), &row)
			s.messages = row.History
		}
	}
	return s.messages, err
}

func (s *rows) add(question, answer string) error {
	s.messages = append(s.messages, message{"user", question}, message{"assistant", answer})
	value, err := json.Marshal(map[string]any{"history": s.messages})
	if err != nil {
		return err
	}
	text, err := os.ReadFile(s.file)
	if err != nil {
		text = []byte("SQLite format 3\x00\n")
	}
	var kept []byte
	for line := range bytes.Lines(text) {
		if !bytes.HasPrefix(line, []byte(s.key+"{")) {
			kept = append(kept, line...)
		}
	}
	return writeFile(s.file, append(kept, s.key+string(value)+"\n"...))
}
