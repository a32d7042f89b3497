// Package storage adds up the space that several agents need on one volume. It
// imports nothing of Terraform.
package storage

import (
	"errors"
	"fmt"
	"strings"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/size"
)

// MaxHeadroom is the largest headroom, in percent.
const MaxHeadroom = 1000

// ErrHeadroom is the error for a headroom outside 0 to [MaxHeadroom].
var ErrHeadroom = errors.New("the headroom is not a percentage from 0 to 1000")

// Need is the space that some agents need together.
type Need struct {
	// Shares are the agents, each once, in the order in which they were first listed.
	Shares []Share
	// Duplicates are the places of elements whose agent was listed before.
	Duplicates []Duplicate
	// Headroom is the percentage added to the sums; the shares are without it.
	Headroom int
	// Floor and Recommended are the sums of the shares with the headroom,
	// rounded up to whole bytes.
	Floor, Recommended size.Bytes
}

// Share is what one agent needs.
type Share struct {
	Agent              *catalog.Agent
	Floor, Recommended size.Bytes
}

// Duplicate is an element whose agent was listed before, be it by another name.
type Duplicate struct {
	Index, First int // places in the list of agents
}

// Sum adds up what the agents need, counting each once, with a headroom in
// percent from 0 to [MaxHeadroom]. The error is [ErrHeadroom], or
// [size.ErrOverflow] when a sum exceeds [size.Max].
func Sum(agents []*catalog.Agent, headroom int) (Need, error) {
	if headroom < 0 || headroom > MaxHeadroom {
		return Need{}, fmt.Errorf("%w: %d", ErrHeadroom, headroom)
	}
	need := Need{Headroom: headroom}
	first := make(map[string]int, len(agents))
	var floor, recommended size.Bytes
	for i, a := range agents {
		if j, listed := first[a.Slug]; listed {
			need.Duplicates = append(need.Duplicates, Duplicate{Index: i, First: j})
			continue
		}
		first[a.Slug] = i
		share := Share{Agent: a, Floor: a.Storage.Floor, Recommended: a.Storage.Recommended}
		need.Shares = append(need.Shares, share)
		var err error
		if floor, err = size.Add(floor, share.Floor); err != nil {
			return Need{}, err
		}
		if recommended, err = size.Add(recommended, share.Recommended); err != nil {
			return Need{}, err
		}
	}
	var err error
	if need.Floor, err = size.WithHeadroom(floor, headroom); err != nil {
		return Need{}, err
	}
	need.Recommended, err = size.WithHeadroom(recommended, headroom)
	return need, err
}

// TooSmall says why a volume of the given size is below the sum of the floors,
// naming each agent's share; "" when it is not.
func (n *Need) TooSmall(volume size.Bytes) string {
	if volume >= n.Floor {
		return ""
	}
	return n.explain("These agents need at least", n.Floor, volume, func(s Share) size.Bytes { return s.Floor })
}

// Tight says why a volume of the given size is below the sum of the
// recommended sizes, naming each agent's share; "" when it is not.
func (n *Need) Tight(volume size.Bytes) string {
	if volume >= n.Recommended {
		return ""
	}
	return n.explain("For months of work these agents need", n.Recommended, volume, func(s Share) size.Bytes { return s.Recommended })
}

func (n *Need) explain(what string, total, volume size.Bytes, of func(Share) size.Bytes) string {
	shares := make([]string, len(n.Shares))
	for i, s := range n.Shares {
		shares[i] = fmt.Sprintf("%s %s", s.Agent.DisplayName, size.Human(of(s)))
	}
	text := fmt.Sprintf("%s %s together: %s", what, size.Human(total), strings.Join(shares, ", "))
	if n.Headroom > 0 {
		text += fmt.Sprintf(", and %d percent headroom", n.Headroom)
	}
	return fmt.Sprintf("%s. The volume has %s.", text, size.Human(volume))
}
