package script

import (
	"path"
	"strings"
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
// and when the chat was last saved. Their scripts need nothing but a POSIX
// shell, because the Coder agent runs them with the user's own.
func Metadata(o Options) []MetadataItem {
	title := o.Agent.DisplayName
	if o.Name != o.Agent.Slug {
		title = o.Name
	}
	items := []MetadataItem{{
		Key:         "coder_persistence_" + o.Name + "_disk",
		DisplayName: title + " session data",
		Script:      ask(o, "disk"),
		Interval:    300,
		Timeout:     10,
	}}
	if o.StatePersistence && o.Launcher != LauncherTerminal {
		items = append(items, MetadataItem{
			Key:         "coder_persistence_" + o.Name + "_saved",
			DisplayName: title + " chat saved",
			Script:      ask(o, "saved"),
			Interval:    30,
			Timeout:     5,
		})
	}
	return items
}

// ask returns a script that asks the installed program for a metadata item.
func ask(o Options, item string) string {
	program := posixQuote(path.Join(o.DataDir, "bin", CommandName(o.Name)))
	return "[ ! -f " + program + " ] || exec bash -p " + program + " metadata " + item + "; echo never"
}

// posixQuote quotes text for any POSIX shell.
func posixQuote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
