package agenttest

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// The variables a fake reads.
const (
	// modelVariable names the model server's address, without /v1.
	modelVariable = "AGENT_FAKE_MODEL"
	// serverVariable names the directory that stands for a vendor's servers.
	serverVariable = "AGENT_FAKE_SERVER"
)

// message is one turn of a conversation.
type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// store is where a conversation is kept.
type store interface {
	// load returns the conversation so far.
	load() ([]message, error)
	// add keeps a question with its answer.
	add(question, answer string) error
}

// Conversation is what a fake holds: it answers what is typed, or nothing when
// its arguments asked for something else.
//
// A fake takes the documented arguments, refuses all others, keeps its
// conversation where and how the real program is documented to, and speaks to
// a model server of the OpenAI Chat Completions protocol. It shows that the
// scripts do what the catalog says; it shows nothing about the real program.
type Conversation struct {
	store  store
	prompt string // asked before anything is typed; "" for none
	box    string // what the program draws around its input line
}

// Main runs the fake that the program's own name asks for and returns its exit
// status. It returns false for any other name. Call it first in TestMain.
func Main() (status int, ok bool) {
	for _, a := range registered {
		if a.Real() || a.Program != filepath.Base(os.Args[0]) {
			continue
		}
		c, err := a.Fake(os.Args[1:], os.Stdout)
		if err == nil && c != nil {
			err = c.talk(os.Stdin, os.Stdout)
		}
		if err != nil {
			_, _ = fmt.Fprintln(os.Stderr, "error:", err)
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

// slimBox is the input box AgentAPI recognizes for most types.
const slimBox = "\n────────────────────────────\n> "

// talk answers line by line until the input ends. The terminal echoes what is
// typed.
func (c *Conversation) talk(in io.Reader, out io.Writer) error {
	history, err := c.store.load()
	if err != nil {
		return err
	}
	for _, m := range history {
		_, _ = fmt.Fprintf(out, "(%s) %s\n", m.Role, m.Content)
	}
	turn := func(question string) error {
		// AgentAPI takes a screen that stays as it is for a lost Enter key.
		_, _ = fmt.Fprintln(out, "thinking")
		answer, err := ask(append(history, message{"user", question}))
		if err != nil {
			return err
		}
		if err := c.store.add(question, answer); err != nil {
			return err
		}
		history = append(history, message{"user", question}, message{"assistant", answer})
		_, err = fmt.Fprintf(out, "%s\n%s", answer, c.box)
		return err
	}
	if c.prompt != "" {
		_, _ = fmt.Fprintln(out, c.prompt)
		if err := turn(c.prompt); err != nil {
			return err
		}
	} else if _, err := io.WriteString(out, c.box); err != nil {
		return err
	}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadString('\n')
		// AgentAPI may mark what it types as pasted, and tries the keyboard first.
		line = strings.NewReplacer("\x1b[200~", "", "\x1b[201~", "", "\b", "").Replace(line)
		if line = strings.TrimSpace(line); line != "" {
			if err := turn(line); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// ask sends the conversation to the model. It offers a tool, as agents do.
func ask(messages []message) (string, error) {
	body, err := json.Marshal(map[string]any{
		"model": "loopback", "messages": messages,
		"tools": []any{map[string]any{"type": "function", "function": map[string]any{"name": "shell"}}},
	})
	if err != nil {
		return "", err
	}
	client := &http.Client{Timeout: 2 * time.Minute, Transport: &http.Transport{}}
	response, err := client.Post(os.Getenv(modelVariable)+"/v1/chat/completions", "application/json", bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	var answer struct {
		Choices []struct {
			Message message `json:"message"`
		} `json:"choices"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil || len(answer.Choices) == 0 {
		return "", fmt.Errorf("no answer from the model: %w", err)
	}
	return answer.Choices[0].Message.Content, nil
}

// options splits arguments: the values of the known options by name, and what
// stands after "--", or alone, as the prompt. Known options without a value
// are given as false.
func options(args []string, known map[string]bool) (values map[string]string, prompt string, err error) {
	values = map[string]string{}
	for i := 0; i < len(args); i++ {
		name, value, joined := strings.Cut(args[i], "=")
		takesValue, found := known[name]
		switch {
		case args[i] == "--" && i+2 == len(args):
			return values, args[i+1], nil
		case found && joined:
			values[name] = value
		case found && !takesValue:
			values[name] = "true"
		case found && i+1 < len(args):
			i++
			values[name] = args[i]
		case !strings.HasPrefix(args[i], "-") && i+1 == len(args):
			return values, args[i], nil
		default:
			return nil, "", fmt.Errorf("unexpected argument %q in %q", args[i], args)
		}
	}
	return values, "", nil
}

// newUUID returns a random UUID of version 4.
func newUUID() string {
	var b [16]byte
	_, _ = rand.Read(b[:])
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
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
