package size

import (
	"fmt"
	"strconv"
	"strings"
)

// Style is a way to write a size.
type Style string

const (
	// StyleKubernetes is a canonical Kubernetes quantity in the largest unit, binary or decimal, that expresses the size
	// exactly: 10Gi, 100M, 1536Mi, 1500; zero is 0. Both families compete, so that 20 GB is 20G and not 19531250Ki.
	StyleKubernetes Style = "kubernetes"
	// StyleDecimal uses the largest power of 1000 that is exact, else bytes: 100 MB, 1500 MB, 10737418240 B.
	StyleDecimal Style = "decimal"
	// StyleBinary uses the largest power of 1024 that is exact, else bytes: 1 GiB, 1536 MiB, 100000000 B.
	StyleBinary Style = "binary"
	// StyleGiB is [GiBCeil] as a number without a unit: 10. It rounds up, so it is the one style that loses the exact
	// size, and what it writes is not for [Parse], which would take it as bytes.
	StyleGiB Style = "gib"
)

// Styles returns all styles in the order of their documentation.
func Styles() []Style { return []Style{StyleKubernetes, StyleDecimal, StyleBinary, StyleGiB} }

// Format writes a size in a style. All styles but [StyleGiB] are exact: [Parse] returns the same size. It fails with
// [ErrStyle] for an unknown style, naming the known ones, and with [ErrNegative] for a negative number.
func Format(b Bytes, style Style) (string, error) {
	if b < 0 {
		return "", fmt.Errorf("format %d bytes: %w", int64(b), ErrNegative)
	}
	switch style {
	case StyleKubernetes:
		return b.String(), nil
	case StyleDecimal:
		return spell(b, largestExact(b, func(u unit) bool { return !u.binary })), nil
	case StyleBinary:
		return spell(b, largestExact(b, func(u unit) bool { return u.binary })), nil
	case StyleGiB:
		return strconv.FormatInt(GiBCeil(b), 10), nil
	}
	var known []string
	for _, s := range Styles() {
		known = append(known, strconv.Quote(string(s)))
	}
	return "", fmt.Errorf("%w %s: use one of %s", ErrStyle, quote(string(style)), strings.Join(known, ", "))
}

// Human writes a size for a message, exactly: "100 MB (100M)", "10 GiB (10Gi)", "512 bytes". A size that no unit expresses
// in at most four digits is written in bytes with a rounded figure that says so: "1173741824 bytes (about 1.2 GB)".
func Human(b Bytes) string {
	u := largestExact(b, func(unit) bool { return true })
	switch count := b / u.bytes; {
	case b == 1:
		return "1 byte"
	case b < 1000:
		return fmt.Sprintf("%d bytes", int64(b))
	case u.bytes > 1 && count < 10000:
		return fmt.Sprintf("%s (%s)", spell(b, u), b)
	}
	return fmt.Sprintf("%d bytes (about %s)", int64(b), about(b))
}

// about writes a size of at least 1000 bytes in decimal units, rounded to a tenth, halves up.
func about(b Bytes) string {
	for i := len(units) - 1; i >= 0; i-- {
		u := units[i]
		if u.binary {
			continue
		}
		tenth := u.bytes / 10
		tenths := b / tenth
		if b%tenth >= tenth/2 {
			tenths++
		}
		if tenths < 10000 || u.bytes == EB {
			return fmt.Sprintf("%d.%d %s", int64(tenths/10), int64(tenths%10), u.name)
		}
	}
	return spell(b, one)
}

// largestExact returns the largest unit among the wanted ones of which b is a whole multiple, else one byte. Zero is in
// bytes.
func largestExact(b Bytes, want func(unit) bool) unit {
	for _, u := range units {
		if b != 0 && b%u.bytes == 0 && want(u) {
			return u
		}
	}
	return one
}

// spell writes b, a whole multiple of u, with the unit's name.
func spell(b Bytes, u unit) string {
	return strconv.FormatInt(int64(b/u.bytes), 10) + " " + u.name
}
