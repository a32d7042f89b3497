package doctables

import (
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

// ownSection are the agents that the guide about moving has a section for.
var ownSection = []string{"claude-code", "codex", "goose"}

// modulesTable says for the other agents what the newest version of their
// registry module does.
func modulesTable(agents []catalog.Agent) string {
	others := slices.DeleteFunc(slices.Clone(agents), func(a catalog.Agent) bool { return slices.Contains(ownSection, a.Slug) })
	return table([]string{"Module", "Newest version", "What it does", "Here"}, others, func(a *catalog.Agent) []string {
		version := a.Module.Latest
		if a.Module.Status == catalog.ModuleRemoved {
			version += " (removed)"
		}
		return []string{"`" + a.Module.Source + "`", version, lastRelease(a).Reason, "`agent = \"" + a.Slug + "\"`"}
	})
}

// identifiersTable says who chooses the identifier of each agent's session.
func identifiersTable(agents []catalog.Agent) string {
	chosen := map[catalog.IDKind]string{
		catalog.IDUUID:      "a UUID, given to the agent",
		catalog.IDName:      "a name, given to the agent",
		catalog.IDCaptured:  "chosen by the agent",
		catalog.IDCommand:   "printed by a command of the agent",
		catalog.IDDirectory: "none: one conversation for each directory",
	}
	proof := map[catalog.DetectKind]string{
		catalog.DetectFile:    "its file",
		catalog.DetectCommand: "the agent's list of sessions",
		catalog.DetectStored:  "nothing on disk: the identifier was kept",
	}
	return table([]string{"Agent", "Identifier of the session", "What proves the session"}, agents, func(a *catalog.Agent) []string {
		if a.Session == nil {
			return []string{a.DisplayName, "-", "-"}
		}
		return []string{a.DisplayName, orDash(chosen[a.Session.ID]), orDash(proof[a.Session.Detect.Kind])}
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
