package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/size"
)

// tables are the functions that write a table, by its name in the comment.
var tables = map[string]func([]catalog.Agent) string{
	"agents":      agentsTable,
	"credentials": credentialsTable,
	"identifiers": identifiersTable,
	"install":     installTable,
	"modules":     modulesTable,
	"retention":   retentionTable,
	"storage":     storageTable,
}

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
		return []string{a.DisplayName, decimal(s.Minimum), recommended, orDash(s.ObservedText), bounded}
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
			place := "`" + p.Place() + "`"
			if p.Evidence == catalog.EvidenceDocs {
				place += " (not verified)"
			}
			places = append(places, place)
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

// installTable says what install and first_run do for each agent.
func installTable(agents []catalog.Agent) string {
	return table([]string{"Agent", "Installs", "Takes", "Needs node", "`first_run = \"accept\"` accepts"}, agents, func(a *catalog.Agent) []string {
		version, takes, node := "nothing: no download is known", "-", "-"
		if a.Install != nil {
			version, takes, node = a.Install.Version, decimal(a.Install.Size), yesNo(a.Install.NeedsNode)
			if len(a.Install.Downloads) == 1 {
				version += " (amd64)"
			}
		}
		var accepts []string
		for _, file := range a.FirstRun {
			if !slices.Contains(accepts, file.Accepts) {
				accepts = append(accepts, file.Accepts)
			}
		}
		return []string{a.DisplayName, version, takes, node, orDash(strings.Join(accepts, "; "))}
	})
}

// ownSection are the agents that the guide about moving has a section for.
var ownSection = []string{"claude-code", "codex", "goose"}

// modulesTable says for the other agents what the newest version of their
// registry module does.
func modulesTable(agents []catalog.Agent) string {
	others := slices.DeleteFunc(slices.Clone(agents), func(a catalog.Agent) bool {
		return a.Module.Source == "" || slices.Contains(ownSection, a.Slug)
	})
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

// agentsTable says for each agent what its registry module does at its newest
// version, and what this provider offers.
func agentsTable(agents []catalog.Agent) string {
	return table([]string{"Agent", "`agent =`", "Resumes with its own registry module", "Start script of this provider", "Minimum", "Recommended"},
		agents, func(a *catalog.Agent) []string {
			return []string{a.DisplayName, "`" + a.Slug + "`", moduleCell(a), scriptCell(a), decimal(a.Storage.Minimum), decimal(a.Storage.Recommended)}
		})
}

// moduleCell names the released module versions that resume by themselves.
func moduleCell(a *catalog.Agent) string {
	if a.Module.Source == "" {
		return "no module"
	}
	var runs []string
	for i := range a.Module.Ranges {
		r := &a.Module.Ranges[i]
		if r.Level != catalog.LevelFull {
			continue
		}
		if last := len(runs) - 1; i > 0 && a.Module.Ranges[i-1].Level == catalog.LevelFull {
			first, _, _ := strings.Cut(runs[last], " ")
			runs[last] = first + " to " + r.Last
			continue
		}
		runs = append(runs, r.First+" to "+r.Last)
	}
	text := "no"
	if len(runs) > 0 {
		text = strings.Join(runs, ", ")
	}
	switch a.Module.Status {
	case catalog.ModuleRemoved:
		text += " (module removed)"
	case catalog.ModuleChanged:
		text += fmt.Sprintf(" (%s starts nothing)", a.Module.Latest)
	case catalog.ModuleActive:
	}
	return text
}

// scriptCell says whether there is a start script and what it was run with.
func scriptCell(a *catalog.Agent) string {
	switch s := a.Session; {
	case s == nil || !s.ScriptReady:
		return "not yet"
	case s.Evidence.Verified() && s.CheckedVersion != "":
		return "yes, run with " + s.CheckedVersion
	default:
		return "yes, not verified"
	}
}

func decimal(b size.Bytes) string {
	text, err := size.Format(b, size.StyleDecimal)
	if err != nil {
		return b.String()
	}
	return text
}

// table writes a Markdown table with one row for each agent.
func table(head []string, agents []catalog.Agent, row func(*catalog.Agent) []string) string {
	var b strings.Builder
	write := func(cells []string) {
		for _, cell := range cells {
			b.WriteString("| " + strings.ReplaceAll(cell, "|", `\|`) + " ")
		}
		b.WriteString("|\n")
	}
	write(head)
	b.WriteString(strings.Repeat("| --- ", len(head)) + "|\n")
	for i := range agents {
		write(row(&agents[i]))
	}
	b.WriteString("\nFacts as of " + catalog.AsOf + ".\n")
	return b.String()
}
