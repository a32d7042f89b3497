package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/size"
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
	Launcher                 types.String `tfsdk:"launcher"`
	Port                     types.Int64  `tfsdk:"port"`
	AgentAPIVersion          types.String `tfsdk:"agentapi_version"`
	AgentAPIModuleVersion    types.String `tfsdk:"agentapi_module_version"`
	ModuleVersion            types.String `tfsdk:"module_version"`
	StatePersistence         types.Bool   `tfsdk:"state_persistence"`
	StateSaveIntervalSeconds types.Int64  `tfsdk:"state_save_interval_seconds"`
	Resume                   types.String `tfsdk:"resume"`
	OnResumeFailure          types.String `tfsdk:"on_resume_failure"`
	GracePeriodSeconds       types.Int64  `tfsdk:"grace_period_seconds"`
	MountStrategy            types.String `tfsdk:"mount_strategy"`
	RelocateTo               types.String `tfsdk:"relocate_to"`
	RetentionDays            types.Int64  `tfsdk:"retention_days"`
	DataDir                  types.String `tfsdk:"data_dir"`
	TaskID                   types.String `tfsdk:"task_id"`
	Volume                   types.Object `tfsdk:"volume"`

	SessionID      types.String `tfsdk:"session_id"`
	Env            types.Map    `tfsdk:"env"`
	Mounts         types.List   `tfsdk:"mounts"`
	Docker         types.Object `tfsdk:"docker"`
	Kubernetes     types.Object `tfsdk:"kubernetes"`
	StartScript    types.String `tfsdk:"start_script"`
	ShutdownScript types.String `tfsdk:"shutdown_script"`
	CleanupScript  types.String `tfsdk:"cleanup_script"`
	Metadata       types.List   `tfsdk:"metadata"`
	AgentAPIModule types.Object `tfsdk:"agentapi_module"`
	Storage        types.Object `tfsdk:"storage"`
	Support        types.Object `tfsdk:"support"`
}

type volumeModel struct {
	Size        types.String `tfsdk:"size"`
	MountPath   types.String `tfsdk:"mount_path"`
	Kind        types.String `tfsdk:"kind"`
	FileSystem  types.String `tfsdk:"filesystem"`
	SharedWith  types.List   `tfsdk:"shared_with"`
	AllowShrink types.Bool   `tfsdk:"allow_shrink"`
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
		Launcher:                 c.text(m.Launcher, persistence.InputLauncher, persistence.DefaultLauncher),
		Port:                     c.number(m.Port, persistence.InputPort, persistence.DefaultPort),
		AgentAPIVersion:          c.text(m.AgentAPIVersion, persistence.InputAgentAPIVersion, ""),
		AgentAPIModuleVersion:    c.text(m.AgentAPIModuleVersion, persistence.InputAgentAPIModuleVersion, ""),
		ModuleVersion:            c.text(m.ModuleVersion, persistence.InputModuleVersion, ""),
		StatePersistence:         c.flag(m.StatePersistence, persistence.InputStatePersistence, persistence.DefaultStatePersistence),
		StateSaveIntervalSeconds: c.number(m.StateSaveIntervalSeconds, persistence.InputStateSaveInterval, persistence.DefaultStateSaveInterval),
		Resume:                   c.text(m.Resume, persistence.InputResume, persistence.DefaultResume),
		OnResumeFailure:          c.text(m.OnResumeFailure, persistence.InputOnResumeFailure, persistence.DefaultOnResumeFailure),
		GracePeriodSeconds:       c.number(m.GracePeriodSeconds, persistence.InputGracePeriod, persistence.DefaultGracePeriodSeconds),
		MountStrategy:            c.text(m.MountStrategy, persistence.InputMountStrategy, persistence.DefaultMountStrategy),
		RelocateTo:               c.text(m.RelocateTo, persistence.InputRelocateTo, ""),
		DataDir:                  c.text(m.DataDir, persistence.InputDataDir, ""),
		TaskID:                   c.text(m.TaskID, persistence.InputTaskID, ""),
	}
	if c.known(m.RetentionDays, persistence.InputRetentionDays) {
		r.RetentionDays = m.RetentionDays.ValueInt64Pointer()
	}
	switch {
	case m.Volume.IsUnknown():
		c.unknown |= persistence.VolumeInputs
	case !m.Volume.IsNull():
		var v volumeModel
		diags = m.Volume.As(ctx, &v, basetypes.ObjectAsOptions{})
		r.Volume = &persistence.Volume{
			Size:        c.text(v.Size, persistence.InputVolumeSize, ""),
			MountPath:   c.text(v.MountPath, persistence.InputVolumeMountPath, ""),
			Kind:        c.text(v.Kind, persistence.InputVolumeKind, ""),
			FileSystem:  c.text(v.FileSystem, persistence.InputVolumeFileSystem, ""),
			SharedWith:  c.list(v.SharedWith, persistence.InputVolumeSharedWith),
			AllowShrink: c.flag(v.AllowShrink, persistence.InputVolumeAllowShrink, false),
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

// volumeSize is the volume's size, null or unknown where it or the volume is.
func (m *agentPersistenceModel) volumeSize() types.String {
	v, ok := m.Volume.Attributes()["size"].(types.String)
	if !ok {
		return types.StringNull()
	}
	return v
}

// keepVolumeSize writes the size as an earlier apply did when it comes to the
// same bytes, so that 1Gi and 1024Mi are no change.
func (m *agentPersistenceModel) keepVolumeSize(earlier string) {
	before, err := size.Parse(earlier)
	now, err2 := size.Parse(m.volumeSize().ValueString())
	if err != nil || err2 != nil || before != now {
		return
	}
	attributes := m.Volume.Attributes()
	attributes["size"] = types.StringValue(earlier)
	m.Volume = types.ObjectValueMust(m.Volume.AttributeTypes(context.Background()), attributes)
}
