package storage

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/size"
)

func agent(slug string, floor, recommended size.Bytes) *catalog.Agent {
	return &catalog.Agent{Slug: slug, DisplayName: strings.ToUpper(slug), Storage: catalog.Storage{Floor: floor, Recommended: recommended}}
}

func TestSum(t *testing.T) {
	a, b := agent("a", 100*size.MB, 5*size.GB), agent("b", 50*size.MB, size.GB)
	for _, tt := range []struct {
		name               string
		agents             []*catalog.Agent
		headroom           int
		floor, recommended size.Bytes
		duplicates         []Duplicate
	}{
		{"none", nil, 50, 0, 0, nil},
		{"one", []*catalog.Agent{a}, 0, 100 * size.MB, 5 * size.GB, nil},
		{"two", []*catalog.Agent{a, b}, 0, 150 * size.MB, 6 * size.GB, nil},
		{"headroom", []*catalog.Agent{a, b}, 20, 180 * size.MB, 7200 * size.MB, nil},
		{"largest headroom", []*catalog.Agent{a}, 1000, 1100 * size.MB, 55 * size.GB, nil},
		{"duplicates", []*catalog.Agent{a, b, a, a}, 0, 150 * size.MB, 6 * size.GB, []Duplicate{{2, 0}, {3, 0}}},
		// 3 bytes with 1 percent are 3.03 bytes: rounded up once, not per agent.
		{"rounding", []*catalog.Agent{agent("x", 1, 1), agent("y", 2, 2)}, 1, 4, 4, nil},
		{"largest", []*catalog.Agent{agent("x", size.Max-1, size.Max), agent("y", 1, 0)}, 0, size.Max, size.Max, nil},
		{"nothing known", []*catalog.Agent{agent("x", 0, 0)}, 100, 0, 0, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			need, err := Sum(tt.agents, tt.headroom)
			if err != nil {
				t.Fatal(err)
			}
			if need.Floor != tt.floor || need.Recommended != tt.recommended {
				t.Errorf("floor %d, recommended %d; want %d and %d", need.Floor, need.Recommended, tt.floor, tt.recommended)
			}
			if !reflect.DeepEqual(need.Duplicates, tt.duplicates) {
				t.Errorf("duplicates %v, want %v", need.Duplicates, tt.duplicates)
			}
			if got, want := len(need.Shares), len(tt.agents)-len(tt.duplicates); got != want {
				t.Errorf("%d shares, want %d", got, want)
			}
		})
	}
}

func TestSumFails(t *testing.T) {
	for _, headroom := range []int{-1, 1001} {
		if _, err := Sum(nil, headroom); !errors.Is(err, ErrHeadroom) {
			t.Errorf("%d percent: %v", headroom, err)
		}
	}
	for name, agents := range map[string][]*catalog.Agent{
		"floors":      {agent("x", size.Max, size.Max), agent("y", 1, 0)},
		"recommended": {agent("x", 1, size.Max), agent("y", 1, 1)},
	} {
		if _, err := Sum(agents, 0); !errors.Is(err, size.ErrOverflow) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Sum([]*catalog.Agent{agent("x", 1, size.Max/2)}, 101); !errors.Is(err, size.ErrOverflow) {
		t.Errorf("headroom: %v", err)
	}
}

func TestVolume(t *testing.T) {
	need, err := Sum([]*catalog.Agent{agent("a", 100*size.MB, 5*size.GB), agent("b", 50*size.MB, size.GB)}, 10)
	if err != nil {
		t.Fatal(err)
	}
	if got := need.TooSmall(165 * size.MB); got != "" {
		t.Errorf("the floor itself is too small: %s", got)
	}
	if got, want := need.TooSmall(165*size.MB-1), "These agents need at least 165 MB (165M) together: A 100 MB (100M), B 50 MB (50M), and 10 percent headroom. The volume has 164999999 bytes (about 165.0 MB)."; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if got := need.Tight(6600 * size.MB); got != "" {
		t.Errorf("the recommended size itself is tight: %s", got)
	}
	if got, want := need.Tight(size.GB), "For months of work these agents need 6600 MB (6600M) together: A 5 GB (5G), B 1 GB (1G), and 10 percent headroom. The volume has 1 GB (1G)."; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
