package doctables

import (
	"maps"
	"slices"
	"strings"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

// storageTable says what each agent needs, and what was seen.
func storageTable(agents []catalog.Agent) string {
	return table([]string{"Agent", "Minimum", "Recommended", "Observed", "Stops growing"}, agents, func(a *catalog.Agent) []string {
		s := &a.Storage
		recommended := decimal(s.Recommended)
		if s.RecommendedIsEstimate {
			recommended += " (estimate)"
		}
		bounded := string(s.Bounded)
		switch {
		case s.BoundedBy == "":
		case strings.Contains(s.BoundedBy, " "): // a sentence and no setting
			bounded += ": " + s.BoundedBy
		default:
			bounded += ", with `" + s.BoundedBy + "`"
		}
		return []string{a.DisplayName, decimal(s.Floor), recommended, orDash(s.ObservedText), bounded}
	})
}

// retentionTable says what deletes an agent's sessions.
func retentionTable(agents []catalog.Agent) string {
	return table([]string{"Agent", "What deletes sessions", "Seen in a run"}, agents, func(a *catalog.Agent) []string {
		return []string{a.DisplayName, orDash(a.Retention.Text), yesNo(a.Retention.Evidence.Verified())}
	})
}

// credentialsTable says where each agent keeps its login.
func credentialsTable(agents []catalog.Agent) string {
	return table([]string{"Agent", "Login", "Moved by"}, agents, func(a *catalog.Agent) []string {
		var places, movers []string
		for i := range a.Paths {
			p := &a.Paths[i]
			if p.Role != catalog.RoleCredentials {
				continue
			}
			places = append(places, "`"+p.Place()+"`")
			if p.RelocatedBy != "" && !slices.Contains(movers, "`"+p.RelocatedBy+"`") {
				movers = append(movers, "`"+p.RelocatedBy+"`")
			}
		}
		if len(places) == 0 {
			places = []string{"no file is known"}
		}
		return []string{a.DisplayName, strings.Join(places, ", "), orDash(strings.Join(movers, ", "))}
	})
}

// modulesTable says for the agents without a start script what the newest
// version of their registry module does.
func modulesTable(agents []catalog.Agent) string {
	others := slices.DeleteFunc(slices.Clone(agents), func(a catalog.Agent) bool { return a.Session != nil && a.Session.ScriptReady })
	return table([]string{"Agent", "Newest version", "What it does", "Set in it"}, others, func(a *catalog.Agent) []string {
		if len(a.Module.Ranges) == 0 {
			return []string{a.DisplayName, "-", "-", "-"}
		}
		last := lastRelease(a)
		var inputs []string
		for _, name := range slices.Sorted(maps.Keys(last.ModuleInputs)) {
			inputs = append(inputs, "`"+name+" = "+quoted(last.ModuleInputs[name])+"`")
		}
		version := a.Module.Latest
		if a.Module.Status == catalog.ModuleRemoved {
			version += " (module removed)"
		}
		return []string{a.DisplayName, version, last.Reason, orDash(strings.Join(inputs, ", "))}
	})
}

// lastRelease is the range of the newest version that was released.
func lastRelease(a *catalog.Agent) *catalog.Range {
	ranges := a.Module.Ranges
	for i := len(ranges) - 1; i > 0; i-- {
		if ranges[i].Last != "" {
			return &ranges[i]
		}
	}
	return &ranges[0]
}

func quoted(value string) string {
	if value == "true" || value == "false" {
		return value
	}
	return `"` + value + `"`
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}
