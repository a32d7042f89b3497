package agentstandin

import (
	"bytes"
	"crypto/md5" //nolint:gosec // Cursor names its directories so.
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// amp: threads live on the vendor's servers. It takes no prompt.
func amp(args []string, out io.Writer) (*run, error) {
	server := os.Getenv(ServerVariable)
	if len(args) < 2 || args[0] != "threads" {
		return nil, fmt.Errorf("usage: amp threads new|continue, not %q", args)
	}
	switch args[1] {
	case "new":
		id := "T-" + newUUID()
		_, _ = fmt.Fprintf(out, "https://ampcode.com/threads/%s\n", id)
		return nil, errors.Join(os.MkdirAll(server, 0o700), os.WriteFile(filepath.Join(server, id), nil, 0o600))
	case "continue":
		_, thread, err := options(args[2:], nil)
		if len(args) > 3 {
			_, _, err = options(args[3:], map[string]bool{"--dangerously-allow-all": false})
			thread = args[2]
		}
		if err != nil {
			return nil, err
		}
		file := filepath.Join(server, thread)
		if _, err := os.Stat(file); err != nil {
			return nil, fmt.Errorf("thread %s not found", thread)
		}
		return &run{store: jsonLines(file), box: "\n╭──────────────────────────╮\n╰──────────────────────────╯\n"}, nil
	}
	return nil, fmt.Errorf("unknown command %q", args[1])
}

// amazonQ: one conversation for each directory, in one database. The
// conversation of a directory is the text of its name followed by JSON, as the
// columns of a row stand in an SQLite file.
func amazonQ(args []string, _ io.Writer) (*run, error) {
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
	return &run{store: s, prompt: prompt, box: slimBox}, nil
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

// kiro: a file for each session, which appears with the first question.
func kiro(args []string, _ io.Writer) (*run, error) {
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
	return &run{store: jsonLines(home(".kiro/sessions/cli", id+".jsonl")), prompt: prompt, box: slimBox}, nil
}

// cursor: a directory for each chat, below one for each working directory.
func cursor(args []string, out io.Writer) (*run, error) {
	directory, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	chats := home(".cursor/chats", fmt.Sprintf("%x", md5.Sum([]byte(directory)))) //nolint:gosec // see above
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
	return &run{store: jsonLines(filepath.Join(chat, "store.db")), prompt: prompt, box: slimBox}, nil
}

// aider: a Markdown file in the repository. It takes no prompt and stays.
func aider(args []string, _ io.Writer) (*run, error) {
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
	return &run{store: s, box: slimBox}, s.append("\n# aider chat started at " + time.Now().Format(time.DateTime) + "\n\n")
}

// markdown is Aider's history: questions behind four number signs.
type markdown struct {
	file    string
	restore bool
}

func (s *markdown) append(text string) error {
	file, err := os.OpenFile(s.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644) //nolint:gosec // as the real one's
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

// jsonLines is a file with a message on each line.
type jsonLines string

func (s jsonLines) load() ([]message, error) {
	text, err := os.ReadFile(string(s))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	var messages []message
	for line := range bytes.Lines(text) {
		var m message
		if json.Unmarshal(line, &m) == nil {
			messages = append(messages, m)
		}
	}
	return messages, err
}

func (s jsonLines) add(question, answer string) error {
	text, err := os.ReadFile(string(s))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for _, m := range []message{{"user", question}, {"assistant", answer}} {
		line, err := json.Marshal(m)
		if err != nil {
			return err
		}
		text = append(append(text, line...), '\n')
	}
	return writeFile(string(s), text)
}

func writeFile(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o600)
}

func home(parts ...string) string {
	return filepath.Join(append([]string{os.Getenv("HOME")}, parts...)...)
}
