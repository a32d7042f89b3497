package persistence

func moduleVersion(version string) func(*Request) {
	return func(r *Request) { r.ModuleVersion = version }
}

func resuming(how string) func(*Request) { return func(r *Request) { r.Resume = how } }

func coder(version string) func(*Request) { return func(r *Request) { r.CoderVersion = version } }

func grace(seconds int64) func(*Request) {
	return func(r *Request) { r.GracePeriodSeconds = seconds }
}

func inTerminal(r *Request) { r.Launcher = LauncherTerminal }

func withoutState(r *Request) { r.StatePersistence = false }

func withTask(r *Request) { r.TaskID = "5d1b8f3e-4c0a-4d52-9a57-5f7e7f6f2b11" }

// unready is an agent without a start script, whose module does not resume.
func unready(r *Request) { r.Catalog, r.Agent = withUnreadyAgent(), "Sketch Pad" }

const (
	stateInputs = InputStatePersistence | InputLauncher
	taskInputs  = InputCoderVersion | InputTaskID | InputLauncher | InputModuleVersion
)

var moduleCases = []checkCase{
	{
		summary: "AgentAPI Too Old For State", path: at("agentapi_version"), needs: InputAgentAPIVersion | stateInputs,
		wrong: func(r *Request) { r.AgentAPIVersion = "v0.11.8" },
		fine:  func(r *Request) { r.AgentAPIVersion = "v0.11.8"; inTerminal(r) },
		given: `"v0.11.8"`, write: "state_persistence = false",
	},
	{
		summary: "Invalid AgentAPI Module Version", path: at("agentapi_module_version"), needs: InputAgentAPIModuleVersion,
		wrong: func(r *Request) { r.AgentAPIModuleVersion = "~> 2.2" },
		fine:  func(r *Request) { r.AgentAPIModuleVersion = "v2.2" },
		given: `"~> 2.2"`, write: `agentapi_module_version = "2.4.0"`, expect: []string{`"v2.4.0"`},
	},
	{
		summary: "Invalid AgentAPI Module Version", path: at("agentapi_module_version"), needs: InputAgentAPIModuleVersion,
		wrong: func(r *Request) { r.AgentAPIModuleVersion = "0.9.9" },
		fine:  func(r *Request) { r.AgentAPIModuleVersion = "1.0.0" },
		given: `"0.9.9"`, write: `agentapi_module_version = "2.4.0"`, expect: []string{"1.0.0 or newer"},
	},
	{
		summary: "AgentAPI Module Too Old For State", path: at("agentapi_module_version"), needs: InputAgentAPIModuleVersion | stateInputs,
		wrong: func(r *Request) { r.AgentAPIModuleVersion = "2.1.9" },
		fine:  func(r *Request) { r.AgentAPIModuleVersion = "2.2.0" },
		given: `"2.1.9"`, write: `agentapi_module_version = "2.4.0"`,
	},
	{
		summary: "AgentAPI Module Too Old For State", path: at("agentapi_module_version"), needs: InputAgentAPIModuleVersion | stateInputs,
		wrong: func(r *Request) { r.AgentAPIModuleVersion = "1.0.0" },
		fine:  func(r *Request) { r.AgentAPIModuleVersion = "1.0.0"; withoutState(r) },
		given: `"1.0.0"`, write: `agentapi_module_version = "2.4.0"`,
	},
	{
		summary: "Grace Period Too Short", path: at("grace_period_seconds"), needs: InputGracePeriod | stateInputs,
		wrong: grace(59), fine: grace(60),
		given: "59", write: "grace_period_seconds = 300",
	},
	{
		summary: "Grace Period Too Short", path: at("grace_period_seconds"), needs: InputGracePeriod | stateInputs,
		wrong: grace(1), fine: all(grace(1), withoutState),
		given: "Given: 1.", write: "grace_period_seconds = 300",
	},
	{
		summary: "Grace Period Too Short", path: at("grace_period_seconds"), needs: InputGracePeriod | stateInputs,
		wrong: grace(10), fine: all(grace(10), inTerminal),
		given: "10", write: "grace_period_seconds = 300",
	},
	{
		summary: "Grace Period Below The Recommendation", path: at("grace_period_seconds"), needs: InputGracePeriod | stateInputs,
		wrong: grace(299), fine: grace(300),
		given: "299", write: "grace_period_seconds = 300",
	},
	{
		summary: "Grace Period Below The Recommendation", path: at("grace_period_seconds"), needs: InputGracePeriod | stateInputs,
		wrong: all(grace(10), withoutState), fine: all(grace(10), inTerminal),
		given: "10", write: "grace_period_seconds = 300",
	},
	{
		summary: "Coder Without Tasks", path: at("launcher"), needs: taskInputs,
		wrong: coder("2.37.0"), fine: coder("2.36.9"),
		given: `"2.37.0"`, write: `launcher = "terminal"`,
	},
	{
		summary: "Coder Without Tasks", path: at("launcher"), needs: taskInputs,
		wrong: coder("v2.40.1"), fine: all(coder("v2.40.1"), inTerminal),
		given: `"v2.40.1"`, write: `launcher = "terminal"`,
	},
	{
		summary: "Coder Without Tasks", path: at("task_id"), needs: taskInputs,
		wrong: all(coder("2.37.0"), withTask), fine: all(coder("2.37.0"), withTask, inTerminal),
		given: `"2.37.0"`, write: "task_id = null",
	},
	{
		summary: "Coder Without Tasks", path: at("module_version"), needs: taskInputs,
		wrong: all(coder("3.0.0"), moduleVersion("4.9.2")), fine: all(coder("2.30.0"), moduleVersion("4.9.2")),
		given: `"4.9.2"`, write: `launcher = "terminal"`,
	},
	{
		summary: "Tasks Are Deprecated", path: at("task_id"), needs: InputCoderVersion | InputTaskID,
		wrong: all(coder("2.34.0"), withTask), fine: all(coder("2.33.9"), withTask),
		given: `"2.34.0"`, write: `launcher = "terminal"`,
	},
	{
		summary: "Tasks Are Deprecated", path: at("task_id"), needs: InputCoderVersion | InputTaskID,
		wrong: all(coder("2.36.3"), withTask), fine: coder("2.36.3"),
		given: `"2.36.3"`, write: `launcher = "terminal"`,
	},
	{
		summary: "Invalid Module Version", path: at("module_version"), needs: InputModuleVersion,
		wrong: moduleVersion(">= 4.8"), fine: moduleVersion("v4.9.2"),
		given: `">= 4.8"`, write: `module_version = "`,
	},
	{
		summary: "Invalid Module Version", path: at("module_version"), needs: InputModuleVersion,
		wrong: all(ofAgent("house"), moduleVersion("newest")), fine: moduleVersion("4.9"),
		given: `"newest"`, write: `module_version = "4.9.2"`,
	},
	{
		summary: "Module Does Not Resume", path: at("module_version"), needs: InputAgent | InputModuleVersion | InputResume,
		wrong: all(moduleVersion("5.0.0"), resuming(ResumeRequired)), fine: all(moduleVersion("4.9.2"), resuming(ResumeRequired)),
		given: `"5.0.0"`, write: "Leave module_version out",
	},
	{
		summary: "Module Does Not Resume", path: at("module_version"), needs: InputAgent | InputModuleVersion | InputResume,
		wrong: all(moduleVersion("3.2.1"), resuming(ResumeRequired)), fine: all(moduleVersion("3.2.2"), resuming(ResumeRequired)),
		given: `"3.2.1"`, write: `version = "4.9.2"`, expect: []string{"Or leave module_version out"},
	},
	{
		summary: "Module Does Not Resume", path: at("module_version"), needs: InputAgent | InputModuleVersion | InputResume,
		wrong: all(unready, moduleVersion("3.0.1"), resuming(ResumeRequired)), fine: all(ofAgent("codex"), moduleVersion("4.3.1"), resuming(ResumeRequired)),
		given: `"3.0.1"`, write: `resume = "preferred"`,
	},
	{
		summary: "Module Does Not Resume", path: at("module_version"), needs: InputAgent | InputModuleVersion | InputResume | InputWorkdir,
		wrong: all(moduleVersion("4.8.0"), resuming(ResumeRequired), func(r *Request) { r.Workdir = "/home/coder/my.project" }),
		fine:  all(moduleVersion("4.8.0"), resuming(ResumeRequired), func(r *Request) { r.Workdir = "/home/coder/my-project" }),
		given: `"/home/coder/my.project"`, write: `version = "4.9.2"`,
	},
	{
		summary: "Module Starts Nothing", path: at("module_version"), needs: InputAgent | InputModuleVersion | InputResume,
		wrong: moduleVersion("5.4.0"), fine: moduleVersion("4.9.2"),
		given: `"5.4.0"`, write: "Leave module_version out",
	},
	{
		summary: "Agent Will Not Remember", path: at("module_version"), needs: InputAgent | InputModuleVersion | InputResume | InputStatePersistence,
		wrong: moduleVersion("3.2.1"), fine: moduleVersion("3.2.2"),
		given: `"3.2.1"`, write: `version = "4.9.2"`,
	},
	{
		summary: "Agent Will Not Remember", path: at("module_version"), needs: InputAgent | InputModuleVersion | InputResume | InputStatePersistence,
		wrong: all(ofAgent("goose"), moduleVersion("3.0.1")), fine: all(ofAgent("goose"), moduleVersion("3.0.1"), withoutState),
		given: `"3.0.1"`, write: "Leave module_version out",
	},
	{
		summary: "Agent Will Not Remember", path: at("module_version"), needs: InputAgent | InputModuleVersion | InputResume | InputStatePersistence,
		wrong: all(unready, moduleVersion("3.0.1")), fine: all(unready, moduleVersion("3.0.1"), resuming(ResumeNever)),
		given: `"3.0.1"`, write: `resume = "never"`,
	},
	{
		summary: "Chat Will Start Empty", path: at("module_version"), needs: InputAgent | InputModuleVersion | InputAgentAPIVersion | InputStatePersistence,
		wrong: moduleVersion("4.9.2"), // installs agentapi 0.11.8
		fine:  all(moduleVersion("4.9.2"), func(r *Request) { r.AgentAPIVersion = "0.12.2" }),
		given: `"4.9.2"`, write: `agentapi_version = "v0.12.2"`,
	},
	{
		summary: "Registry Module Removed", path: at("module_version"), needs: InputAgent | InputModuleVersion,
		wrong: all(ofAgent("amazon-q"), moduleVersion("3.0.0")), fine: all(ofAgent("kiro-cli"), moduleVersion("1.0.1")),
		given: `"3.0.0"`, write: "module", expect: []string{"registry"},
	},
}
