package size

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// maxText is the longest text Parse reads. The longest useful one, 2^-60 Ei written out, has 64 characters.
	maxText = 128
	// maxExponent is the largest exponent that is calculated with. Beyond it any number of at most maxText digits is
	// either too large or a fraction of a byte.
	maxExponent = 999
)

// factors holds the bytes of every accepted unit by its spelling.
var factors = func() map[string]Bytes {
	m := map[string]Bytes{one.symbol: 1, one.name: 1, "KB": KB}
	for _, u := range units {
		m[u.symbol], m[u.name] = u.bytes, u.bytes
	}
	return m
}()

// Parse reads a size and returns its exact number of bytes, 0 to [Max]. It accepts
//
//   - plain bytes: 1073741824, 512B
//   - decimal units, powers of 1000: k M G T P E, and kB KB MB GB TB PB EB
//   - binary units, powers of 1024: Ki Mi Gi Ti Pi Ei, and KiB MiB GiB TiB PiB EiB
//   - one space between the number and the unit: 500 MB
//   - decimal fractions that come to whole bytes, with digits on both sides of the point: 1.5Gi, 0.5 GB, 1.0
//   - Kubernetes exponents without a unit: 1e9, 1E9, 1.5e+3, 5000e-1; 1E is one exabyte
//   - leading zeros, which do not mean octal, and zero itself: whether 0 is enough is for the caller to judge
//
// The case of letters matters. Everything else is a [*ParseError] with one of the kinds [ErrEmpty], [ErrNegative],
// [ErrOverflow], [ErrFraction], [ErrSubByte], [ErrAmbiguousUnit], [ErrUnknownUnit] and [ErrSyntax]. White space around
// the text is an error too, because the same text would be refused where it goes next, in a Kubernetes manifest. So are
// a leading plus, a bare point (.5Gi, 1.Gi), hexadecimal numbers, separators between digits, and texts of more than 128
// characters. Kubernetes accepts the plus, the bare point and even a unit alone; for texts that both accept, the values
// agree.
func Parse(text string) (Bytes, error) {
	number, rest, err := splitNumber(text)
	if err != nil {
		return 0, err
	}
	if exponent, ok := cutExponent(rest); ok {
		return evaluate(text, number, exponent, 1)
	}
	factor, err := findUnit(text, number, rest)
	if err != nil {
		return 0, err
	}
	return evaluate(text, number, 0, factor)
}

// splitNumber splits a text into an unsigned decimal number (digits, or digits.digits) and what follows it.
func splitNumber(text string) (number, rest string, err error) {
	fail := func(kind error, reason, hint string) (string, string, error) {
		return "", "", &ParseError{Input: text, Kind: kind, Reason: reason, Hint: hint}
	}
	trimmed := strings.TrimSpace(text)
	switch {
	case trimmed == "":
		return fail(ErrEmpty, "it is empty", "")
	case trimmed != text:
		return fail(ErrSyntax, "it has white space around it", fmt.Sprintf("Write %s.", quote(trimmed)))
	case utf8.RuneCountInString(text) > maxText:
		return fail(ErrSyntax, fmt.Sprintf("it has more than %d characters", maxText), "")
	}
	switch text[0] {
	case '-', '+':
		if !startsWithNumber(text[1:]) {
			return fail(ErrSyntax, "no number follows the sign", "")
		}
		if text[0] == '-' {
			return fail(ErrNegative, "it is negative", "")
		}
		return fail(ErrSyntax, "it has a leading plus sign", fmt.Sprintf("Write %s.", quote(text[1:])))
	case '.':
		if startsWithNumber(text) {
			return fail(ErrSyntax, "no digit precedes the point", fmt.Sprintf("Write %s.", quote("0"+text)))
		}
	}
	whole := digits(text)
	rest = text[len(whole):]
	if whole == "" {
		return fail(ErrSyntax, "it does not start with a digit 0 to 9", "")
	}
	if !strings.HasPrefix(rest, ".") {
		return whole, rest, nil
	}
	fraction := digits(rest[1:])
	if fraction == "" {
		return fail(ErrSyntax, "no digit follows the point", fmt.Sprintf("Write %s.", quote(whole+rest[1:])))
	}
	return whole + "." + fraction, rest[1+len(fraction):], nil
}

// digits returns the ASCII digits at the start of a text.
func digits(text string) string {
	end := 0
	for end < len(text) && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	return text[:end]
}

// startsWithNumber reports whether a text starts with a digit or with a point and a digit.
func startsWithNumber(text string) bool {
	return digits(strings.TrimPrefix(text, ".")) != ""
}

// cutExponent reads a whole text such as e9, E+9 or e-3. The exponent is cut to ±maxExponent.
func cutExponent(text string) (exponent int, ok bool) {
	if text == "" || text[0] != 'e' && text[0] != 'E' {
		return 0, false
	}
	sign, number := 1, text[1:]
	switch {
	case strings.HasPrefix(number, "+"):
		number = number[1:]
	case strings.HasPrefix(number, "-"):
		sign, number = -1, number[1:]
	}
	if number == "" || digits(number) != number {
		return 0, false
	}
	value, err := strconv.Atoi(number)
	if err != nil || value > maxExponent {
		value = maxExponent
	}
	return sign * value, true
}

// findUnit returns the bytes of the unit in what follows the number: nothing, or a unit after at most one space.
func findUnit(text, number, rest string) (Bytes, error) {
	name, spaced := strings.CutPrefix(rest, " ")
	if factor, ok := factors[name]; ok {
		return factor, nil
	}
	e := &ParseError{Input: text, Kind: ErrUnknownUnit, Reason: fmt.Sprintf("the unit %s is unknown", quote(name))}
	switch name {
	case "m", "u", "\u00b5", "\u03bc", "n":
		e.Kind = ErrSubByte
		e.Reason = fmt.Sprintf("%s is %s, which is smaller than a byte", quote(name), subByteNames[name])
		if name == "m" {
			e.Hint = fmt.Sprintf("Did you mean %q or %q?", number+"M", number+"Mi")
		}
		return 0, e
	case "b":
		e.Kind, e.Reason = ErrAmbiguousUnit, `the unit "b" usually means bits`
		e.Hint = fmt.Sprintf("For bytes write %q or %q.", number, number+"B")
		return 0, e
	}
	if number == "0" && (name[0] == 'x' || name[0] == 'X') {
		e.Kind, e.Reason, e.Hint = ErrSyntax, "it is a hexadecimal number", "Write it in decimal."
		return 0, e
	}
	if c := strings.IndexFunc(name, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) }); c >= 0 {
		describeGarbage(e, name, c, spaced)
		return 0, e
	}
	lower := strings.ToLower(name)
	for _, u := range units {
		if !strings.EqualFold(lower, u.symbol) && !strings.EqualFold(lower, u.name) {
			continue
		}
		e.Kind = ErrAmbiguousUnit
		// The symbols of one letter: k or K, m or M, ...; the binary one is the capital with an i.
		decimal := strings.TrimSuffix(u.symbol, "i")
		if u.binary && decimal == "K" {
			decimal = "k"
		}
		binary := strings.ToUpper(decimal) + "i"
		switch {
		case decimal == "E" || strings.HasSuffix(lower, "i"):
			e.Reason = fmt.Sprintf("the unit %q is ambiguous: the case of letters matters, and nothing has this one", name)
		default:
			e.Reason = fmt.Sprintf("the unit %q is ambiguous: Docker takes it as binary, Kubernetes has no such unit", name)
		}
		e.Hint = fmt.Sprintf("Write %q for powers of 1024 or %q for powers of 1000.", number+binary, number+decimal)
		return 0, e
	}
	return 0, e
}

// subByteNames holds the units below one byte. The two letters mu are different characters.
var subByteNames = map[string]string{"m": "milli", "u": "micro", "\u00b5": "micro", "\u03bc": "micro", "n": "nano"}

// describeGarbage makes e say what is wrong with a text whose part after the number has a character at index at that no
// unit has.
func describeGarbage(e *ParseError, name string, at int, spaced bool) {
	e.Kind = ErrSyntax
	r, _ := utf8.DecodeRuneInString(name[at:])
	switch {
	case r == '_' || r == ',' || r == '\'':
		e.Reason = fmt.Sprintf("%q is not allowed in a number", r)
		e.Hint = "Write digits without separators; the decimal sign is a point."
	case r == ' ' && at == 0 && spaced:
		e.Reason = "more than one space follows the number"
	case unicode.IsSpace(r):
		e.Reason = fmt.Sprintf("%q is not allowed after the number", r)
		e.Hint = "One ordinary space may stand between the number and the unit."
	case r > unicode.MaxASCII && unicode.IsNumber(r):
		e.Reason = fmt.Sprintf("%q is not one of the digits 0 to 9", r)
	case (name[0] == 'e' || name[0] == 'E') && startsWithNumber(strings.TrimLeft(name[1:], "+-")):
		e.Reason = "an exponent is a whole number directly after the number, without a unit"
	case r == '.':
		e.Reason = "it has a second point"
	default:
		e.Reason = fmt.Sprintf("%s after the number is not a unit", quote(name))
	}
}

// evaluate returns number * 10^exponent * factor when that is a whole number of bytes not above Max.
func evaluate(text, number string, exponent int, factor Bytes) (Bytes, error) {
	whole, fraction, _ := strings.Cut(number, ".")
	value, ok := new(big.Int).SetString(whole+fraction, 10)
	if !ok { // splitNumber returns nothing but digits
		return 0, &ParseError{Input: text, Kind: ErrSyntax, Reason: "its number does not parse"}
	}
	if value.Sign() == 0 {
		return 0, nil
	}
	value.Mul(value, big.NewInt(int64(factor)))
	divisor := big.NewInt(1)
	power := func(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }
	if scale := exponent - len(fraction); scale >= 0 {
		value.Mul(value, power(scale))
	} else {
		divisor = power(-scale)
	}
	rest := new(big.Int)
	value.QuoRem(value, divisor, rest)
	limit := big.NewInt(int64(Max))
	if c := value.Cmp(limit); c > 0 || c == 0 && rest.Sign() != 0 {
		return 0, &ParseError{
			Input: text, Kind: ErrOverflow, Reason: "it is " + ErrOverflow.Error(),
			Hint: "The largest round ones are 7Ei and 9E.",
		}
	}
	if rest.Sign() != 0 {
		next := value.Add(value, big.NewInt(1))
		return 0, &ParseError{
			Input: text, Kind: ErrFraction, Reason: "it comes to a fraction of a byte",
			Hint: fmt.Sprintf("The next whole number of bytes is %s; sizes usually have a unit, such as 10Gi.", next),
		}
	}
	return Bytes(value.Int64()), nil
}
