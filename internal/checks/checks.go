// Package checks lists templates that the provider refuses or warns of. The
// tests plan each of them, and once more with the advice pasted in; the page of
// checks in the documentation is generated from them.
package checks

// Case is a template with one mistake.
type Case struct {
	Summary string // of the diagnostic
	Warning bool   // not an error
	// When says what the provider reports, as an end to "when". Further cases of
	// the same summary leave it empty.
	When string
	// Template is the configuration without the terraform block, with a [Mark].
	Template string
	// Write is the advice: a line that plans cleanly in place of the marked one.
	Write string
	// Before is the template of an earlier apply, for mistakes that only a
	// change makes.
	Before string
}

// Mark ends the line of a template that is wrong. Shown ends the line that
// engines show instead, where they cannot point at the wrong one.
const (
	Mark  = " # wrong"
	Shown = " # shown"
)

// Severity is "error" or "warning".
func (c *Case) Severity() string {
	if c.Warning {
		return "warning"
	}
	return "error"
}

// Cases returns every case, grouped by subject.
func Cases() []Case {
	var all []Case
	for _, group := range [][]Case{values, agentAPI, places, volumes, agents, changes, dataSources, providerBlock} {
		all = append(all, group...)
	}
	return all
}

// resource is a coder_agent_persistence with the given lines.
func resource(lines string) string {
	return "resource \"coder_agent_persistence\" \"this\" {\n  provider = persistence\n" + lines + "}\n"
}

// claude is a resource for Claude Code.
func claude(lines string) string {
	return resource("  agent    = \"claude-code\"\n" + lines)
}

// volume is a resource for Claude Code with a volume block.
func volume(lines string) string {
	return claude("  volume {\n" + lines + "  }\n")
}

// data is a data source of this provider.
func data(kind, lines string) string {
	return "data \"persistence_" + kind + "\" \"this\" {\n" + lines + "}\n"
}

// inHouse is a provider block that adds an agent with the given lines. The agent
// is started with the lists of arguments cold and warm.
func inHouse(cold, warm, lines string) string {
	return "provider \"persistence\" {\n  agents = {\n    in-house = {" + Shown + "\n      level = \"full\"\n" + lines +
		"      session = {\n        command = \"in-house\"\n        id      = \"uuid\"\n" +
		"        cold    = " + cold + "\n        warm    = " + warm + "\n" +
		"        detect  = { file = \"~/.in-house/{session}\" }\n      }\n    }\n  }\n}\n"
}
