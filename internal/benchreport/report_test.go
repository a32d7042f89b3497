package benchreport

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, File)
	before := "# Title\n\n<!-- begin a -->\nold\n<!-- end a -->\n\nBetween.\n\n<!-- begin b -->\n<!-- end b -->\n"
	if err := os.WriteFile(file, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time changes nothing
		for section, text := range map[string]string{"a": "| x |\n", "b": "text"} {
			if err := Write(root, section, text); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := "# Title\n\n<!-- begin a -->\n\n| x |\n\n<!-- end a -->\n\nBetween.\n\n<!-- begin b -->\n\ntext\n\n<!-- end b -->\n"
		if string(got) != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if err := Write(root, "c", ""); err == nil || !strings.Contains(err.Error(), "<!-- begin c -->") {
		t.Error(err)
	}
}

func TestMedianAndSpread(t *testing.T) {
	for _, c := range []struct {
		values         []float64
		median, spread float64
	}{
		{nil, 0, 0},
		{[]float64{3}, 3, 1},
		{[]float64{3, 1, 2}, 2, 3},
		{[]float64{4, 1, 2, 8}, 3, 8},
	} {
		if m, s := Median(c.values), Spread(c.values); m != c.median || s != c.spread {
			t.Errorf("%v: %v and %v, want %v and %v", c.values, m, s, c.median, c.spread)
		}
	}
}

func TestTable(t *testing.T) {
	got := Table([][]string{{"what", "ours"}, {"a", "1"}})
	if want := "| what | ours |\n|---|---:|\n| a | 1 |\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestMachine(t *testing.T) {
	if m := Machine(); !strings.Contains(m, "cores") || !strings.Contains(m, "go1.") {
		t.Error(m)
	}
}
