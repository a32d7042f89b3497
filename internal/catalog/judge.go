package catalog

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/Masterminds/semver/v3"
)

// Verdict is what one version of an agent's registry module does with its
// default inputs.
type Verdict struct {
	Version  string // the version judged, normalized, without a leading "v"; "" when the agent has no module
	Released bool   // whether that very version was released
	Note     string // how a version that was not given, or not released, was judged; "" otherwise
	// Constraint holds for exactly the versions that are judged by this range.
	Constraint string
	Range      // the range's own facts
}

// Judge says what the given version of the agent's registry module does. An
// empty version means the newest release. A version between two releases is
// judged by the range before it, one beyond all releases by the last range,
// one before all of them by the first, and a pre-release like the release it
// leads to; the note says so. The error is a *VersionError.
func (a *Agent) Judge(version string) (Verdict, error) {
	m := &a.Module
	given := version
	if given == "" {
		given = m.Latest
	}
	var v *semver.Version
	if given != "" {
		var err error
		if v, err = parseVersion("the "+a.Slug+" module", given, a.exampleVersions()); err != nil {
			return Verdict{}, err
		}
	}
	verdict := a.locate(v)
	switch {
	case v == nil:
		verdict.Note = "The agent has no registry module; the level is that of its catalog entry."
	case version == "":
		verdict.Note = fmt.Sprintf("No version was given; this is the newest release, %s.", verdict.Version)
	case !verdict.Released:
		verdict.Note = a.notReleased(v, &verdict)
	}
	return verdict, nil
}

// locate finds the range of a version.
func (a *Agent) locate(v *semver.Version) Verdict {
	ranges := a.Module.Ranges
	if v == nil || len(ranges) == 0 {
		verdict := Verdict{Range: Range{
			Level:      a.Documented.Level,
			Reason:     "No module version is known; the level is that of the catalog entry.",
			Confidence: ConfidenceMedium,
			Source:     a.Resume.Source,
		}}
		if a.Resume.Evidence == EvidenceConfigured {
			verdict.Reason, verdict.Confidence = "The level is set in the provider configuration.", ConfidenceHigh
		}
		if v != nil {
			verdict.Version = v.String()
		}
		return verdict
	}
	core := release(v)
	i := len(ranges) - 1
	for i > 0 && core.LessThan(mustVersion(ranges[i].First)) {
		i--
	}
	return Verdict{
		Version:    v.String(),
		Released:   slices.Contains(a.Module.Releases, v.String()),
		Constraint: constraint(ranges, i),
		Range:      ranges[i],
	}
}

// constraint returns the versions that the range i stands for. The first
// range names its first release, though older versions are judged by it too.
func constraint(ranges []Range, i int) string {
	switch {
	case ranges[i].Last == "" && i > 0:
		return "> " + ranges[i-1].Last
	case i+1 == len(ranges):
		return ">= " + ranges[i].First
	case ranges[i+1].Last == "":
		return ">= " + ranges[i].First + ", <= " + ranges[i].Last
	}
	return ">= " + ranges[i].First + ", < " + ranges[i+1].First
}

// notReleased says how a version that was never released is judged.
func (a *Agent) notReleased(v *semver.Version, verdict *Verdict) string {
	m := &a.Module
	if len(m.Ranges) == 0 {
		return fmt.Sprintf("No release of this agent's module is known, so %s cannot be told from others.", verdict.Version)
	}
	like := verdict.First
	switch {
	case verdict.Last == "":
		like = "any version after the last release, " + m.Latest
	case verdict.Last != verdict.First:
		like += " to " + verdict.Last
	}
	core := release(v)
	switch {
	case v.Prerelease() != "":
		return fmt.Sprintf("%s is a pre-release; it is judged like %s, which belongs to %s.", verdict.Version, core, like)
	case core.GreaterThan(mustVersion(m.Latest)):
		return fmt.Sprintf("%s is newer than the newest release known on %s, %s; it is judged like %s.", verdict.Version, AsOf, m.Latest, like)
	case core.LessThan(mustVersion(m.Ranges[0].First)):
		return fmt.Sprintf("%s is older than the first release known, %s; it is judged like %s.", verdict.Version, m.Ranges[0].First, like)
	}
	return fmt.Sprintf("%s was never released; it is judged like the releases before it, %s.", verdict.Version, like)
}

// NeverReleased returns a release to use instead when a version up to the newest
// known one was never released, and "" otherwise.
func (a *Agent) NeverReleased(version string) string {
	v, err := semver.NewVersion(version)
	if err != nil || a.Module.Latest == "" || release(v).GreaterThan(mustVersion(a.Module.Latest)) || slices.Contains(a.Module.Releases, v.String()) {
		return ""
	}
	nearest := a.Module.Releases[0]
	for _, candidate := range a.Module.Releases {
		if !mustVersion(candidate).GreaterThan(v) {
			nearest = candidate
		}
	}
	return nearest
}

// exampleVersions returns two texts that Judge accepts: the newest release that
// resumes, or else the newest one.
func (a *Agent) exampleVersions() [2]string {
	example := cmp.Or(a.Module.Latest, "1.2.3")
	for i := range a.Module.Ranges {
		if r := &a.Module.Ranges[i]; r.Level == LevelFull && r.Last != "" {
			example = r.Last
		}
	}
	return [2]string{example, withV(example)}
}
