package persistence

import "github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"

// dependencies says which inputs each output is made from, given what is set:
// a name in the template makes the agent's own name irrelevant, for instance.
// A test changes every input in turn and holds this to what really changes.
func (f *facts) dependencies() [outputCount]Inputs {
	name := f.nameInputs()
	workdir := f.workdirInputs()
	dataDir := f.dataDirInputs()

	moduleDirName := dataDir | name
	if f.given(f.request.DataDir, InputDataDir) {
		moduleDirName |= InputHome
	} else {
		moduleDirName &^= InputHome // it is relative to the home directory
	}

	return [outputCount]Inputs{
		OutputName:           name,
		OutputWorkdir:        workdir,
		OutputDataDir:        dataDir,
		OutputSessionID:      f.sessionInputs(),
		OutputEnv:            name | dataDir,
		OutputMounts:         InputAgent | f.mountInputs(),
		OutputStartScript:    InputAgent | name | InputHome | workdir | dataDir | InputPrompt | InputArgs | InputCommand | InputPort | InputAgentAPIVersion | InputStatePersistence | InputStateSaveInterval | InputResume | InputOnResumeFailure,
		OutputShutdownScript: InputAgent | name | dataDir | InputPort | InputStatePersistence | InputGracePeriod | InputTaskID,

		OutputAgentAPIModuleVersion:          InputAgentAPIVersion,
		OutputAgentAPIModulePort:             InputPort,
		OutputAgentAPIModuleDirName:          moduleDirName,
		OutputAgentAPIModuleFolder:           workdir,
		OutputAgentAPIModuleStatePersistence: InputStatePersistence,
		OutputAgentAPIModulePaths:            dataDir,

		OutputStorage: InputAgent,
		OutputSupport: InputAgent | InputResume,
	}
}

// given reports whether the template sets the text to a known value.
func (f *facts) given(value string, input Input) bool { return value != "" && !f.unknown(input) }

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

func (f *facts) dataDirInputs() Inputs {
	if f.given(f.request.DataDir, InputDataDir) {
		return InputDataDir
	}
	return InputDataDir | InputHome | f.nameInputs()
}

// mountInputs are what the mounted path is made from. The home directory only
// counts without a mount path: off the volume it is an error.
func (f *facts) mountInputs() Inputs {
	if v := f.request.Volume; v != nil && f.given(v.MountPath, InputVolumeMountPath) {
		return InputVolumeMountPath
	}
	return InputVolumeMountPath | InputHome
}

func (f *facts) sessionInputs() Inputs {
	if f.agent == nil || f.agent.Session == nil {
		return InputAgent | f.nameInputs() | InputHome | f.workdirInputs()
	}
	switch f.agent.Session.ID {
	case catalog.IDUUID:
		return InputAgent | f.nameInputs() | InputHome | f.workdirInputs()
	case catalog.IDName:
		return InputAgent | f.nameInputs()
	default: // the CLI chooses, so that there is nothing to be known
		return InputAgent
	}
}
