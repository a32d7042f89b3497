// Package size reads, writes and adds numbers of bytes, exactly.
package size

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// Bytes is a number of bytes, 0 to [Max].
type Bytes int64

// Max is the largest size, 2^63-1 bytes.
const Max Bytes = math.MaxInt64

// GiB is 2^30 bytes.
const GiB Bytes = 1 << 30

// ErrOverflow is the error for a sum above [Max].
var ErrOverflow = errors.New("larger than 9223372036854775807 bytes (2^63-1)")

// Forms names what [Parse] accepts.
const Forms = "whole bytes (1073741824), or a number with a decimal unit k M G T P E (10G, 10GB, 500 MB) or a binary one Ki Mi Gi Ti Pi Ei (10Gi, 10GiB, 1.5Gi)"

// unit is one unit, by its symbol in Kubernetes and its name for people.
type unit struct {
	bytes        Bytes
	symbol, name string
	binary       bool
}

// units are all units, the largest first.
var units = []unit{
	{1 << 60, "Ei", "EiB", true},
	{1e18, "E", "EB", false},
	{1 << 50, "Pi", "PiB", true},
	{1e15, "P", "PB", false},
	{1 << 40, "Ti", "TiB", true},
	{1e12, "T", "TB", false},
	{1 << 30, "Gi", "GiB", true},
	{1e9, "G", "GB", false},
	{1 << 20, "Mi", "MiB", true},
	{1e6, "M", "MB", false},
	{1 << 10, "Ki", "KiB", true},
	{1e3, "k", "kB", false},
	{1, "", "B", true},
}

var pattern = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?)(?:[eE]([+-]?[0-9]{1,3})| ?([A-Za-z]*))$`)

// Parse reads a size in one of [Forms], or as a number with an exponent (1e9),
// as Kubernetes does. The number of bytes must be whole. Letter case matters:
// Docker and Kubernetes mean different sizes by 10g and 10G.
func Parse(text string) (Bytes, error) {
	fail := func(reason string) (Bytes, error) {
		return 0, fmt.Errorf("%.60q is not a size: %s. Accepted: %s", text, reason, Forms)
	}
	m := pattern.FindStringSubmatch(text)
	if m == nil || len(text) > 128 {
		if strings.HasPrefix(text, "-") {
			return fail("it is negative")
		}
		return fail("it is not a number with a unit")
	}
	value, _ := new(big.Rat).SetString(m[1]) // the pattern admits only numbers
	if m[2] != "" {
		power, _ := new(big.Rat).SetString("1e" + m[2])
		value.Mul(value, power)
	}
	u, err := findUnit(m[1], m[3])
	if err != nil {
		return fail(err.Error())
	}
	value.Mul(value, new(big.Rat).SetInt64(int64(u.bytes)))
	switch {
	case !value.IsInt():
		return fail("it is not a whole number of bytes")
	case !value.Num().IsInt64():
		return fail("it is " + ErrOverflow.Error())
	}
	return Bytes(value.Num().Int64()), nil
}

func findUnit(number, name string) (unit, error) {
	var near []string
	for _, u := range units {
		if name == u.symbol || name == u.name || name == "KB" && u.symbol == "k" {
			return u, nil
		}
		if name != "" && u.symbol != "" && strings.EqualFold(name[:1], u.symbol[:1]) {
			near = append(near, number+u.symbol)
		}
	}
	if len(near) == 2 {
		return unit{}, fmt.Errorf("%q is not a unit; %s is a power of 1024 and %s a power of 1000", name, near[0], near[1])
	}
	return unit{}, fmt.Errorf("%q is not a unit", name)
}

// Sum adds sizes and a percentage of the total, rounded up to whole bytes. The
// error is [ErrOverflow].
func Sum(percent int64, sizes ...Bytes) (Bytes, error) {
	total := new(big.Int)
	for _, s := range sizes {
		total.Add(total, big.NewInt(int64(s)))
	}
	total.Mul(total, big.NewInt(100+percent))
	total.Add(total, big.NewInt(99)).Quo(total, big.NewInt(100))
	if !total.IsInt64() {
		return 0, ErrOverflow
	}
	return Bytes(total.Int64()), nil
}

// Int64 returns the number of bytes.
func (b Bytes) Int64() int64 { return int64(b) }

// String returns the size as a Kubernetes quantity in the largest unit that is
// exact, e.g. 10Gi or 100M.
func (b Bytes) String() string {
	u := largest(b, func(unit) bool { return true })
	return strconv.FormatInt(int64(b/u.bytes), 10) + u.symbol
}

// GiBCeil returns the size in whole GiB, rounded up.
func GiBCeil(b Bytes) int64 {
	whole := int64(b / GiB)
	if b%GiB > 0 {
		whole++
	}
	return whole
}

// Style is a way to write a size.
type Style string

// The styles. All but StyleGiB are exact.
const (
	StyleKubernetes Style = "kubernetes" // 10Gi, 100M
	StyleDecimal    Style = "decimal"    // 100 MB
	StyleBinary     Style = "binary"     // 10 GiB
	StyleGiB        Style = "gib"        // 10: whole GiB without a unit, rounded up
)

// Format writes a size that is not negative.
func Format(b Bytes, style Style) (string, error) {
	switch style {
	case StyleKubernetes:
		return b.String(), nil
	case StyleDecimal:
		return spell(b, largest(b, func(u unit) bool { return !u.binary || u.bytes == 1 })), nil
	case StyleBinary:
		return spell(b, largest(b, func(u unit) bool { return u.binary })), nil
	case StyleGiB:
		return strconv.FormatInt(GiBCeil(b), 10), nil
	}
	return "", fmt.Errorf("%.60q is not a style: use \"kubernetes\", \"decimal\", \"binary\" or \"gib\"", style)
}

// Human writes a size for a message, exactly: 10 GiB (10Gi), or 512 B.
func Human(b Bytes) string {
	u := largest(b, func(unit) bool { return true })
	if u.bytes == 1 {
		return spell(b, u)
	}
	return fmt.Sprintf("%s (%s)", spell(b, u), b)
}

// largest returns the largest of the wanted units of which b is a multiple.
func largest(b Bytes, want func(unit) bool) unit {
	last := units[len(units)-1]
	for _, u := range units {
		if b != 0 && b%u.bytes == 0 && want(u) {
			return u
		}
	}
	return last
}

func spell(b Bytes, u unit) string { return fmt.Sprintf("%d %s", int64(b/u.bytes), u.name) }
