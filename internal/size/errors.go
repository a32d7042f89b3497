package size

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Forms names what [Parse] accepts, with examples. Every [ParseError] ends with it.
const Forms = "whole bytes (1073741824), decimal units k M G T P E (10G, 10GB, 500 MB), " +
	"binary units Ki Mi Gi Ti Pi Ei (10Gi, 10GiB), a fraction that comes to whole bytes (1.5Gi), or an exponent (1e9)"

// The kinds of errors; test for them with errors.Is.
var (
	// ErrEmpty is the error for an empty text or one of nothing but white space.
	ErrEmpty = errors.New("empty size")
	// ErrNegative is the error for a size below zero, -0 included.
	ErrNegative = errors.New("a size cannot be negative")
	// ErrOverflow is the error for a size above [Max].
	ErrOverflow = errors.New("larger than the largest size, 9223372036854775807 bytes (2^63-1)")
	// ErrFraction is the error for a number of bytes that is not whole, such as 0.1 or 0.3Gi.
	ErrFraction = errors.New("a fraction of a byte")
	// ErrSubByte is the error for the units milli, micro and nano, which Kubernetes has for CPU shares.
	ErrSubByte = errors.New("a unit smaller than a byte")
	// ErrAmbiguousUnit is the error for a unit in the wrong letter case, such as g, gb, Gb, K or gi.
	ErrAmbiguousUnit = errors.New("an ambiguous unit")
	// ErrUnknownUnit is the error for letters after the number that are no unit.
	ErrUnknownUnit = errors.New("an unknown unit")
	// ErrSyntax is the error for everything else that is no number with a unit.
	ErrSyntax = errors.New("not a number with a unit")
	// ErrStyle is the error for an unknown style in [Format].
	ErrStyle = errors.New("unknown style")
	// ErrPercent is the error for a negative headroom.
	ErrPercent = errors.New("a headroom cannot be negative")
)

// ParseError says why a text is not a size.
type ParseError struct {
	// Input is the text as given, in full.
	Input string
	// Kind is one of the errors above; errors.Is finds it.
	Kind error
	// Reason says what is wrong with the text, as a clause without a full stop.
	Reason string
	// Hint is a sentence that says what to write instead; empty when nothing is likely.
	Hint string
}

// Error returns the text as given, the reason, the hint and the accepted forms.
func (e *ParseError) Error() string {
	var b strings.Builder
	b.WriteString(quote(e.Input) + " is not a size in bytes: " + e.Reason + ". ")
	if e.Hint != "" {
		b.WriteString(e.Hint + " ")
	}
	b.WriteString("Accepted: " + Forms + ".")
	return b.String()
}

// Unwrap returns the kind.
func (e *ParseError) Unwrap() error { return e.Kind }

// quote quotes a text for a message and cuts it when it is long.
func quote(text string) string {
	const limit = 60
	if utf8.RuneCountInString(text) <= limit {
		return strconv.Quote(text)
	}
	return strconv.Quote(string([]rune(text)[:limit])) + "..."
}
