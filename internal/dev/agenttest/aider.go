package agenttest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

func init() {
	register(Agent{
		Slug:          "aider",
		Program:       "aider",
		Fake:          aider,
		Args:          func(string) []string { return []string{"--no-auto-commits"} },
		Talk:          `printf '%s\n' "$1" | aider`,
		TalkElsewhere: true,
	})
}

// aider: a Markdown file in the repository. It takes no prompt and stays.
func aider(args []string, _ io.Writer) (*Conversation, error) {
	given, prompt, err := options(args, map[string]bool{"--restore-chat-history": false, "--no-auto-commits": false})
	if err != nil || prompt != "" {
		return nil, errors.Join(err, fmt.Errorf("unexpected arguments %q", args))
	}
	directory, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	root := directory
	for root != "/" {
		if _, err := os.Stat(filepath.Join(root, ".git")); err == nil {
			break
		}
		root = filepath.Dir(root)
	}
	if root == "/" {
		root = directory
	}
	s := &markdown{file: filepath.Join(root, ".aider.chat.history.md"), restore: given["--restore-chat-history"] != ""}
	return &Conversation{store: s, box: slimBox}, s.append("\n# aider chat started at " + time.Now().Format(time.DateTime) + "\n\n")
}

// markdown is Aider's history: questions behind four number signs.
type markdown struct {
	file    string
	restore bool
}

func (s *markdown) append(text string) error {
	file, err := os.OpenFile(s.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}

func (s *markdown) load() ([]message, error) {
	text, err := os.ReadFile(s.file)
	if err != nil || !s.restore {
		return nil, err
	}
	var messages []message
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if question, ok := strings.CutPrefix(line, "#### "); ok {
			messages = append(messages, message{"user", question})
		} else if line != "" && !strings.HasPrefix(line, "# ") {
			messages = append(messages, message{"assistant", line})
		}
	}
	return messages, nil
}

func (s *markdown) add(question, answer string) error {
	return s.append("#### " + question + "\n\n" + answer + "\n\n")
}
