package modelserver

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// echoLength bounds the echo of the prompt in a reply, in characters. With the
// words before it a reply stays on one line of an 80-column screen, so that a
// test finds it whole in what a terminal program shows.
const echoLength = 40

var ownReply = regexp.MustCompile(`\breply \d+ to: `)

// ReplyPrefix is how reply number n begins, whatever was asked.
func ReplyPrefix(n int) string { return fmt.Sprintf("reply %d to: ", n) }

// ReplyText is the whole reply number n to prompt.
func ReplyText(n int, prompt string) string { return ReplyPrefix(n) + echo(prompt) }

// reply is the answer to a request: numbered after the server's own replies
// that the request carries.
func reply(r Request) string {
	n := 1
	for _, turn := range r.Turns {
		if turn.Role == RoleAssistant && ownReply.MatchString(turn.Text) {
			n++
		}
	}
	if r.Helper {
		// Named after its purpose, so that a title or a summary that appears
		// on a screen is not taken for a reply.
		return "title of: " + echo(r.Prompt)
	}
	return ReplyText(n, r.Prompt)
}

// echo shortens text to one line of at most echoLength characters.
func echo(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	text = strings.Map(func(c rune) rune {
		if unicode.IsPrint(c) {
			return c
		}
		return -1
	}, text)
	if runes := []rune(text); len(runes) > echoLength {
		text = strings.TrimSpace(string(runes[:echoLength]))
	}
	return text
}

// pieces cuts a reply into the parts that a streaming answer sends one by one.
func pieces(text string) []string { return strings.SplitAfter(text, " ") }

// tokens is a made-up but steady token count: a quarter of the length.
func tokens(text string) int { return len(text)/4 + 1 }

func inputTokens(r Request) int {
	n := 0
	for _, turn := range r.Turns {
		n += tokens(turn.Text)
	}
	return n
}

// prompt finds what the user typed last. Agents add blocks of their own to user
// messages (environment, reminders, instructions), each wrapped in a tag; those
// are passed over. With nothing else left the last block of all is taken.
func prompt(turns []Turn) string {
	fallback := ""
	for i := len(turns) - 1; i >= 0; i-- {
		if turns[i].Role != RoleUser {
			continue
		}
		blocks := turns[i].blocks
		for j := len(blocks) - 1; j >= 0; j-- {
			block := strings.TrimSpace(blocks[j])
			if block == "" {
				continue
			}
			if fallback == "" {
				fallback = block
			}
			if bare := strings.TrimSpace(stripTagged(block)); bare != "" {
				return bare
			}
		}
	}
	return fallback
}

var openingTag = regexp.MustCompile(`<([a-zA-Z][\w-]*)>`)

// stripTagged removes the stretches <tag>…</tag> from text, whatever the tag.
// A tag that is never closed is ordinary text.
func stripTagged(text string) string {
	from := 0
	for {
		at := openingTag.FindStringSubmatchIndex(text[from:])
		if at == nil {
			return text
		}
		start, bodyStart := from+at[0], from+at[1]
		closing := "</" + text[from+at[2]:from+at[3]] + ">"
		end := strings.Index(text[bodyStart:], closing)
		if end < 0 {
			from = bodyStart
			continue
		}
		text = text[:start] + text[bodyStart+end+len(closing):]
		from = start
	}
}
