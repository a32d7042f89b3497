package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
)

// agentPersistenceModel is the state of coder_agent_persistence, schema version 0.
type agentPersistenceModel struct {
	Agent                    types.String `tfsdk:"agent"`
	Name                     types.String `tfsdk:"name"`
	Workdir                  types.String `tfsdk:"workdir"`
	Home                     types.String `tfsdk:"home"`
	Prompt                   types.String `tfsdk:"prompt"`
	Args                     types.List   `tfsdk:"args"`
	Command                  types.String `tfsdk:"command"`
	Port                     types.Int64  `tfsdk:"port"`
	AgentAPIVersion          types.String `tfsdk:"agentapi_version"`
	StatePersistence         types.Bool   `tfsdk:"state_persistence"`
	StateSaveIntervalSeconds types.Int64  `tfsdk:"state_save_interval_seconds"`
	Resume                   types.String `tfsdk:"resume"`
	OnResumeFailure          types.String `tfsdk:"on_resume_failure"`
	GracePeriodSeconds       types.Int64  `tfsdk:"grace_period_seconds"`
	DataDir                  types.String `tfsdk:"data_dir"`
	TaskID                   types.String `tfsdk:"task_id"`
	Volume                   types.Object `tfsdk:"volume"`

	SessionID      types.String `tfsdk:"session_id"`
	Env            types.Map    `tfsdk:"env"`
	Mounts         types.List   `tfsdk:"mounts"`
	StartScript    types.String `tfsdk:"start_script"`
	ShutdownScript types.String `tfsdk:"shutdown_script"`
	AgentAPIModule types.Object `tfsdk:"agentapi_module"`
	Storage        types.Object `tfsdk:"storage"`
	Support        types.Object `tfsdk:"support"`
}

type volumeModel struct {
	Size      types.String `tfsdk:"size"`
	MountPath types.String `tfsdk:"mount_path"`
	Kind      types.String `tfsdk:"kind"`
}

// request converts the configuration; what is null gets its default, what is
// unknown is marked so.
func (m *agentPersistenceModel) request(ctx context.Context) (persistence.Request, diag.Diagnostics) {
	var diags diag.Diagnostics
	c := converter{}
	r := persistence.Request{
		Agent:                    c.text(m.Agent, persistence.InputAgent, ""),
		Name:                     c.text(m.Name, persistence.InputName, ""),
		Workdir:                  c.text(m.Workdir, persistence.InputWorkdir, ""),
		Home:                     c.text(m.Home, persistence.InputHome, persistence.DefaultHome),
		Prompt:                   c.text(m.Prompt, persistence.InputPrompt, ""),
		Args:                     c.list(m.Args, persistence.InputArgs),
		Command:                  c.text(m.Command, persistence.InputCommand, ""),
		Port:                     c.number(m.Port, persistence.InputPort, persistence.DefaultPort),
		AgentAPIVersion:          c.text(m.AgentAPIVersion, persistence.InputAgentAPIVersion, persistence.DefaultAgentAPIVersion),
		StatePersistence:         c.flag(m.StatePersistence, persistence.InputStatePersistence, persistence.DefaultStatePersistence),
		StateSaveIntervalSeconds: c.number(m.StateSaveIntervalSeconds, persistence.InputStateSaveInterval, persistence.DefaultStateSaveInterval),
		Resume:                   c.text(m.Resume, persistence.InputResume, persistence.DefaultResume),
		OnResumeFailure:          c.text(m.OnResumeFailure, persistence.InputOnResumeFailure, persistence.DefaultOnResumeFailure),
		GracePeriodSeconds:       c.number(m.GracePeriodSeconds, persistence.InputGracePeriod, persistence.DefaultGracePeriodSeconds),
		DataDir:                  c.text(m.DataDir, persistence.InputDataDir, ""),
		TaskID:                   c.text(m.TaskID, persistence.InputTaskID, ""),
	}
	switch {
	case m.Volume.IsUnknown():
		c.unknown |= persistence.InputVolumeSize | persistence.InputVolumeMountPath | persistence.InputVolumeKind
	case !m.Volume.IsNull():
		var v volumeModel
		diags = m.Volume.As(ctx, &v, basetypes.ObjectAsOptions{})
		r.Volume = &persistence.Volume{
			Size:      c.text(v.Size, persistence.InputVolumeSize, ""),
			MountPath: c.text(v.MountPath, persistence.InputVolumeMountPath, ""),
			Kind:      c.text(v.Kind, persistence.InputVolumeKind, ""),
		}
	}
	r.Unknown = c.unknown
	return r, diags
}

// converter reads Terraform values and collects which inputs are unknown.
type converter struct {
	unknown persistence.Inputs
}

// known reports whether v has a value that is neither unknown nor null.
func (c *converter) known(v attr.Value, input persistence.Input) bool {
	if v.IsUnknown() {
		c.unknown |= input
		return false
	}
	return !v.IsNull()
}

func (c *converter) text(v types.String, input persistence.Input, otherwise string) string {
	if c.known(v, input) {
		return v.ValueString()
	}
	return otherwise
}

func (c *converter) number(v types.Int64, input persistence.Input, otherwise int64) int64 {
	if c.known(v, input) {
		return v.ValueInt64()
	}
	return otherwise
}

func (c *converter) flag(v types.Bool, input persistence.Input, otherwise bool) bool {
	if c.known(v, input) {
		return v.ValueBool()
	}
	return otherwise
}

func (c *converter) list(v types.List, input persistence.Input) []string {
	if !c.known(v, input) {
		return nil
	}
	items := make([]string, 0, len(v.Elements()))
	for _, element := range v.Elements() {
		if text, ok := element.(types.String); ok {
			items = append(items, c.text(text, input, ""))
		}
	}
	return items
}

var (
	mountType = map[string]attr.Type{
		"path":        types.StringType,
		"role":        types.StringType,
		"required":    types.BoolType,
		"file_system": types.StringType,
	}
	agentAPIModuleType = map[string]attr.Type{
		"agentapi_version":         types.StringType,
		"agentapi_port":            types.Int64Type,
		"module_dir_name":          types.StringType,
		"folder":                   types.StringType,
		"enable_state_persistence": types.BoolType,
		"state_file_path":          types.StringType,
		"pid_file_path":            types.StringType,
	}
	storageType = map[string]attr.Type{
		"floor_bytes":       types.Int64Type,
		"floor":             types.StringType,
		"recommended_bytes": types.Int64Type,
		"recommended":       types.StringType,
		"recommended_gib":   types.Int64Type,
	}
	supportType = map[string]attr.Type{
		"level":   types.StringType,
		"reason":  types.StringType,
		"resumes": types.BoolType,
	}
)

// fill completes the model: defaults of inputs, and every output.
func (m *agentPersistenceModel) fill(ctx context.Context, r persistence.Request, result *persistence.Result) diag.Diagnostics {
	var diags diag.Diagnostics
	text := func(value string, output persistence.Output) types.String {
		if !result.Known(output) {
			return types.StringUnknown()
		}
		return types.StringValue(value)
	}

	m.fillDefaults(r)
	// Terraform refuses a plan in which an attribute that the template sets has
	// another value, be it a cleaned path.
	setDefault(&m.Name, text(result.Name, persistence.OutputName))
	setDefault(&m.Workdir, text(result.Workdir, persistence.OutputWorkdir))
	setDefault(&m.DataDir, text(result.DataDir, persistence.OutputDataDir))
	m.StartScript = text(result.StartScript, persistence.OutputStartScript)
	m.ShutdownScript = text(result.ShutdownScript, persistence.OutputShutdownScript)
	m.SessionID = text(result.SessionID, persistence.OutputSessionID)
	if m.SessionID.ValueString() == "" && !m.SessionID.IsUnknown() {
		m.SessionID = types.StringNull()
	}

	m.Env = types.MapUnknown(types.StringType)
	if result.Known(persistence.OutputEnv) {
		m.Env = collect(&diags)(types.MapValueFrom(ctx, types.StringType, result.Env))
	}
	m.Mounts = types.ListUnknown(types.ObjectType{AttrTypes: mountType})
	if result.Known(persistence.OutputMounts) {
		m.Mounts = mountList(result.Mounts)
	}
	m.AgentAPIModule = agentAPIModuleObject(result, text)
	m.Storage = types.ObjectUnknown(storageType)
	if result.Known(persistence.OutputStorage) {
		s := result.Storage
		m.Storage = types.ObjectValueMust(storageType, map[string]attr.Value{
			"floor_bytes":       types.Int64Value(s.FloorBytes),
			"floor":             types.StringValue(s.Floor),
			"recommended_bytes": types.Int64Value(s.RecommendedBytes),
			"recommended":       types.StringValue(s.Recommended),
			"recommended_gib":   types.Int64Value(s.RecommendedGiB),
		})
	}
	m.Support = types.ObjectUnknown(supportType)
	if result.Known(persistence.OutputSupport) {
		m.Support = types.ObjectValueMust(supportType, map[string]attr.Value{
			"level":   types.StringValue(result.Support.Level),
			"reason":  types.StringValue(result.Support.Reason),
			"resumes": types.BoolValue(result.Support.Resumes),
		})
	}
	return diags
}

// collect returns a function that keeps a value and appends its diagnostics.
func collect(diags *diag.Diagnostics) func(types.Map, diag.Diagnostics) types.Map {
	return func(v types.Map, d diag.Diagnostics) types.Map {
		diags.Append(d...)
		return v
	}
}

// fillDefaults writes the defaults of inputs that the template leaves out, as
// the schema promises.
func (m *agentPersistenceModel) fillDefaults(r persistence.Request) {
	setDefault(&m.Home, types.StringValue(r.Home))
	setDefault(&m.AgentAPIVersion, types.StringValue(r.AgentAPIVersion))
	setDefault(&m.Resume, types.StringValue(r.Resume))
	setDefault(&m.OnResumeFailure, types.StringValue(r.OnResumeFailure))
	setDefault(&m.Port, types.Int64Value(r.Port))
	setDefault(&m.StateSaveIntervalSeconds, types.Int64Value(r.StateSaveIntervalSeconds))
	setDefault(&m.GracePeriodSeconds, types.Int64Value(r.GracePeriodSeconds))
	setDefault(&m.StatePersistence, types.BoolValue(r.StatePersistence))
}

func setDefault[V attr.Value](target *V, value V) {
	if (*target).IsNull() {
		*target = value
	}
}

func mountList(mounts []persistence.Mount) types.List {
	objects := make([]attr.Value, len(mounts))
	for i, mount := range mounts {
		objects[i] = types.ObjectValueMust(mountType, map[string]attr.Value{
			"path":        types.StringValue(mount.Path),
			"role":        types.StringValue(mount.Role),
			"required":    types.BoolValue(mount.Required),
			"file_system": types.StringValue(mount.FileSystem),
		})
	}
	return types.ListValueMust(types.ObjectType{AttrTypes: mountType}, objects)
}

func agentAPIModuleObject(result *persistence.Result, text func(string, persistence.Output) types.String) types.Object {
	module := result.AgentAPIModule
	port := types.Int64Unknown()
	if result.Known(persistence.OutputAgentAPIModulePort) {
		port = types.Int64Value(module.AgentAPIPort)
	}
	persist := types.BoolUnknown()
	if result.Known(persistence.OutputAgentAPIModuleStatePersistence) {
		persist = types.BoolValue(module.EnableStatePersistence)
	}
	return types.ObjectValueMust(agentAPIModuleType, map[string]attr.Value{
		"agentapi_version":         text(module.AgentAPIVersion, persistence.OutputAgentAPIModuleVersion),
		"agentapi_port":            port,
		"module_dir_name":          text(module.ModuleDirName, persistence.OutputAgentAPIModuleDirName),
		"folder":                   text(module.Folder, persistence.OutputAgentAPIModuleFolder),
		"enable_state_persistence": persist,
		"state_file_path":          text(module.StateFilePath, persistence.OutputAgentAPIModulePaths),
		"pid_file_path":            text(module.PIDFilePath, persistence.OutputAgentAPIModulePaths),
	})
}
