package persistence

import (
	"errors"
	"fmt"
	"strings"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/size"
)

// Need is the space that some agents need together.
type Need struct {
	Agents   []*catalog.Agent // each once, in the order in which they were listed
	Headroom int64            // percent added to the sums
	// Minimum and Recommended are the sums with the headroom, rounded up to whole
	// bytes.
	Minimum, Recommended size.Bytes
}

// Sum adds up what the agents need, counting each once, with a headroom in
// percent. The error is [size.ErrOverflow].
func Sum(agents []*catalog.Agent, headroom int64) (Need, error) {
	need := Need{Headroom: headroom}
	listed := map[string]bool{}
	var minimum, recommended []size.Bytes
	for _, a := range agents {
		if listed[a.Slug] {
			continue
		}
		listed[a.Slug] = true
		need.Agents = append(need.Agents, a)
		minimum, recommended = append(minimum, a.Storage.Minimum), append(recommended, a.Storage.Recommended)
	}
	var minimumErr, recommendedErr error
	need.Minimum, minimumErr = size.Sum(headroom, minimum...)
	need.Recommended, recommendedErr = size.Sum(headroom, recommended...)
	return need, errors.Join(minimumErr, recommendedErr)
}

// TooLarge is the detail for sizes that no number holds.
const TooLarge = "The sizes of these agents add up to more than 2^63-1 bytes. " +
	"Lower the minimum or recommended size that the provider block sets for them."

// CheckVolume compares the size of a volume with the sums. The path is that of
// the size; wants is the size to propose.
func (n *Need) CheckVolume(given string, path []any, wants size.Bytes) []Finding {
	volume, err := size.Parse(given)
	if err != nil || volume == 0 {
		return nil
	}
	advice := Write(fmt.Sprint(path[len(path)-1]), Quote(wants.String()))
	switch {
	case volume < n.Minimum:
		shares := n.shares("needs at least", "need at least", n.Minimum, func(s *catalog.Storage) size.Bytes { return s.Minimum })
		return []Finding{{Error, path, "Volume Too Small", fmt.Sprintf("The volume has %s, got: %q. %s%s.%s",
			size.Human(volume), given, shares, n.source(), advice)}}
	case volume < n.Recommended:
		return []Finding{{Warning, path, "Volume Below The Recommended Size", fmt.Sprintf("The volume has %s, got: %q. %s for months of work.%s",
			size.Human(volume), given, n.shares("should have", "should have", n.Recommended, func(s *catalog.Storage) size.Bytes { return s.Recommended }), advice)}}
	}
	return nil
}

// source is where the minimum of a single agent is documented.
func (n *Need) source() string {
	if len(n.Agents) != 1 {
		return ""
	}
	return " (" + n.Agents[0].Storage.MinimumSource + ")"
}

// shares says what the agents need together, and each of them.
func (n *Need) shares(needs, need string, total size.Bytes, of func(*catalog.Storage) size.Bytes) string {
	headroom := ""
	if n.Headroom > 0 {
		headroom = fmt.Sprintf(", with %d percent headroom", n.Headroom)
	}
	if len(n.Agents) == 1 {
		return fmt.Sprintf("%s %s %s%s", n.Agents[0].DisplayName, needs, size.Human(total), headroom)
	}
	shares := make([]string, len(n.Agents))
	for i, a := range n.Agents {
		shares[i] = fmt.Sprintf("%s %s", a.DisplayName, size.Human(of(&a.Storage)))
	}
	return fmt.Sprintf("Together the agents on it %s %s (%s)%s", need, size.Human(total), strings.Join(shares, ", "), headroom)
}
