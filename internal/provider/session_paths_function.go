package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
	"github.com/coder-persistence/terraform-provider-persistence/internal/persistence"
)

func newSessionPaths() function.Function { return &sessionPaths{} }

// sessionPaths is session_paths(agent, home, workdir).
type sessionPaths struct{}

func (f *sessionPaths) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "session_paths"
}

func (f *sessionPaths) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "List the paths an agent needs to resume its session",
		MarkdownDescription: "Returns the absolute paths without which the agent does not come back: its sessions, and the configuration it " +
			"needs to start without dialogs. Caches and logins are left out. The list is empty for an agent that keeps its sessions on the vendor's " +
			"servers and needs nothing else. A path may lie below another one of the list.\n\nA function cannot see the provider block, so agents " +
			"that were added or changed there are not known here: use `session_paths` of the data source `persistence_agent` for them, which also " +
			"says more about each path.",
		Parameters: []function.Parameter{
			function.StringParameter{Name: "agent", MarkdownDescription: "The agent, by the name of its registry module or an alias, whatever the " +
				"case. Example: `\"claude-code\"`. An unknown name is an error that lists the nearest ones."},
			function.StringParameter{Name: "home", MarkdownDescription: "Absolute path of the home directory. Example: `\"/home/coder\"`."},
			function.StringParameter{Name: "workdir", MarkdownDescription: "Absolute path of the directory the agent works in, for agents that keep " +
				"data there. For others any absolute path will do, such as that of the home directory. Example: `\"/home/coder/project\"`."},
		},
		Return: function.ListReturn{ElementType: types.StringType},
	}
}

func (f *sessionPaths) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var name, home, workdir string
	resp.Error = req.Arguments.Get(ctx, &name, &home, &workdir)
	if resp.Error != nil {
		return
	}
	agent, err := agents.Default().Lookup(name)
	if err != nil {
		resp.Error = argumentError(0, err.Error()+" A function cannot see agents of the provider block; data.persistence_agent can.\n\n"+
			"Write: "+persistence.Quote(persistence.Known(agents.Default(), []string{name})[0]))
		return
	}
	for i, p := range []string{home, workdir} {
		if must := persistence.BadPath(p); must != "" {
			resp.Error = argumentError(int64(i)+1, fmt.Sprintf("The path must be %s, such as %q, got: %q", must, persistence.DefaultHome, p))
			return
		}
	}
	resp.Error = resp.Result.Set(ctx, agent.ResumePaths(home, workdir))
}
