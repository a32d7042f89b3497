package persistence

import "fmt"

// Stage says when a check can be made.
type Stage int

// The stages, in the order in which they are made. An error in one keeps an
// engine from the next. All warnings belong to the plan: engines validate a
// second time while they plan, and would say each of them twice.
const (
	StageValidate Stage = iota // from the template alone, on terraform validate too
	StagePlan                  // needs the catalog, the state or the provider block, or is a warning
	stageRender                // needs the finished scripts
)

// String returns "validate" or "plan".
func (s Stage) String() string {
	if s == StageValidate {
		return "validate"
	}
	return "plan"
}

// Check is one thing that can be wrong about a request.
type Check struct {
	Name      string // stable identifier, e.g. "volume-too-small"
	Stage     Stage
	Severity  Severity
	Attribute string // where it points, e.g. "volume.size"
	Summary   string // as in Finding
	When      string // when it is said: what follows the word "when"

	needs Inputs // it is passed over while any of these is unknown
	// find returns "" as detail when nothing is wrong; where is the place.
	find func(*facts) (where []any, detail string)
}

// Checks returns every check, in the order in which they are made. The Stage
// of each is StageValidate or StagePlan.
func Checks() []Check {
	all := make([]Check, len(checks))
	for i, c := range checks {
		c.Stage = min(c.Stage, StagePlan)
		all[i] = c
	}
	return all
}

// checks is the one table of them.
var checks = join(valueChecks, agentAPIChecks, moduleChecks, volumeChecks, placeChecks, agentChecks)

func join(tables ...[]Check) []Check {
	var all []Check
	for _, table := range tables {
		all = append(all, table...)
	}
	return all
}

func run(at Stage, f *facts) []Finding {
	var findings []Finding
	for _, c := range checks {
		if c.Stage != at || f.unknown(c.needs) {
			continue
		}
		if where, detail := c.find(f); detail != "" {
			findings = append(findings, Finding{c.Severity, where, c.Summary, detail})
		}
	}
	return findings
}

// at is the place of an attribute.
func at(steps ...any) []any { return steps }

// write is the end of a detail: the line to write instead.
func write(format string, values ...any) string {
	return "\n\nWrite: " + fmt.Sprintf(format, values...)
}

// example is the end of a detail where several lines would do.
func example(format string, values ...any) string {
	return "\n\nWrite, for example: " + fmt.Sprintf(format, values...)
}
