package persistence

import "github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"

// dependencies says which inputs each output is made from, given what is set:
// a name in the template makes the agent's own name irrelevant, for instance.
// A test changes every input in turn and holds this to what really changes.
func (f *facts) dependencies() [outputCount]Inputs {
	name := f.nameInputs()
	workdir := f.workdirInputs()
	dataDir := f.dataDirInputs()
	module := f.agentAPIModuleInputs()

	d := [outputCount]Inputs{
		OutputName:           name,
		OutputWorkdir:        workdir,
		OutputDataDir:        dataDir,
		OutputSessionID:      f.sessionInputs(),
		OutputEnv:            name | dataDir | f.relocationInputs(),
		OutputMounts:         f.mountInputs(),
		OutputStartScript:    f.startInputs(),
		OutputShutdownScript: f.shutdownInputs(),
		OutputCleanupScript:  f.cleanupInputs(),
		OutputMetadata:       f.metadataInputs(),

		OutputAgentAPIModule:                 module,
		OutputAgentAPIModuleVersion:          module | InputAgentAPIVersion,
		OutputAgentAPIModulePort:             module | InputPort,
		OutputAgentAPIModuleDirName:          module | f.moduleDirInputs(),
		OutputAgentAPIModuleFolder:           module | workdir,
		OutputAgentAPIModuleStatePersistence: module | InputStatePersistence,
		OutputAgentAPIModulePaths:            module | dataDir,

		OutputGracePeriod:    InputGracePeriod,
		OutputStorageRequest: InputVolumeSize,
		OutputCapacityNote:   InputVolumeKind,
		OutputStorage:        InputAgent | InputVolumeSharedWith,
		OutputSupport:        f.supportInputs(),
	}
	if !f.given(f.request.volume().Size, InputVolumeSize) {
		d[OutputStorageRequest] |= InputAgent | InputVolumeSharedWith
	}
	if f.moduleStarts() || f.inTerminal() {
		// There is no agentapi module to hand anything to.
		for output := OutputAgentAPIModuleVersion; output <= OutputAgentAPIModulePaths; output++ {
			d[output] = module
		}
	}
	return d
}

// given reports whether the template sets the text to a known value.
func (f *facts) given(value string, input Input) bool { return value != "" && !f.unknown(input) }

// moduleStarts reports that the agent's own module starts it, as far as known.
func (f *facts) moduleStarts() bool { return f.given(f.request.ModuleVersion, InputModuleVersion) }

// inTerminal reports that the agent runs in a terminal, as far as known.
func (f *facts) inTerminal() bool {
	return f.request.Launcher == LauncherTerminal && !f.unknown(InputLauncher)
}

func (f *facts) nameInputs() Inputs {
	if f.given(f.request.Name, InputName) {
		return InputName
	}
	return InputName | InputAgent
}

func (f *facts) workdirInputs() Inputs {
	if f.given(f.request.Workdir, InputWorkdir) {
		return InputWorkdir
	}
	return InputWorkdir | InputHome
}

func (f *facts) rootInputs() Inputs {
	if f.given(f.request.RelocateTo, InputRelocateTo) {
		return InputRelocateTo
	}
	return InputRelocateTo | InputHome
}

func (f *facts) dataDirInputs() Inputs {
	switch {
	case f.given(f.request.DataDir, InputDataDir):
		return InputDataDir
	case f.moduleStarts() && f.agent != nil && f.agent.Module.Directory != "":
		return InputDataDir | InputModuleVersion | InputAgent | InputHome
	case f.unknown(InputModuleVersion) || f.moduleStarts():
		return InputDataDir | InputModuleVersion | InputAgent | InputHome | f.rootInputs() | f.nameInputs()
	}
	return InputDataDir | InputModuleVersion | f.rootInputs() | f.nameInputs()
}

// moduleDirInputs are what module_dir_name is made from. The default data
// directory lies below the home directory, wherever that is.
func (f *facts) moduleDirInputs() Inputs {
	inputs := f.dataDirInputs() | f.nameInputs()
	if f.given(f.request.DataDir, InputDataDir) || f.given(f.request.RelocateTo, InputRelocateTo) {
		return inputs | InputHome
	}
	return inputs &^ InputHome
}

// relocationInputs are what the relocation variable is made from.
func (f *facts) relocationInputs() Inputs {
	if f.given(f.request.RelocateTo, InputRelocateTo) {
		return InputRelocateTo | InputAgent
	}
	inputs := InputRelocateTo
	loose := f.agent == nil || looseFile(f.agent) != nil
	if loose {
		inputs |= InputMountStrategy
	}
	if f.request.MountStrategy == MountPaths || f.unknown(InputMountStrategy) {
		inputs |= InputAgent
		if loose {
			inputs |= InputHome
		}
	}
	return inputs
}

// mountInputs are what the mounts are made from. With a mount path the home
// directory does not count: off the volume it is an error.
func (f *facts) mountInputs() Inputs {
	inputs := InputAgent | InputRelocateTo | InputVolumeMountPath
	if f.given(f.request.volume().MountPath, InputVolumeMountPath) {
		return inputs
	}
	inputs |= InputMountStrategy | InputDataDir | f.rootInputs()
	if f.agent == nil || f.hasPath(func(p *catalog.Path) bool { return p.Scope == catalog.ScopeWorkdir }) {
		inputs |= f.workdirInputs()
	}
	if f.request.MountStrategy == MountPaths || f.unknown(InputMountStrategy) {
		inputs |= f.dataDirInputs()
		if f.agent == nil || f.hasPath(func(p *catalog.Path) bool { return p.Scope == catalog.ScopeHome && !f.relocation.moves(p) }) {
			inputs |= InputHome
		}
	}
	if f.request.MountStrategy == MountPaths && !f.unknown(InputMountStrategy) {
		inputs &^= InputVolumeMountPath // an error beside it
	}
	return inputs
}

// hasPath reports whether the agent keeps anything but a cache in such a path.
func (f *facts) hasPath(such func(*catalog.Path) bool) bool {
	for i := range f.agent.Paths {
		if p := &f.agent.Paths[i]; p.Role != catalog.RoleCache && such(p) {
			return true
		}
	}
	return false
}

func (f *facts) startInputs() Inputs {
	if f.moduleStarts() {
		return InputModuleVersion
	}
	inputs := InputModuleVersion | InputAgent | InputLauncher | f.nameInputs() | InputHome | f.workdirInputs() | f.dataDirInputs() |
		f.relocationInputs() | InputPrompt | InputArgs | InputCommand | InputResume | InputOnResumeFailure
	if f.inTerminal() {
		return inputs
	}
	return inputs | InputPort | InputAgentAPIVersion | InputStatePersistence | InputStateSaveInterval
}

func (f *facts) shutdownInputs() Inputs {
	switch {
	case f.moduleStarts():
		return InputModuleVersion
	case f.inTerminal():
		return InputLauncher
	}
	return InputModuleVersion | InputLauncher | InputAgent | f.nameInputs() | f.dataDirInputs() | InputPort | InputStatePersistence | InputGracePeriod | InputTaskID
}

func (f *facts) cleanupInputs() Inputs {
	switch {
	case f.moduleStarts():
		return InputModuleVersion
	case f.request.RetentionDays == nil && !f.unknown(InputRetentionDays):
		return InputRetentionDays
	}
	inputs := InputModuleVersion | InputRetentionDays | InputAgent | f.nameInputs()
	if f.agent != nil && (f.agent.Cleanup == nil || f.agent.Cleanup.ByHand != "") {
		return inputs // the script only says what a person can do
	}
	inputs |= InputHome | f.dataDirInputs() | f.relocationInputs()
	if f.agent == nil || f.agent.Cleanup.Root.Workdir {
		inputs |= f.workdirInputs()
	}
	return inputs
}

func (f *facts) metadataInputs() Inputs {
	if f.moduleStarts() {
		return InputModuleVersion
	}
	inputs := InputModuleVersion | InputLauncher | InputAgent | f.nameInputs() | f.dataDirInputs()
	if !f.inTerminal() {
		inputs |= InputStatePersistence
	}
	keeps := func(in catalog.Scope, moved bool) bool {
		return f.agent == nil || f.hasPath(func(p *catalog.Path) bool {
			return p.Role == catalog.RoleSession && p.Scope == in && f.relocation.moves(p) == moved
		})
	}
	if keeps(catalog.ScopeWorkdir, false) {
		inputs |= f.workdirInputs()
	}
	if keeps(catalog.ScopeHome, false) {
		inputs |= InputRelocateTo | InputHome
	}
	if keeps(catalog.ScopeHome, true) {
		inputs |= f.rootInputs()
	}
	return inputs
}

// agentAPIModuleInputs decide whether there is an agentapi module at all.
func (f *facts) agentAPIModuleInputs() Inputs {
	switch {
	case f.moduleStarts():
		return InputModuleVersion
	case f.inTerminal():
		return InputLauncher
	}
	return InputModuleVersion | InputLauncher
}

func (f *facts) sessionInputs() Inputs {
	if f.moduleStarts() {
		return InputModuleVersion
	}
	if f.agent == nil || f.agent.Session == nil {
		return InputModuleVersion | InputAgent | f.nameInputs() | InputHome | f.workdirInputs()
	}
	switch f.agent.Session.ID {
	case catalog.IDUUID:
		return InputModuleVersion | InputAgent | f.nameInputs() | InputHome | f.workdirInputs()
	case catalog.IDName:
		return InputModuleVersion | InputAgent | f.nameInputs()
	default: // the CLI chooses, so that there is nothing to be known
		return InputAgent
	}
}

func (f *facts) supportInputs() Inputs {
	if !f.moduleStarts() {
		return InputAgent | InputResume | InputModuleVersion
	}
	inputs := InputAgent | InputModuleVersion
	a := f.assessment
	if a == nil || a.State && a.AgentAPI != "" {
		inputs |= InputAgentAPIVersion
	}
	if a == nil || a.Has(catalog.FlagWorkdirName) {
		inputs |= f.workdirInputs()
	}
	return inputs
}
