package script

import (
	"fmt"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// writer writes assignments, several short ones to a line, and keeps the first
// error, which can only be a NUL byte.
type writer struct {
	text  strings.Builder
	short int // the length of a last line that can take more, else 0
	err   error
}

// lineWidth is how wide lines of several assignments become.
const lineWidth = 140

// line writes a line of its own.
func (w *writer) line(text string) {
	w.text.WriteString(text + "\n")
	w.short = 0
}

// end ends the last line: what follows begins on another.
func (w *writer) end() { w.short = 0 }

// put writes an assignment: on the last line when there is room.
func (w *writer) put(assignment string) {
	if strings.Contains(assignment, "\n") || len(assignment) > lineWidth {
		w.line(assignment)
		return
	}
	if w.short > 0 && w.short+1+len(assignment) <= lineWidth {
		text := strings.TrimSuffix(w.text.String(), "\n") + " " + assignment + "\n"
		w.text.Reset()
		w.text.WriteString(text)
		w.short += 1 + len(assignment)
		return
	}
	w.text.WriteString(assignment + "\n")
	w.short = len(assignment)
}

// set assigns a value, if it has one: the program knows the defaults.
func (w *writer) set(name, value string) {
	if value != "" {
		w.put(name + "=" + w.quote(value))
	}
}

func (w *writer) number(name string, value int64) {
	if value != 0 {
		w.set(name, strconv.FormatInt(value, 10))
	}
}

func (w *writer) flag(name string, value bool) {
	if value {
		w.set(name, "true")
	}
}

func (w *writer) list(name string, values []string) {
	if len(values) == 0 {
		return
	}
	words := make([]string, len(values))
	for i, value := range values {
		words[i] = w.quote(value)
	}
	w.put(name + "=(" + strings.Join(words, " ") + ")")
}

// quote returns text as one bash word.
func (w *writer) quote(text string) string {
	quoted, err := syntax.Quote(text, syntax.LangBash)
	if err != nil && w.err == nil {
		w.err = fmt.Errorf("%q cannot be part of a shell script: %w", text, err)
	}
	if strings.HasPrefix(quoted, "$'") {
		// Escapes such as \u200b mean nothing to bash in the C locale. Between
		// plain quotes every byte stands for itself, and a prompt of several
		// lines can be read.
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	return quoted
}

// comment makes text safe inside a comment: a catalog entry can come from the
// provider configuration.
func comment(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text)
}
