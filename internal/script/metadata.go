package script

import (
	"path"
	"strings"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

// MetadataItem is one metadata block of a coder_agent.
type MetadataItem struct {
	Key         string // unique among the agents of a workspace
	DisplayName string
	Script      string // for sh
	Interval    int64  // seconds between runs
	Timeout     int64  // seconds a run may take
}

// Metadata returns the items that show how much disk the agent's sessions use
// and when the chat was last saved. Their scripts need nothing but coreutils
// and a POSIX shell, because the Coder agent runs them with the user's own.
func Metadata(o Options) []MetadataItem {
	title := o.Agent.DisplayName
	if o.Name != o.Agent.Slug {
		title = o.Name
	}
	items := []MetadataItem{{
		Key:         "coder_persistence_" + o.Name + "_disk",
		DisplayName: title + " session data",
		Script:      diskScript(o),
		Interval:    300,
		Timeout:     10,
	}}
	if o.StatePersistence && o.Launcher != LauncherTerminal {
		state := posixQuote(path.Join(o.DataDir, "state", "agentapi-state.json"))
		items = append(items, MetadataItem{
			Key:         "coder_persistence_" + o.Name + "_saved",
			DisplayName: title + " chat saved",
			Script:      "date -r " + state + " '+%Y-%m-%d %H:%M:%S' 2>/dev/null || echo never",
			Interval:    30,
			Timeout:     5,
		})
	}
	return items
}

// diskScript adds up the directories that hold sessions and our own data. du
// counts what it meets twice only once.
func diskScript(o Options) string {
	paths := []string{posixQuote(o.DataDir)}
	for _, p := range o.Agent.ExpandPaths(o.Home, o.Workdir) {
		if p.Role == catalog.RoleSession {
			paths = append(paths, posixQuote(p.Absolute))
		}
	}
	return "du -shc -- " + strings.Join(paths, " ") + " 2>/dev/null | tail -n 1 | cut -f 1"
}

// posixQuote quotes text for any POSIX shell.
func posixQuote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
