package catalog

import (
	"strings"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/size"
)

// Markdown renders the agents as a table, in their order, with the day of the
// facts below it.
func Markdown(agents []Agent) string {
	var b strings.Builder
	b.WriteString("| Agent | Slug | Documented level | Newest module | Level of the newest | Resumable module versions | Session data | Minimum | Recommended | Network needed | Tracking issue |\n")
	b.WriteString("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
	for i := range agents {
		a := &agents[i]
		row := []string{
			a.DisplayName, code(a.Slug), documentedLevel(a), newestModule(a), newestLevel(a), resumable(a), sessionPlaces(a),
			decimal(a.Storage.Floor), decimal(a.Storage.Recommended), yesNo(a.NeedsNetwork), orDash(a.Documented.TrackingIssue),
		}
		for j := range row {
			row[j] = cell(row[j])
		}
		b.WriteString("| " + strings.Join(row, " | ") + " |\n")
	}
	b.WriteString("\nAs of " + AsOf + ".\n")
	return b.String()
}

func documentedLevel(a *Agent) string {
	if a.Documented.NotInTheMatrix {
		return "not listed"
	}
	text := words(a.Documented.Level)
	if a.Documented.MinimumVersion != "" {
		text += " from " + a.Documented.MinimumVersion
	}
	return text
}

func newestModule(a *Agent) string {
	text := orDash(a.Module.Latest)
	if a.Module.Status == ModuleRemoved {
		text += " (removed)"
	}
	return text
}

func newestLevel(a *Agent) string {
	v, err := a.Judge("")
	if err != nil {
		return "unknown"
	}
	return words(v.Level)
}

// resumable lists the runs of releases that resume with their default inputs.
func resumable(a *Agent) string {
	if a.LevelOverride != "" {
		if a.LevelOverride == LevelFull {
			return "all"
		}
		return "none"
	}
	var runs []string
	adjoins := false // whether the range before this one resumes
	first := ""
	for i := range a.Module.Ranges {
		r := &a.Module.Ranges[i]
		if r.Level != LevelFull {
			adjoins = false
			continue
		}
		if adjoins {
			runs = runs[:len(runs)-1]
		} else {
			first = r.First
		}
		runs = append(runs, first+" to "+r.Last)
		adjoins = true
	}
	if len(runs) == 0 {
		return "none"
	}
	return strings.Join(runs, ", ")
}

// sessionPlaces lists where the sessions are.
func sessionPlaces(a *Agent) string {
	var places []string
	for i := range a.Paths {
		if p := &a.Paths[i]; p.Role == RoleSession {
			places = append(places, code(p.Place()))
		}
	}
	if len(places) == 0 && a.NeedsNetwork {
		return "the vendor's servers"
	}
	return orDash(strings.Join(places, ", "))
}

func decimal(b size.Bytes) string {
	if b == 0 {
		return "-"
	}
	text, err := size.Format(b, size.StyleDecimal)
	if err != nil {
		return b.String()
	}
	return text
}

// words writes a level as people do.
func words(level Level) string { return strings.ReplaceAll(string(level), "_", " ") }

func code(text string) string { return "`" + text + "`" }

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

// cell makes a text safe inside a table.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "\r", " ").Replace(text)
}
