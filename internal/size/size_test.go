package size

import (
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"
	"testing/quick"
)

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		b                                       Bytes
		kubernetes, decimal, binary, gib, human string
	}{
		{0, "0", "0 B", "0 B", "0", "0 bytes"},
		{1, "1", "1 B", "1 B", "1", "1 byte"},
		{512, "512", "512 B", "512 B", "1", "512 bytes"},
		{1000, "1k", "1 kB", "1000 B", "1", "1 kB (1k)"},
		{1024, "1Ki", "1024 B", "1 KiB", "1", "1 KiB (1Ki)"},
		{1500, "1500", "1500 B", "1500 B", "1", "1500 bytes (about 1.5 kB)"},
		{1024000, "1000Ki", "1024 kB", "1000 KiB", "1", "1000 KiB (1000Ki)"},
		{100 * MB, "100M", "100 MB", "100000000 B", "1", "100 MB (100M)"},
		{GiB - 1, "1073741823", "1073741823 B", "1073741823 B", "1", "1073741823 bytes (about 1.1 GB)"},
		{GiB, "1Gi", "1073741824 B", "1 GiB", "1", "1 GiB (1Gi)"},
		{GiB + 1, "1073741825", "1073741825 B", "1073741825 B", "2", "1073741825 bytes (about 1.1 GB)"},
		{1536 * MiB, "1536Mi", "1610612736 B", "1536 MiB", "2", "1536 MiB (1536Mi)"},
		{10 * GiB, "10Gi", "10737418240 B", "10 GiB", "10", "10 GiB (10Gi)"},
		{10 * GB, "10G", "10 GB", "9765625 KiB", "10", "10 GB (10G)"},
		{20 * GB, "20G", "20 GB", "19531250 KiB", "19", "20 GB (20G)"},
		{4600 * MB, "4600M", "4600 MB", "4600000000 B", "5", "4600 MB (4600M)"},
		{GiB + 20*GB, "20579826Ki", "21073741824 B", "20579826 KiB", "20", "21073741824 bytes (about 21.1 GB)"},
		{999_950_001, "999950001", "999950001 B", "999950001 B", "1", "999950001 bytes (about 1.0 GB)"},
		{999_949_999, "999949999", "999949999 B", "999949999 B", "1", "999949999 bytes (about 999.9 MB)"},
		{7 * EiB, "7Ei", "8070450532247928832 B", "7 EiB", "7516192768", "7 EiB (7Ei)"},
		{
			Max, "9223372036854775807", "9223372036854775807 B", "9223372036854775807 B", "8589934592",
			"9223372036854775807 bytes (about 9.2 EB)",
		},
	} {
		for style, want := range map[Style]string{
			StyleKubernetes: c.kubernetes, StyleDecimal: c.decimal, StyleBinary: c.binary, StyleGiB: c.gib,
		} {
			if got, err := Format(c.b, style); err != nil || got != want {
				t.Errorf("Format(%d, %s) = %q, %v; want %q", c.b, style, got, err, want)
			}
		}
		if got := Human(c.b); got != c.human {
			t.Errorf("Human(%d) = %q; want %q", c.b.Int64(), got, c.human)
		}
		if got := c.b.String(); got != c.kubernetes {
			t.Errorf("String of %d = %q", c.b.Int64(), got)
		}
	}
}

func TestFormatErrors(t *testing.T) {
	_, err := Format(1, "Gib")
	if !errors.Is(err, ErrStyle) || !strings.Contains(err.Error(), `"Gib"`) {
		t.Errorf("unknown style: %v", err)
	}
	for _, s := range Styles() {
		if !strings.Contains(err.Error(), string(s)) {
			t.Errorf("%v does not name %q", err, s)
		}
		if _, err := Format(-1, s); !errors.Is(err, ErrNegative) {
			t.Errorf("Format(-1, %s): %v", s, err)
		}
	}
	if got := Bytes(-5).String(); got != "-5" {
		t.Errorf("String of -5 = %q", got)
	}
}

func TestArithmetic(t *testing.T) {
	for _, c := range []struct {
		a, b, want Bytes
		err        error
	}{
		{0, 0, 0, nil},
		{50 * MB, 5 * GB, 5050 * MB, nil},
		{Max, 0, Max, nil},
		{Max - 1, 1, Max, nil},
		{Max, 1, 0, ErrOverflow},
		{Max, Max, 0, ErrOverflow},
		{-1, 1, 0, ErrNegative},
		{1, math.MinInt64, 0, ErrNegative},
	} {
		if got, err := Add(c.a, c.b); got != c.want || !errors.Is(err, c.err) {
			t.Errorf("Add(%d, %d) = %d, %v", c.a.Int64(), c.b.Int64(), got, err)
		}
		if got, err := Sum(c.b, c.a); got != c.want || !errors.Is(err, c.err) {
			t.Errorf("Sum(%d, %d) = %d, %v", c.b.Int64(), c.a.Int64(), got, err)
		}
	}
	if got, err := Sum(); got != 0 || err != nil {
		t.Errorf("Sum() = %d, %v", got, err)
	}
	if _, err := Sum(-1); !errors.Is(err, ErrNegative) {
		t.Errorf("Sum(-1): %v", err)
	}
}

func TestWithHeadroom(t *testing.T) {
	for _, c := range []struct {
		b       Bytes
		percent int
		want    Bytes
		err     error
	}{
		{0, 50, 0, nil},
		{1, 0, 1, nil},
		{1, 1, 2, nil},
		{100, 1, 101, nil},
		{101, 1, 103, nil},
		{5 * GB, 20, 6 * GB, nil},
		{GB, 1000, 11 * GB, nil},
		{Max, 0, Max, nil},
		{Max, 1, 0, ErrOverflow},
		{Max / 2, 100, Max - 1, nil},
		{Max/2 + 1, 100, 0, ErrOverflow},
		{8382156407, math.MaxInt, 0, ErrOverflow},
		{0, math.MaxInt, 0, nil},
		{Max, math.MaxInt, 0, ErrOverflow},
		{-1, 10, 0, ErrNegative},
		{1, -1, 0, ErrPercent},
	} {
		if got, err := WithHeadroom(c.b, c.percent); got != c.want || !errors.Is(err, c.err) {
			t.Errorf("WithHeadroom(%d, %d) = %d, %v; want %d, %v", c.b.Int64(), c.percent, got, err, c.want, c.err)
		}
	}
}

func TestGiBCeilNegative(t *testing.T) {
	for b, want := range map[Bytes]int64{-1: 0, -GiB: -1, -GiB - 1: -1, math.MinInt64: -1 << 33} {
		if got := GiBCeil(b); got != want {
			t.Errorf("GiBCeil(%d) = %d; want %d", b.Int64(), got, want)
		}
	}
}

// shape turns random numbers into sizes of all magnitudes, many of them round in some unit.
func shape(random uint64, pick uint8) Bytes {
	b := Bytes(random >> 1 >> (pick % 63))
	u := append([]unit{one}, units...)[int(pick)%(len(units)+1)]
	if pick%2 == 0 && b >= u.bytes {
		b -= b % u.bytes
	}
	return b
}

func TestRoundTrip(t *testing.T) {
	roundTrip := func(random uint64, pick uint8) bool {
		b := shape(random, pick)
		for _, style := range []Style{StyleKubernetes, StyleDecimal, StyleBinary} {
			text, err := Format(b, style)
			if err != nil {
				return false
			}
			if got, err := Parse(text); err != nil || got != b {
				t.Logf("%d in %s is %q, which is %d, %v", b.Int64(), style, text, got, err)
				return false
			}
		}
		gib := GiBCeil(b)
		exact, isExact := strings.CutSuffix(Human(b), ")")
		if i := strings.LastIndex(exact, "("); isExact && !strings.Contains(exact, "about") {
			long, errLong := Parse(strings.TrimSpace(exact[:i]))
			short, errShort := Parse(exact[i+1:])
			if errLong != nil || errShort != nil || long != b || short != b {
				t.Logf("Human(%d) = %s", b.Int64(), Human(b))
				return false
			}
		}
		covers := new(big.Int).Mul(big.NewInt(gib), big.NewInt(int64(GiB)))
		over := new(big.Int).Sub(covers, big.NewInt(int64(b)))
		return over.Sign() >= 0 && over.Cmp(big.NewInt(int64(GiB))) < 0
	}
	if err := quick.Check(roundTrip, &quick.Config{MaxCount: 20000}); err != nil {
		t.Error(err)
	}
}

func TestHeadroomAgainstBig(t *testing.T) {
	same := func(random uint64, pick uint8, percent uint16) bool {
		b := shape(random, pick)
		want := new(big.Int).Mul(big.NewInt(int64(b)), big.NewInt(100+int64(percent)))
		want.Add(want, big.NewInt(99)).Quo(want, big.NewInt(100))
		got, err := WithHeadroom(b, int(percent))
		if want.Cmp(big.NewInt(int64(Max))) > 0 {
			return errors.Is(err, ErrOverflow)
		}
		return err == nil && int64(got) == want.Int64()
	}
	if err := quick.Check(same, &quick.Config{MaxCount: 20000}); err != nil {
		t.Error(err)
	}
}
