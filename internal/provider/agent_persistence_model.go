package provider

import (
	"context"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/coder-persistence/terraform-provider-persistence/internal/persistence"
	"github.com/coder-persistence/terraform-provider-persistence/internal/script"
)

// agentPersistenceModel is a coder_agent_persistence.
type agentPersistenceModel struct {
	Agent              types.String `tfsdk:"agent"`
	Name               types.String `tfsdk:"name"`
	Workdir            types.String `tfsdk:"workdir"`
	Home               types.String `tfsdk:"home"`
	Prompt             types.String `tfsdk:"prompt"`
	Args               types.List   `tfsdk:"args"`
	Command            types.String `tfsdk:"command"`
	Launcher           types.String `tfsdk:"launcher"`
	Resume             types.Bool   `tfsdk:"resume"`
	OnLostSession      types.String `tfsdk:"on_lost_session"`
	GracePeriodSeconds types.Number `tfsdk:"grace_period_seconds"`
	DataDir            types.String `tfsdk:"data_dir"`
	RelocateTo         types.String `tfsdk:"relocate_to"`
	MountStrategy      types.String `tfsdk:"mount_strategy"`
	RetentionDays      types.Number `tfsdk:"retention_days"`
	TaskID             types.String `tfsdk:"task_id"`
	AgentAPI           types.Object `tfsdk:"agentapi"`
	Volume             types.Object `tfsdk:"volume"`
	Install            types.Object `tfsdk:"install"`

	ID             types.String `tfsdk:"id"`
	StartScript    types.String `tfsdk:"start_script"`
	ShutdownScript types.String `tfsdk:"shutdown_script"`
	CleanupScript  types.String `tfsdk:"cleanup_script"`
	SessionID      types.String `tfsdk:"session_id"`
	Env            types.Map    `tfsdk:"env"`
	Mounts         types.List   `tfsdk:"mounts"`
	Docker         types.Object `tfsdk:"docker"`
	Kubernetes     types.Object `tfsdk:"kubernetes"`
	Metadata       types.List   `tfsdk:"metadata"`
	AgentAPIModule types.Object `tfsdk:"agentapi_module"`
}

type agentAPIModel struct {
	Version             types.String `tfsdk:"version"`
	Port                types.Number `tfsdk:"port"`
	StatePersistence    types.Bool   `tfsdk:"state_persistence"`
	SaveIntervalSeconds types.Number `tfsdk:"save_interval_seconds"`
}

type volumeModel struct {
	Size        types.String `tfsdk:"size"`
	MountPath   types.String `tfsdk:"mount_path"`
	FileSystem  types.String `tfsdk:"filesystem"`
	SharedWith  types.List   `tfsdk:"shared_with"`
	AllowShrink types.Bool   `tfsdk:"allow_shrink"`
}

type installModel struct {
	Version          types.String `tfsdk:"version"`
	Registry         types.String `tfsdk:"registry"`
	URL              types.String `tfsdk:"url"`
	Checksum         types.String `tfsdk:"checksum"`
	AgentAPIURL      types.String `tfsdk:"agentapi_url"`
	AgentAPIChecksum types.String `tfsdk:"agentapi_checksum"`
	FirstRun         types.String `tfsdk:"first_run"`
	Download         types.Bool   `tfsdk:"download"`
}

// request converts the inputs. What is null gets its default; what is unknown
// too, and is listed in Unknown.
func (m *agentPersistenceModel) request(ctx context.Context, diags *diag.Diagnostics) persistence.Request {
	unknown := unknowns{}
	r := persistence.Request{
		Agent:              unknown.text("agent", m.Agent, ""),
		Name:               unknown.text("name", m.Name, ""),
		Workdir:            unknown.text("workdir", m.Workdir, ""),
		Home:               unknown.text("home", m.Home, persistence.DefaultHome),
		Prompt:             unknown.text("prompt", m.Prompt, ""),
		Args:               unknown.texts("args", m.Args),
		Command:            unknown.text("command", m.Command, ""),
		Launcher:           unknown.text("launcher", m.Launcher, persistence.DefaultLauncher),
		Resume:             unknown.flag("resume", m.Resume, persistence.DefaultResume),
		OnLostSession:      unknown.text("on_lost_session", m.OnLostSession, persistence.DefaultOnLostSession),
		GracePeriodSeconds: unknown.number("grace_period_seconds", m.GracePeriodSeconds, persistence.DefaultGracePeriodSeconds),
		DataDir:            unknown.text("data_dir", m.DataDir, ""),
		RelocateTo:         unknown.text("relocate_to", m.RelocateTo, ""),
		MountStrategy:      unknown.text("mount_strategy", m.MountStrategy, persistence.DefaultMountStrategy),
		RetentionDays:      unknown.number("retention_days", m.RetentionDays, 0),
		TaskID:             unknown.text("task_id", m.TaskID, ""),
		Unknown:            unknown,
	}

	var agentAPI agentAPIModel
	unknown.block(ctx, "agentapi", m.AgentAPI, &agentAPI, diags)
	r.AgentAPIVersion = unknown.text("agentapi.version", agentAPI.Version, persistence.DefaultAgentAPIVersion)
	r.Port = unknown.number("agentapi.port", agentAPI.Port, persistence.DefaultPort)
	r.StatePersistence = unknown.flag("agentapi.state_persistence", agentAPI.StatePersistence, persistence.DefaultStatePersistence)
	r.StateSaveIntervalSeconds = unknown.number("agentapi.save_interval_seconds", agentAPI.SaveIntervalSeconds, persistence.DefaultStateSaveInterval)

	var volume volumeModel
	if unknown.block(ctx, "volume", m.Volume, &volume, diags) {
		r.Volume = &persistence.Volume{
			Size:        unknown.text("volume.size", volume.Size, ""),
			MountPath:   unknown.text("volume.mount_path", volume.MountPath, ""),
			FileSystem:  unknown.text("volume.filesystem", volume.FileSystem, ""),
			SharedWith:  unknown.texts("volume.shared_with", volume.SharedWith),
			AllowShrink: unknown.flag("volume.allow_shrink", volume.AllowShrink, false),
		}
	}

	var install installModel
	if unknown.block(ctx, "install", m.Install, &install, diags) {
		r.AcceptFirstRun = unknown.text("install.first_run", install.FirstRun, firstRunAsk) == firstRunAccept
		with := script.Install{
			Version:          unknown.text("install.version", install.Version, ""),
			Registry:         unknown.text("install.registry", install.Registry, ""),
			URL:              unknown.text("install.url", install.URL, ""),
			Checksum:         unknown.text("install.checksum", install.Checksum, ""),
			AgentAPIURL:      unknown.text("install.agentapi_url", install.AgentAPIURL, ""),
			AgentAPIChecksum: unknown.text("install.agentapi_checksum", install.AgentAPIChecksum, ""),
		}
		if unknown.flag("install.download", install.Download, true) {
			r.Install = &with
		}
	}
	return r
}

// unknowns collects the attributes that are unknown while a model is read.
type unknowns map[string]bool

// known notes v when it is unknown, and reports whether it has a value.
func (u unknowns) known(name string, v attr.Value) bool {
	if v.IsUnknown() {
		u[name] = true
	}
	return !v.IsUnknown() && !v.IsNull()
}

func (u unknowns) text(name string, v types.String, otherwise string) string {
	if u.known(name, v) {
		return v.ValueString()
	}
	return otherwise
}

func (u unknowns) flag(name string, v types.Bool, otherwise bool) bool {
	if u.known(name, v) {
		return v.ValueBool()
	}
	return otherwise
}

func (u unknowns) number(name string, v types.Number, otherwise int64) int64 {
	if u.known(name, v) && v.ValueBigFloat().IsInt() { // the schema admits no other
		otherwise, _ = v.ValueBigFloat().Int64()
	}
	return otherwise
}

func (u unknowns) texts(name string, v types.List) []string {
	if !u.known(name, v) {
		return nil
	}
	texts := make([]string, len(v.Elements()))
	for i, element := range v.Elements() {
		if text, ok := element.(types.String); ok {
			texts[i] = u.text(name, text, "")
		}
	}
	if u[name] {
		return nil
	}
	return texts
}

// block reads a block and reports whether it is there. Every attribute of an
// unknown block is unknown.
func (u unknowns) block(ctx context.Context, name string, v types.Object, target any, diags *diag.Diagnostics) bool {
	if !u.known(name, v) {
		if v.IsUnknown() {
			for attribute := range v.AttributeTypes(ctx) {
				u[name+"."+attribute] = true
			}
		}
		return false
	}
	diags.Append(v.As(ctx, target, basetypes.ObjectAsOptions{})...)
	return true
}

// prior is what a state holds of the last apply.
func (m *agentPersistenceModel) prior(ctx context.Context, diags *diag.Diagnostics) *persistence.Prior {
	var volume volumeModel
	unknowns{}.block(ctx, "volume", m.Volume, &volume, diags)
	storage, _ := m.Kubernetes.Attributes()["storage_request"].(types.String)
	return &persistence.Prior{
		Agent:          m.Agent.ValueString(),
		Name:           m.Name.ValueString(),
		Workdir:        m.Workdir.ValueString(),
		Home:           m.Home.ValueString(),
		DataDir:        m.DataDir.ValueString(),
		RelocateTo:     m.RelocateTo.ValueString(),
		MountStrategy:  m.MountStrategy.ValueString(),
		SessionID:      m.SessionID.ValueString(),
		Resume:         m.Resume.ValueBool(),
		MountPath:      volume.MountPath.ValueString(),
		StorageRequest: storage.ValueString(),
	}
}

// fill completes a planned model with a result.
func (m *agentPersistenceModel) fill(result *persistence.Result) {
	places := outputs{known: result.PlacesKnown}
	// An attribute that the template sets keeps its text, be it a path that is not clean.
	places.setDefault(&m.Name, result.Name)
	places.setDefault(&m.Workdir, result.Workdir)
	places.setDefault(&m.DataDir, result.DataDir)
	m.ID = m.Name
	m.SessionID = places.text(result.SessionID)
	m.Env = places.env(result.Env)
	var mounts, volumes, volumeMounts []values
	for _, mount := range result.Mounts {
		mounts = append(mounts, values{
			"path":              types.StringValue(mount.Path),
			"role":              types.StringValue(mount.Role),
			"required":          types.BoolValue(mount.Required),
			"file_system":       types.StringValue(mount.FileSystem),
			"holds_credentials": types.BoolValue(mount.HoldsCredentials),
			"sub_path":          types.StringValue(mount.SubPath),
		})
		volumes = append(volumes, values{
			"container_path": types.StringValue(mount.Path),
			"read_only":      types.BoolValue(false),
		})
		volumeMounts = append(volumeMounts, values{
			"mount_path": types.StringValue(mount.Path),
			"sub_path":   types.StringValue(mount.SubPath),
			"read_only":  types.BoolValue(false),
		})
	}
	m.Mounts = places.list(outputType("mounts"), mounts)

	docker, kubernetes := objectTypes(outputType("docker")), objectTypes(outputType("kubernetes"))
	m.Docker = types.ObjectValueMust(docker, values{
		"destroy_grace_seconds": m.GracePeriodSeconds,
		"stop_timeout":          m.GracePeriodSeconds,
		"stop_signal":           types.StringValue(persistence.StopSignal),
		"volumes":               places.list(docker["volumes"], volumes),
	})
	deleteTimeout := types.StringUnknown()
	if !m.GracePeriodSeconds.IsUnknown() {
		seconds, _ := m.GracePeriodSeconds.ValueBigFloat().Int64()
		deleteTimeout = types.StringValue(persistence.DeleteTimeout(seconds))
	}
	m.Kubernetes = types.ObjectValueMust(kubernetes, values{
		"termination_grace_period_seconds": m.GracePeriodSeconds,
		"delete_timeout":                   deleteTimeout,
		"storage_request":                  places.text(result.StorageRequest),
		"volume_mount":                     places.list(kubernetes["volume_mount"], volumeMounts),
	})

	scripts := outputs{known: result.ScriptsKnown}
	m.StartScript = scripts.text(result.StartScript)
	m.ShutdownScript = scripts.text(result.ShutdownScript)
	m.CleanupScript = scripts.text(result.CleanupScript)
	var metadata []values
	for _, item := range result.Metadata {
		metadata = append(metadata, values{
			"key":          types.StringValue(item.Key),
			"display_name": types.StringValue(item.DisplayName),
			"script":       types.StringValue(item.Script),
			"interval":     number(item.Interval),
			"timeout":      number(item.Timeout),
		})
	}
	m.Metadata = scripts.list(outputType("metadata"), metadata)
	module := result.AgentAPIModule
	m.AgentAPIModule = scripts.object(outputType("agentapi_module"), values{
		"agentapi_version":         types.StringValue(module.AgentAPIVersion),
		"agentapi_port":            number(module.AgentAPIPort),
		"module_dir_name":          types.StringValue(module.ModuleDirName),
		"folder":                   types.StringValue(module.Folder),
		"enable_state_persistence": types.BoolValue(module.EnableStatePersistence),
		"state_file_path":          types.StringValue(module.StateFilePath),
		"pid_file_path":            types.StringValue(module.PIDFilePath),
		"task_log_snapshot":        types.BoolValue(module.TaskLogSnapshot),
	})
}

// values are the attributes of an object.
type values = map[string]attr.Value

func number(n int64) types.Number { return types.NumberValue(new(big.Float).SetInt64(n)) }

func objectTypes(as attr.Type) map[string]attr.Type {
	return as.(attr.TypeWithAttributeTypes).AttributeTypes() //nolint:forcetypeassert // an object of the schema
}

// outputs converts outputs; what is not known becomes unknown.
type outputs struct{ known bool }

func (o outputs) text(text string) types.String {
	if !o.known {
		return types.StringUnknown()
	}
	return types.StringValue(text)
}

// setDefault sets a text that the template leaves out.
func (o outputs) setDefault(v *types.String, text string) {
	if v.IsNull() {
		*v = o.text(text)
	}
}

func (o outputs) env(env map[string]string) types.Map {
	if !o.known {
		return types.MapUnknown(types.StringType)
	}
	variables := values{}
	for name, value := range env {
		variables[name] = types.StringValue(value)
	}
	return types.MapValueMust(types.StringType, variables)
}

func (o outputs) list(as attr.Type, items []values) types.List {
	element := as.(attr.TypeWithElementType).ElementType() //nolint:forcetypeassert // a list of the schema
	if !o.known {
		return types.ListUnknown(element)
	}
	objects := make([]attr.Value, len(items))
	for i, item := range items {
		objects[i] = types.ObjectValueMust(objectTypes(element), item)
	}
	return types.ListValueMust(element, objects)
}

func (o outputs) object(as attr.Type, attributes values) types.Object {
	if !o.known {
		return types.ObjectUnknown(objectTypes(as))
	}
	return types.ObjectValueMust(objectTypes(as), attributes)
}
