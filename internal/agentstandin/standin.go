package agentstandin

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

// The variables a stand-in reads.
const (
	// ModelVariable names the model server's address, without /v1.
	ModelVariable = "AGENT_STANDIN_MODEL"
	// ServerVariable names the directory that stands for a vendor's servers,
	// where Amp keeps its threads.
	ServerVariable = "AGENT_STANDIN_SERVER"
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

// run is a conversation to hold.
type run struct {
	store  store
	prompt string // asked before anything is typed; "" for none
	box    string // what the program draws around its input line
}

// clis are the stand-ins by program name. A nil run means that the program has
// done what it was asked.
var clis = map[string]func(args []string, out io.Writer) (*run, error){
	"amp":          amp,
	"q":            amazonQ,
	"kiro-cli":     kiro,
	"cursor-agent": cursor,
	"aider":        aider,
}

// Main runs the stand-in that the program's own name asks for and returns its
// exit status. It returns false for any other name.
func Main() (status int, ok bool) {
	start, ok := clis[filepath.Base(os.Args[0])]
	if !ok {
		return 0, false
	}
	r, err := start(os.Args[1:], os.Stdout)
	if err == nil && r != nil {
		err = r.talk(os.Stdin, os.Stdout)
	}
	if err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "error:", err)
		return 1, true
	}
	return 0, true
}

// slimBox is the input box AgentAPI recognizes for most types.
const slimBox = "\n────────────────────────────\n> "

// talk answers line by line until the input ends. The terminal echoes what is
// typed.
func (r *run) talk(in io.Reader, out io.Writer) error {
	history, err := r.store.load()
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
		if err := r.store.add(question, answer); err != nil {
			return err
		}
		history = append(history, message{"user", question}, message{"assistant", answer})
		_, err = fmt.Fprintf(out, "%s\n%s", answer, r.box)
		return err
	}
	if r.prompt != "" {
		_, _ = fmt.Fprintln(out, r.prompt)
		if err := turn(r.prompt); err != nil {
			return err
		}
	} else if _, err := io.WriteString(out, r.box); err != nil {
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
	response, err := client.Post(os.Getenv(ModelVariable)+"/v1/chat/completions", "application/json", bytes.NewReader(body)) //nolint:gosec // the test names its own model server
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
