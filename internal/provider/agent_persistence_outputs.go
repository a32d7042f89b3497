package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/script"
)

// attributes are the types of an object.
type attributes = map[string]attr.Type

var (
	mountType = attributes{
		"path":              types.StringType,
		"role":              types.StringType,
		"required":          types.BoolType,
		"file_system":       types.StringType,
		"holds_credentials": types.BoolType,
		"sub_path":          types.StringType,
	}
	dockerVolumeType = attributes{
		"container_path": types.StringType,
		"read_only":      types.BoolType,
	}
	dockerType = attributes{
		"destroy_grace_seconds": types.Int64Type,
		"stop_timeout":          types.Int64Type,
		"stop_signal":           types.StringType,
		"volumes":               types.ListType{ElemType: types.ObjectType{AttrTypes: dockerVolumeType}},
	}
	volumeMountType = attributes{
		"mount_path": types.StringType,
		"sub_path":   types.StringType,
		"read_only":  types.BoolType,
	}
	kubernetesType = attributes{
		"termination_grace_period_seconds": types.Int64Type,
		"delete_timeout":                   types.StringType,
		"storage_request":                  types.StringType,
		"volume_mount":                     types.ListType{ElemType: types.ObjectType{AttrTypes: volumeMountType}},
	}
	metadataType = attributes{
		"key":          types.StringType,
		"display_name": types.StringType,
		"script":       types.StringType,
		"interval":     types.Int64Type,
		"timeout":      types.Int64Type,
	}
	agentAPIModuleType = attributes{
		"agentapi_version":         types.StringType,
		"agentapi_port":            types.Int64Type,
		"module_dir_name":          types.StringType,
		"folder":                   types.StringType,
		"enable_state_persistence": types.BoolType,
		"state_file_path":          types.StringType,
		"pid_file_path":            types.StringType,
	}
	storageType = attributes{
		"floor_bytes":       types.Int64Type,
		"floor":             types.StringType,
		"recommended_bytes": types.Int64Type,
		"recommended":       types.StringType,
		"recommended_gib":   types.Int64Type,
		"capacity_note":     types.StringType,
	}
	supportType = attributes{
		"level":   types.StringType,
		"reason":  types.StringType,
		"resumes": types.BoolType,
	}
)

// outputs reads a result; what is not known yet becomes unknown.
type outputs struct{ *persistence.Result }

func (o outputs) text(value string, output persistence.Output) types.String {
	if !o.Known(output) {
		return types.StringUnknown()
	}
	return types.StringValue(value)
}

// textOrNull is text, with null for "".
func (o outputs) textOrNull(value string, output persistence.Output) types.String {
	if o.Known(output) && value == "" {
		return types.StringNull()
	}
	return o.text(value, output)
}

func (o outputs) number(value int64, output persistence.Output) types.Int64 {
	if !o.Known(output) {
		return types.Int64Unknown()
	}
	return types.Int64Value(value)
}

func (o outputs) flag(value bool, output persistence.Output) types.Bool {
	if !o.Known(output) {
		return types.BoolUnknown()
	}
	return types.BoolValue(value)
}

// listOf makes a list of objects, one for each item.
func listOf[T any](o outputs, output persistence.Output, of attributes, items []T, item func(T) map[string]attr.Value) types.List {
	if !o.Known(output) {
		return types.ListUnknown(types.ObjectType{AttrTypes: of})
	}
	objects := make([]attr.Value, len(items))
	for i := range items {
		objects[i] = types.ObjectValueMust(of, item(items[i]))
	}
	return types.ListValueMust(types.ObjectType{AttrTypes: of}, objects)
}

// fill completes the model: defaults of inputs, and every output.
func (m *agentPersistenceModel) fill(ctx context.Context, r persistence.Request, result *persistence.Result) diag.Diagnostics {
	var diags diag.Diagnostics
	o := outputs{result}

	m.fillDefaults(r)
	// Terraform refuses a plan in which an attribute that the template sets has
	// another value, be it a cleaned path.
	setDefault(&m.Name, o.text(result.Name, persistence.OutputName))
	setDefault(&m.Workdir, o.text(result.Workdir, persistence.OutputWorkdir))
	setDefault(&m.DataDir, o.text(result.DataDir, persistence.OutputDataDir))

	m.StartScript = o.textOrNull(result.StartScript, persistence.OutputStartScript)
	m.ShutdownScript = o.textOrNull(result.ShutdownScript, persistence.OutputShutdownScript)
	m.CleanupScript = o.textOrNull(result.CleanupScript, persistence.OutputCleanupScript)
	m.SessionID = o.textOrNull(result.SessionID, persistence.OutputSessionID)
	m.Env = types.MapUnknown(types.StringType)
	if result.Known(persistence.OutputEnv) {
		env, more := types.MapValueFrom(ctx, types.StringType, result.Env)
		diags.Append(more...)
		m.Env = env
	}
	m.Mounts = listOf(o, persistence.OutputMounts, mountType, result.Mounts, mountItem)
	m.Docker = o.docker()
	m.Kubernetes = o.kubernetes()
	m.Metadata = listOf(o, persistence.OutputMetadata, metadataType, result.Metadata, metadataItem)
	m.AgentAPIModule = o.agentAPIModule()
	m.Storage = o.storage()
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

// fillDefaults writes the defaults of inputs that the template leaves out, as
// the schema promises.
func (m *agentPersistenceModel) fillDefaults(r persistence.Request) {
	setDefault(&m.Home, types.StringValue(r.Home))
	setDefault(&m.AgentAPIVersion, types.StringValue(persistence.DefaultAgentAPIVersion))
	setDefault(&m.Launcher, types.StringValue(r.Launcher))
	setDefault(&m.Resume, types.StringValue(r.Resume))
	setDefault(&m.OnResumeFailure, types.StringValue(r.OnResumeFailure))
	setDefault(&m.MountStrategy, types.StringValue(r.MountStrategy))
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

func mountItem(m persistence.Mount) map[string]attr.Value {
	return map[string]attr.Value{
		"path":              types.StringValue(m.Path),
		"role":              types.StringValue(m.Role),
		"required":          types.BoolValue(m.Required),
		"file_system":       types.StringValue(m.FileSystem),
		"holds_credentials": types.BoolValue(m.HoldsCredentials),
		"sub_path":          textOrNull(m.SubPath),
	}
}

func metadataItem(item script.MetadataItem) map[string]attr.Value {
	return map[string]attr.Value{
		"key":          types.StringValue(item.Key),
		"display_name": types.StringValue(item.DisplayName),
		"script":       types.StringValue(item.Script),
		"interval":     types.Int64Value(item.Interval),
		"timeout":      types.Int64Value(item.Timeout),
	}
}

func (o outputs) docker() types.Object {
	return types.ObjectValueMust(dockerType, map[string]attr.Value{
		"destroy_grace_seconds": o.number(o.GracePeriod, persistence.OutputGracePeriod),
		"stop_timeout":          o.number(o.GracePeriod, persistence.OutputGracePeriod),
		"stop_signal":           types.StringValue(persistence.StopSignal),
		"volumes": listOf(o, persistence.OutputMounts, dockerVolumeType, o.Mounts, func(m persistence.Mount) map[string]attr.Value {
			return map[string]attr.Value{"container_path": types.StringValue(m.Path), "read_only": types.BoolValue(false)}
		}),
	})
}

func (o outputs) kubernetes() types.Object {
	return types.ObjectValueMust(kubernetesType, map[string]attr.Value{
		"termination_grace_period_seconds": o.number(o.GracePeriod, persistence.OutputGracePeriod),
		"delete_timeout":                   o.text(o.DeleteTimeout(), persistence.OutputGracePeriod),
		"storage_request":                  o.text(o.StorageRequest, persistence.OutputStorageRequest),
		"volume_mount": listOf(o, persistence.OutputMounts, volumeMountType, o.Mounts, func(m persistence.Mount) map[string]attr.Value {
			return map[string]attr.Value{"mount_path": types.StringValue(m.Path), "sub_path": textOrNull(m.SubPath), "read_only": types.BoolValue(false)}
		}),
	})
}

func (o outputs) agentAPIModule() types.Object {
	switch module := o.AgentAPIModule; {
	case !o.Known(persistence.OutputAgentAPIModule):
		return types.ObjectUnknown(agentAPIModuleType)
	case module == nil:
		return types.ObjectNull(agentAPIModuleType)
	default:
		return types.ObjectValueMust(agentAPIModuleType, map[string]attr.Value{
			"agentapi_version":         o.text(module.AgentAPIVersion, persistence.OutputAgentAPIModuleVersion),
			"agentapi_port":            o.number(module.AgentAPIPort, persistence.OutputAgentAPIModulePort),
			"module_dir_name":          o.text(module.ModuleDirName, persistence.OutputAgentAPIModuleDirName),
			"folder":                   o.text(module.Folder, persistence.OutputAgentAPIModuleFolder),
			"enable_state_persistence": o.flag(module.EnableStatePersistence, persistence.OutputAgentAPIModuleStatePersistence),
			"state_file_path":          o.text(module.StateFilePath, persistence.OutputAgentAPIModulePaths),
			"pid_file_path":            o.text(module.PIDFilePath, persistence.OutputAgentAPIModulePaths),
		})
	}
}

func (o outputs) storage() types.Object {
	s := o.Storage
	return types.ObjectValueMust(storageType, map[string]attr.Value{
		"floor_bytes":       o.number(s.FloorBytes, persistence.OutputStorage),
		"floor":             o.text(s.Floor, persistence.OutputStorage),
		"recommended_bytes": o.number(s.RecommendedBytes, persistence.OutputStorage),
		"recommended":       o.text(s.Recommended, persistence.OutputStorage),
		"recommended_gib":   o.number(s.RecommendedGiB, persistence.OutputStorage),
		"capacity_note":     o.textOrNull(o.CapacityNote, persistence.OutputCapacityNote),
	})
}
