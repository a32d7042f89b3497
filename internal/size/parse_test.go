package size

import (
	"errors"
	"math/big"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Bytes{
		"0": 0, "0Gi": 0, "0 B": 0, "0.0": 0, "0e5": 0, "0e99999999999999999999": 0, "000": 0,
		"1": 1, "1073741824": GiB, "512B": 512, "512 B": 512, "1.0": 1, "1.000B": 1, "010": 10,
		"10Gi": 10 * GiB, "10GiB": 10 * GiB, "10 GiB": 10 * GiB, "10 Gi": 10 * GiB,
		"10G": 10 * GB, "10GB": 10 * GB, "10 GB": 10 * GB, "10 G": 10 * GB,
		"500 MB": 500 * MB, "50M": 50 * MB, "100M": 100 * MB, "100Mi": 100 * MiB,
		"1k": KB, "1kB": KB, "1KB": KB, "1 KB": KB, "1Ki": KiB, "1KiB": KiB,
		"1T": TB, "1TB": TB, "1Ti": TiB, "1TiB": TiB, "1P": PB, "1PB": PB, "1Pi": PiB, "1PiB": PiB,
		"1E": EB, "1EB": EB, "1 E": EB, "1Ei": EiB, "1EiB": EiB, "7Ei": 7 * EiB, "9E": 9 * EB,
		"1.5Gi": 1536 * MiB, "0.5 GB": 500 * MB, "2.50k": 2500, "0.001k": 1, "4.6GB": 4600 * MB,
		"0.0009765625Ki": 1, "0.0000000000000000000000000000000000000000000000000000000000000000000000001e73": 1,
		"1e9": GB, "1E9": GB, "1e+9": GB, "1E+09": GB, "1.5e3": 1500, "5000e-1": 500, "1e0": 1, "1e000000003": 1000,
	} {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("Parse(%q) = %d, %v; want %d", text, got, err, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	const maxPlusOne = "9223372036854775808"
	for _, c := range []struct {
		text string
		kind error
		says string // what the message contains besides the text
	}{
		{"", ErrEmpty, "empty"},
		{"  \t\n", ErrEmpty, "empty"},
		{" 10Gi", ErrSyntax, `Write "10Gi".`},
		{"10Gi\n", ErrSyntax, "white space"},
		{"10 ", ErrSyntax, "white space"},
		{"-1", ErrNegative, "negative"},
		{"-0", ErrNegative, "negative"},
		{"-1.5Gi", ErrNegative, "negative"},
		{"-.5Gi", ErrNegative, "negative"},
		{"-100m", ErrNegative, "negative"},
		{"-", ErrSyntax, "no number"},
		{"--1", ErrSyntax, "no number"},
		{"-Inf", ErrSyntax, "no number"},
		{"+1Gi", ErrSyntax, `Write "1Gi".`},
		{"+", ErrSyntax, "no number"},
		{"100m", ErrSubByte, `"m" is milli, which is smaller than a byte. Did you mean "100M" or "100Mi"?`},
		{"100 m", ErrSubByte, "milli"},
		{"1000m", ErrSubByte, "milli"},
		{"0m", ErrSubByte, "milli"},
		{"5u", ErrSubByte, "micro"},
		{"5\u00b5", ErrSubByte, "micro"},
		{"5\u03bc", ErrSubByte, "micro"},
		{"5n", ErrSubByte, "nano"},
		{maxPlusOne, ErrOverflow, "2^63-1"},
		{"9223372036854775807.5", ErrOverflow, "2^63-1"},
		{"8Ei", ErrOverflow, "7Ei"},
		{"10E", ErrOverflow, "9E"},
		{"1e19", ErrOverflow, "2^63-1"},
		{"1e999999999999999999999", ErrOverflow, "2^63-1"},
		{"1e4294967305", ErrOverflow, "2^63-1"}, // Kubernetes reads this as 1e9
		{strings.Repeat("9", 128), ErrOverflow, "2^63-1"},
		{"0.1", ErrFraction, "The next whole number of bytes is 1;"},
		{"0.3Gi", ErrFraction, "The next whole number of bytes is 322122548;"},
		{"1.0001k", ErrFraction, "fraction of a byte"},
		{"9223372036854775806.5", ErrFraction, "9223372036854775807"},
		{"1e-1", ErrFraction, "fraction"},
		{"1e-999999999999", ErrFraction, "fraction"},
		{"0.9999999999999999999", ErrFraction, "fraction"}, // Kubernetes rounds this up to 1
		{"10g", ErrAmbiguousUnit, `Docker takes it as binary, Kubernetes has no such unit. Write "10Gi" for powers of 1024 or "10G"`},
		{"10 g", ErrAmbiguousUnit, `"10Gi"`},
		{"10gb", ErrAmbiguousUnit, "Docker"},
		{"10Gb", ErrAmbiguousUnit, "Docker"},
		{"10gib", ErrAmbiguousUnit, "Docker"},
		{"10GIB", ErrAmbiguousUnit, "Docker"},
		{"10gi", ErrAmbiguousUnit, "case of letters"},
		{"10GI", ErrAmbiguousUnit, "case of letters"},
		{"1.5mb", ErrAmbiguousUnit, `Write "1.5Mi" for powers of 1024 or "1.5M"`},
		{"10mi", ErrAmbiguousUnit, `"10Mi"`},
		{"10K", ErrAmbiguousUnit, `Write "10Ki" for powers of 1024 or "10k"`},
		{"10ki", ErrAmbiguousUnit, `Write "10Ki" for powers of 1024 or "10k"`},
		{"10kb", ErrAmbiguousUnit, `"10k"`},
		{"10t", ErrAmbiguousUnit, `"10Ti"`},
		{"10p", ErrAmbiguousUnit, `"10Pi"`},
		{"1e", ErrAmbiguousUnit, `Write "1Ei" for powers of 1024 or "1E"`},
		{"1eb", ErrAmbiguousUnit, "case of letters"},
		{"800b", ErrAmbiguousUnit, "bits"},
		{"10X", ErrUnknownUnit, `the unit "X" is unknown`},
		{"10 bytes", ErrUnknownUnit, `"bytes"`},
		{"10GBB", ErrUnknownUnit, `"GBB"`},
		{"10Zi", ErrUnknownUnit, `"Zi"`},
		{"10iB", ErrUnknownUnit, `"iB"`},
		{"1e9B", ErrSyntax, "without a unit"},
		{"1e9Gi", ErrSyntax, "without a unit"},
		{"1e+", ErrSyntax, `"e+"`},
		{"1e1.5", ErrSyntax, "exponent is a whole number"},
		{"1 e9", ErrSyntax, "directly after"},
		{"500  MB", ErrSyntax, "more than one space"},
		{"500\tMB", ErrSyntax, "ordinary space"},
		{"500\u00a0MB", ErrSyntax, "ordinary space"},
		{"5 G B", ErrSyntax, "ordinary space"},
		{"1 000", ErrSyntax, `"000"`},
		{"1_000", ErrSyntax, "without separators"},
		{"1,000", ErrSyntax, "without separators"},
		{"1,5Gi", ErrSyntax, "point"},
		{"1'000", ErrSyntax, "without separators"},
		{"0x10", ErrSyntax, "hexadecimal"},
		{"0XFF", ErrSyntax, "hexadecimal"},
		{"0x", ErrSyntax, "hexadecimal"},
		{".5Gi", ErrSyntax, `Write "0.5Gi".`},
		{"1.Gi", ErrSyntax, `Write "1Gi".`},
		{".", ErrSyntax, "does not start"},
		{"1.2.3", ErrSyntax, "second point"},
		{"Gi", ErrSyntax, "does not start"},
		{"NaN", ErrSyntax, "does not start"},
		{"Inf", ErrSyntax, "does not start"},
		{"ten", ErrSyntax, "does not start"},
		{"１０Gi", ErrSyntax, "does not start"},
		{"1０Gi", ErrSyntax, "digits 0 to 9"},
		{"10\xff", ErrSyntax, "not a unit"},
		{"10Gi\x00", ErrSyntax, "not a unit"},
		{"10%", ErrSyntax, "not a unit"},
		{strings.Repeat("0", 129), ErrSyntax, "128 characters"},
	} {
		got, err := Parse(c.text)
		var parseError *ParseError
		if !errors.As(err, &parseError) || !errors.Is(err, c.kind) || got != 0 {
			t.Errorf("Parse(%q) = %d, %v; want the kind %v", c.text, got, err, c.kind)
			continue
		}
		message := err.Error()
		if !strings.HasPrefix(message, quote(c.text)+" is not a size in bytes: ") ||
			!strings.Contains(message, c.says) || !strings.HasSuffix(message, " Accepted: "+Forms+".") {
			t.Errorf("Parse(%q): %s\nwant the text, %q and the accepted forms", c.text, message, c.says)
		}
		if parseError.Input != c.text {
			t.Errorf("Parse(%q): Input = %q", c.text, parseError.Input)
		}
	}
}

// The examples in the accepted forms have to be accepted.
func TestFormsAreAccepted(t *testing.T) {
	for _, part := range strings.FieldsFunc(Forms, func(r rune) bool { return r == '(' || r == ')' || r == ',' }) {
		if part = strings.TrimSpace(part); part[0] < '0' || part[0] > '9' {
			continue
		}
		if _, err := Parse(part); err != nil {
			t.Errorf("the example %q is refused: %v", part, err)
		}
	}
}

// Every text that a hint offers after "Write" or "Did you mean" has to be accepted itself.
func TestHintsAreAccepted(t *testing.T) {
	for _, text := range []string{
		"100m", "10g", "10K", "1.5mb", "10ki", "1e", "10gi", "800b", "+1Gi", ".5Gi", "1.Gi", " 10Gi",
	} {
		var e *ParseError
		if _, err := Parse(text); !errors.As(err, &e) || e.Hint == "" {
			t.Errorf("Parse(%q) has no hint: %v", text, err)
			continue
		}
		for i, part := range strings.Split(e.Hint, `"`) {
			if i%2 == 0 {
				continue
			}
			if _, err := Parse(part); err != nil {
				t.Errorf("Parse(%q) hints at %q, which fails: %v", text, part, err)
			}
		}
	}
}

// The largest size is accepted exactly in every unit that can express it, and one byte more is not.
func TestParseBoundaries(t *testing.T) {
	limit := big.NewRat(int64(Max), 1)
	next := new(big.Rat).Add(limit, big.NewRat(1, 1))
	for name, factor := range factors {
		divide := func(r *big.Rat) string {
			q := new(big.Rat).Quo(r, big.NewRat(int64(factor), 1))
			return q.FloatString(62) // 2^-60 has 60 decimals
		}
		if got, err := Parse(divide(limit) + name); err != nil || got != Max {
			t.Errorf("2^63-1 in %q: %d, %v", name, got, err)
		}
		if got, err := Parse(divide(next) + " " + name); name != "" && !errors.Is(err, ErrOverflow) {
			t.Errorf("2^63 in %q: %d, %v", name, got, err)
		}
		whole := int64(Max / factor)
		text := big.NewInt(whole).String() + name
		if got, err := Parse(text); err != nil || got != Bytes(whole)*factor {
			t.Errorf("Parse(%q) = %d, %v", text, got, err)
		}
		text = new(big.Int).Add(big.NewInt(whole), big.NewInt(1)).String() + name
		if got, err := Parse(text); !errors.Is(err, ErrOverflow) {
			t.Errorf("Parse(%q) = %d, %v; want overflow", text, got, err)
		}
	}
}

func TestLongInputIsCut(t *testing.T) {
	_, err := Parse(strings.Repeat("x", 10000))
	if err == nil || len(err.Error()) > 600 {
		t.Errorf("a long text makes a message of %d bytes", len(err.Error()))
	}
}
