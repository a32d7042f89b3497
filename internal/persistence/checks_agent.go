package persistence

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/script"
)

// agentChecks are about the agent's catalog entry and the scripts made of it.
var agentChecks = []Check{
	{"agent-unknown", StagePlan, Error, "agent", "Unknown Agent",
		"neither the catalog nor the provider block has an agent of that name", 0, checkAgent},
	{"shared-agent-unknown", StagePlan, Error, "volume.shared_with", "Unknown Agent On The Volume",
		"neither the catalog nor the provider block has an agent of a name in `volume.shared_with`", 0, checkOthers},
	{"agent-without-script", StagePlan, Error, "agent", "Agent Not Supported Yet",
		"there is no start script for the agent, and no `module_version` says that its own module starts it", InputAgent | InputModuleVersion, checkScriptReady},
	{"script-unrenderable", stageRender, Error, "agent", "Script Cannot Be Rendered",
		"the facts of an agent of the provider block do not fit into a script", 0, checkRendered},
	{"script-too-long", stageRender, Error, "prompt", "Script Too Long",
		"the finished start script has more than 131071 bytes; it points to `args` when those are longer than the prompt", 0, checkScriptSize},
}

func checkAgent(f *facts) ([]any, string) {
	if f.agentError == nil {
		return nil, ""
	}
	return at("agent"), unknownAgent(f.agentError, "agent = %q")
}

func checkOthers(f *facts) ([]any, string) {
	for i := range f.request.volume().SharedWith {
		if err := f.othersError[i]; err != nil {
			return at("volume", "shared_with", i), unknownAgent(err, "shared_with = [%q]")
		}
	}
	return nil, ""
}

// unknownAgent is the detail for a name that the catalog does not know; line
// names an agent with %q.
func unknownAgent(err error, line string) string {
	detail := err.Error()
	if e := new(catalog.UnknownAgentError); errors.As(err, &e) && len(e.Nearest) > 0 {
		detail += example(line, e.Nearest[0])
	}
	return detail
}

func checkScriptReady(f *facts) ([]any, string) {
	if s := f.agent.Session; f.request.ModuleVersion != "" || s != nil && s.ScriptReady {
		return nil, ""
	}
	ready := []string{}
	for _, a := range f.request.catalogOrDefault().Agents() {
		if a.Session != nil && a.Session.ScriptReady {
			ready = append(ready, fmt.Sprintf("%q", a.Slug))
		}
	}
	detail := fmt.Sprintf("This version renders no start script for %s; data.coder_agent_compatibility describes it. Agents with a start script: %s. Given: %q.", f.agent.DisplayName, strings.Join(ready, ", "), f.request.Agent)
	if len(ready) > 0 {
		detail += example("agent = %s", ready[0])
	}
	if latest := f.agent.Module.Latest; latest != "" {
		detail += fmt.Sprintf("\n\nOr, when the registry's module starts it: module_version = %q", latest)
	}
	return at("agent"), detail
}

func checkRendered(f *facts) ([]any, string) {
	if f.renderError == nil {
		return nil, ""
	}
	return at("agent"), f.renderError.Error()
}

func checkScriptSize(f *facts) ([]any, string) {
	if f.renderError != nil || !f.result.Known(OutputStartScript) || len(f.result.StartScript) <= script.MaxBytes {
		return nil, ""
	}
	where := at("prompt")
	if args := strings.Join(slices.Clone(f.request.Args), " "); len(args) > len(f.request.Prompt) {
		where = at("args")
	}
	return where, fmt.Sprintf("A coder_script of at most %d bytes is expected, because it is handed to bash as one argument. With this prompt and these arguments it has %d bytes.\n\nWrite a shorter prompt and shorter arguments: they can name a file the agent is to read.", script.MaxBytes, len(f.result.StartScript))
}
