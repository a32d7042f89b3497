// Package size handles byte quantities exactly: it parses, formats, adds and rounds them without floating point.
//
// A size is a whole number of bytes from 0 to 2^63-1. Texts are read by [Parse] and written by [Format]; every style
// but [StyleGiB] parses back to the same number of bytes. Decimal units are powers of 1000 (k, M, G, T, P, E and kB,
// MB, ...), binary units are powers of 1024 (Ki, Mi, Gi, Ti, Pi, Ei and KiB, MiB, ...).
//
// The arithmetic uses math/big and not the Kubernetes quantity parser, because that one hides the cases that have to be
// errors here: it caps binary quantities at 2^63-1, rounds up to 10^-9, and wraps exponents at 32 bits. The tests
// compare the two on every form both accept.
package size

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
)

// Bytes is a number of bytes, 0 to [Max]. Compare two of them with the ordinary operators. The type can hold a negative
// number, but no function of this package returns one, and those that return an error refuse it with [ErrNegative].
type Bytes int64

// Max is the largest size, 2^63-1 bytes: one byte less than 8Ei.
const Max Bytes = math.MaxInt64

// Binary units in bytes.
const (
	KiB Bytes = 1 << (10 * (iota + 1))
	MiB
	GiB
	TiB
	PiB
	EiB
)

// Decimal units in bytes.
const (
	KB Bytes = 1e3
	MB Bytes = 1e6
	GB Bytes = 1e9
	TB Bytes = 1e12
	PB Bytes = 1e15
	EB Bytes = 1e18
)

// unit is one unit with its two spellings.
type unit struct {
	bytes  Bytes
	symbol string // as Kubernetes writes it: Gi, G
	name   string // as people write it: GiB, GB
	binary bool
}

// units lists all units above one byte, the largest first.
var units = []unit{
	{EiB, "Ei", "EiB", true}, {EB, "E", "EB", false},
	{PiB, "Pi", "PiB", true}, {PB, "P", "PB", false},
	{TiB, "Ti", "TiB", true}, {TB, "T", "TB", false},
	{GiB, "Gi", "GiB", true}, {GB, "G", "GB", false},
	{MiB, "Mi", "MiB", true}, {MB, "M", "MB", false},
	{KiB, "Ki", "KiB", true}, {KB, "k", "kB", false},
}

// one is the unit of sizes that no larger unit expresses exactly.
var one = unit{1, "", "B", false}

// Int64 returns the number of bytes.
func (b Bytes) Int64() int64 { return int64(b) }

// String returns the size as a Kubernetes quantity, as [StyleKubernetes] does. A negative number, which is not a size,
// is written as a plain number.
func (b Bytes) String() string {
	if b < 0 {
		return strconv.FormatInt(int64(b), 10)
	}
	u := largestExact(b, func(unit) bool { return true })
	return strconv.FormatInt(int64(b/u.bytes), 10) + u.symbol
}

// GiBCeil returns the size in whole GiB (2^30 bytes), rounded up, for APIs that count disks in GiB. 0 bytes are 0 GiB and
// 1 byte is 1 GiB. It cannot overflow: [Max] is 8589934592 GiB.
func GiBCeil(b Bytes) int64 {
	whole := int64(b / GiB)
	if b%GiB > 0 {
		whole++
	}
	return whole
}

// Add returns a+b. It fails with [ErrNegative] when one of them is negative and with [ErrOverflow] when the sum exceeds
// [Max].
func Add(a, b Bytes) (Bytes, error) {
	if a < 0 || b < 0 {
		return 0, fmt.Errorf("add %d and %d bytes: %w", int64(a), int64(b), ErrNegative)
	}
	if a > Max-b {
		return 0, fmt.Errorf("add %d and %d bytes: %w", int64(a), int64(b), ErrOverflow)
	}
	return a + b, nil
}

// Sum returns the total of the sizes, 0 when there are none. It fails as [Add] does.
func Sum(sizes ...Bytes) (Bytes, error) {
	var total Bytes
	for _, s := range sizes {
		var err error
		if total, err = Add(total, s); err != nil {
			return 0, err
		}
	}
	return total, nil
}

// WithHeadroom returns b plus percent percent of it, rounded up to the next whole byte: 1 byte with 1 percent is 2 bytes.
// The percentage may exceed 100. It fails with [ErrNegative] when b is negative, with [ErrPercent] when percent is, and
// with [ErrOverflow] when the result exceeds [Max].
func WithHeadroom(b Bytes, percent int) (Bytes, error) {
	if b < 0 {
		return 0, fmt.Errorf("%d bytes with %d percent headroom: %w", int64(b), percent, ErrNegative)
	}
	if percent < 0 {
		return 0, fmt.Errorf("%d bytes with %d percent headroom: %w", int64(b), percent, ErrPercent)
	}
	overflow := fmt.Errorf("%d bytes with %d percent headroom: %w", int64(b), percent, ErrOverflow)
	hi, lo := bits.Mul64(uint64(b), 100+uint64(percent))
	if hi >= 100 { // the quotient needs more than 64 bits
		return 0, overflow
	}
	quotient, rest := bits.Div64(hi, lo, 100)
	if quotient > uint64(Max) || quotient == uint64(Max) && rest > 0 {
		return 0, overflow
	}
	if rest > 0 {
		quotient++
	}
	return Bytes(quotient), nil //nolint:gosec // at most Max, as checked above
}
