package size

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/quick"

	"gopkg.in/inf.v0"
	"k8s.io/apimachinery/pkg/api/resource"
)

var (
	// notKubernetes matches the forms that only this package accepts: a space, and a B after the number or the unit.
	notKubernetes = regexp.MustCompile(` |B$`)
	// notHere matches the forms that only Kubernetes accepts: a plus, a bare point, a unit without a number.
	notHere = regexp.MustCompile(`^[^0-9]|\.($|[^0-9])`)
	// hugeExponent matches exponents that Kubernetes wraps, or calculates with for minutes.
	hugeExponent = regexp.MustCompile(`[eE][+-]?0*[0-9]{4,}$`)
)

// agree fails the test when Parse and the Kubernetes parser read a text differently for a reason that is not documented.
func agree(t *testing.T, text string) {
	t.Helper()
	if len(text) > maxText || hugeExponent.MatchString(text) {
		return
	}
	got, err := Parse(text)
	q, kubernetesErr := resource.ParseQuantity(text)
	switch {
	case err == nil && kubernetesErr == nil:
		if q.AsDec().Cmp(inf.NewDec(int64(got), 0)) != 0 {
			t.Errorf("Parse(%q) = %d, Kubernetes has %s", text, got.Int64(), q.AsDec())
		}
	case err == nil:
		if !notKubernetes.MatchString(text) {
			t.Errorf("Parse(%q) = %d, Kubernetes refuses it: %v", text, got.Int64(), kubernetesErr)
		}
	case kubernetesErr == nil:
		known := notHere.MatchString(text)
		for _, kind := range []error{ErrNegative, ErrSubByte, ErrOverflow, ErrFraction} {
			known = known || errors.Is(err, kind)
		}
		if !known {
			t.Errorf("Kubernetes reads %q as %s: %v", text, q.String(), err)
		}
	}
}

// All forms that Kubernetes accepts: each number with each suffix and each exponent.
func TestAgainstKubernetes(t *testing.T) {
	suffixes := []string{"", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"}
	for e := -20; e <= 20; e++ {
		suffixes = append(suffixes, fmt.Sprintf("e%d", e), fmt.Sprintf("E%+d", e))
	}
	numbers := []string{
		"0", "00", "0.0", "1", "01", "7", "8", "9", "10", "1000", "1024", "1.5", "0.5", "1.50", "0.001", "0.1", "2.25",
		"9007199254740993", "8589934592", "9223372036854775806", "9223372036854775807", "9223372036854775808",
		"9.223372036854775807", "9223.372036854775807", "0.0009765625", "0.0000000001", "123456789.125", "7.5",
		"-1", "+1", ".5", "1.", "-0",
	}
	accepted := 0
	for _, number := range numbers {
		for _, suffix := range suffixes {
			agree(t, number+suffix)
			if _, err := Parse(number + suffix); err == nil {
				accepted++
			}
		}
	}
	if accepted < 500 {
		t.Errorf("only %d texts of the table are accepted: the comparison says nothing", accepted)
	}
}

// Where Kubernetes hides an error, this package does not. When one of these fails, the library has changed.
func TestKubernetesHidesErrors(t *testing.T) {
	for text, hidden := range map[string]struct {
		value string
		kind  error
	}{
		"8Ei":                   {"9223372036854775807", ErrOverflow}, // capped
		"0.9999999999999999999": {"1.000000000", ErrFraction},         // rounded up
		"1e4294967305":          {"1000000000", ErrOverflow},          // exponent wrapped
		"Gi":                    {"0", ErrSyntax},                     // no number
	} {
		q := resource.MustParse(text)
		if want, _ := new(inf.Dec).SetString(hidden.value); q.AsDec().Cmp(want) != 0 {
			t.Errorf("Kubernetes reads %q as %s", text, q.AsDec())
		}
		if _, err := Parse(text); !errors.Is(err, hidden.kind) {
			t.Errorf("Parse(%q): %v", text, err)
		}
	}
}

// What StyleKubernetes writes is accepted by Kubernetes with the same value, is canonical there, and no other exact
// quantity has a smaller number.
func TestFormatAgainstKubernetes(t *testing.T) {
	check := func(random uint64, pick uint8) bool {
		b := shape(random, pick)
		text, err := Format(b, StyleKubernetes)
		if err != nil {
			return false
		}
		q, err := resource.ParseQuantity(text)
		if err != nil || q.Value() != int64(b) {
			t.Logf("%d is written %q: %s, %v", b.Int64(), text, q.String(), err)
			return false
		}
		fresh := resource.NewQuantity(int64(b), q.Format) // its text is not the cached one
		if fresh.String() != text {
			t.Logf("%d is written %q, canonical is %q", b.Int64(), text, fresh.String())
			return false
		}
		number := func(s string) int64 {
			n, err := strconv.ParseInt(strings.TrimRight(s, "kKMGTPEi"), 10, 64)
			if err != nil {
				t.Log(err)
			}
			return n
		}
		for _, format := range []resource.Format{resource.BinarySI, resource.DecimalSI} {
			if other := resource.NewQuantity(int64(b), format).String(); number(other) < number(text) {
				t.Logf("%d is written %q, %q is shorter", b.Int64(), text, other)
				return false
			}
		}
		return true
	}
	if err := quick.Check(check, &quick.Config{MaxCount: 20000}); err != nil {
		t.Error(err)
	}
}

// FuzzParse checks that no text makes Parse fail in any other way than with its typed error, that what it accepts is a
// size that round-trips, and that it agrees with Kubernetes.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"", "0", "10Gi", "500 MB", "1.5Gi", "1e9", "1E", "100m", "10g", "8Ei", "9223372036854775807"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, err := Parse(text)
		if err != nil {
			var parseError *ParseError
			if !errors.As(err, &parseError) || parseError.Kind == nil || parseError.Input != text || b != 0 {
				t.Fatalf("Parse(%q) = %d, %#v", text, b.Int64(), err)
			}
			if !strings.Contains(err.Error(), Forms) {
				t.Fatalf("Parse(%q): %v", text, err)
			}
			agree(t, text)
			return
		}
		if b < 0 {
			t.Fatalf("Parse(%q) = %d", text, b.Int64())
		}
		for _, style := range []Style{StyleKubernetes, StyleDecimal, StyleBinary} {
			written, err := Format(b, style)
			if err != nil {
				t.Fatal(err)
			}
			if again, err := Parse(written); err != nil || again != b {
				t.Fatalf("%q is %d, in %s %q, which is %d, %v", text, b.Int64(), style, written, again.Int64(), err)
			}
		}
		agree(t, text)
	})
}
