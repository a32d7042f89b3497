package size_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/size"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]size.Bytes{
		"0":                   0,
		"0010":                10,
		"512B":                512,
		"1k":                  1000,
		"1KB":                 1000,
		"1kB":                 1000,
		"1Ki":                 1024,
		"500 MB":              500_000_000,
		"10G":                 10_000_000_000,
		"10Gi":                10 << 30,
		"10GiB":               10 << 30,
		"1.5Gi":               3 << 29,
		"0.1G":                100_000_000,
		"1E":                  1e18,
		"1e9":                 1e9,
		"1E9":                 1e9,
		"1.5e+3":              1500,
		"5000e-1":             500,
		"7Ei":                 7 << 60,
		"9223372036854775807": size.Max,
	} {
		got, err := size.Parse(text)
		if err != nil || got != want {
			t.Errorf("Parse(%q) = %d, %v, want %d", text, got, err, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for text, reason := range map[string]string{
		"":                            "not a number",
		" 10Gi":                       "not a number",
		"10 Gi ":                      "not a number",
		"10  Gi":                      "not a number",
		"10Gi\n":                      "not a number",
		"Gi":                          "not a number",
		".5Gi":                        "not a number",
		"1.Gi":                        "not a number",
		"1,5Gi":                       "not a number",
		"+1Gi":                        "not a number",
		"１０Gi":                        "not a number",
		"0x10":                        "not a number",
		"1e9Gi":                       "not a number",
		"1e9999":                      "not a number",
		strings.Repeat("9", 200):      "not a number",
		"-1Gi":                        "negative",
		"10g":                         "10Gi is a power of 1024 and 10G a power of 1000",
		"10gb":                        "10Gi is a power of 1024 and 10G a power of 1000",
		"100m":                        "100Mi is a power of 1024 and 100M a power of 1000",
		"1K":                          "1Ki is a power of 1024 and 1k a power of 1000",
		"10X":                         `"X" is not a unit`,
		"10 b":                        `"b" is not a unit`,
		"0.3Gi":                       "not a whole number of bytes",
		"1.5":                         "not a whole number of bytes",
		"8Ei":                         "2^63-1",
		"9223372036854775808":         "2^63-1",
		"1" + strings.Repeat("0", 30): "2^63-1",
	} {
		_, err := size.Parse(text)
		if err == nil || !strings.Contains(err.Error(), reason) || !strings.Contains(err.Error(), "Accepted: whole bytes") {
			t.Errorf("Parse(%q): %v, want an error with %q and the accepted forms", text, err, reason)
		}
	}
}

func TestFormat(t *testing.T) {
	for _, tt := range []struct {
		bytes                            size.Bytes
		kubernetes, decimal, binary, gib string
	}{
		{0, "0", "0 B", "0 B", "0"},
		{1, "1", "1 B", "1 B", "1"},
		{100_000_000, "100M", "100 MB", "100000000 B", "1"},
		{20_000_000_000, "20G", "20 GB", "19531250 KiB", "19"},
		{10 << 30, "10Gi", "10737418240 B", "10 GiB", "10"},
		{3 << 29, "1536Mi", "1610612736 B", "1536 MiB", "2"},
		{1<<30 + 1, "1073741825", "1073741825 B", "1073741825 B", "2"},
		{size.Max, "9223372036854775807", "9223372036854775807 B", "9223372036854775807 B", "8589934592"},
	} {
		for style, want := range map[size.Style]string{
			size.StyleKubernetes: tt.kubernetes, size.StyleDecimal: tt.decimal, size.StyleBinary: tt.binary, size.StyleGiB: tt.gib,
		} {
			got, err := size.Format(tt.bytes, style)
			if err != nil || got != want {
				t.Errorf("Format(%d, %s) = %q, %v, want %q", tt.bytes, style, got, err, want)
			}
		}
	}
	if _, err := size.Format(1, "hex"); err == nil {
		t.Error("an unknown style is accepted")
	}
	if got := size.Human(10 << 30); got != "10 GiB (10Gi)" {
		t.Errorf("Human(10Gi) = %q", got)
	}
}

func TestSum(t *testing.T) {
	for _, tt := range []struct {
		percent int64
		sizes   []size.Bytes
		want    size.Bytes
	}{
		{0, nil, 0},
		{0, []size.Bytes{100, 50}, 150},
		{20, []size.Bytes{100, 50}, 180},
		{1, []size.Bytes{1, 2}, 4}, // 3.03 bytes, rounded up once
		{1000, []size.Bytes{100}, 1100},
		{0, []size.Bytes{size.Max - 1, 1}, size.Max},
	} {
		if got, err := size.Sum(tt.percent, tt.sizes...); err != nil || got != tt.want {
			t.Errorf("Sum(%d, %v) = %d, %v, want %d", tt.percent, tt.sizes, got, err, tt.want)
		}
	}
	for percent, sizes := range map[int64][]size.Bytes{0: {size.Max, 1}, 101: {size.Max / 2}} {
		if _, err := size.Sum(percent, sizes...); !errors.Is(err, size.ErrOverflow) {
			t.Errorf("Sum(%d, %v): %v, want an overflow", percent, sizes, err)
		}
	}
}

// FuzzParse checks that every size can be written and read again.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"10Gi", "1.5 TB", "1e9", "-1", "100m"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		bytes, err := size.Parse(text)
		if err != nil {
			return
		}
		for _, style := range []size.Style{size.StyleKubernetes, size.StyleDecimal, size.StyleBinary} {
			written, err := size.Format(bytes, style)
			if err != nil {
				t.Fatal(err)
			}
			if again, err := size.Parse(written); err != nil || again != bytes {
				t.Fatal(fmt.Errorf("%q is %d bytes, written %q, read as %d: %w", text, bytes, written, again, err))
			}
		}
	})
}
