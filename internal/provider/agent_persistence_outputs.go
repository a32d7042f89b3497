package provider

import (
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/script"
)

func textValue(text string) tftypes.Value { return tftypes.NewValue(tftypes.String, text) }

func numberValue(number int64) tftypes.Value { return tftypes.NewValue(tftypes.Number, number) }

func flagValue(flag bool) tftypes.Value { return tftypes.NewValue(tftypes.Bool, flag) }

// textOrNullValue is textValue, with null for "".
func textOrNullValue(text string) tftypes.Value {
	if text == "" {
		return tftypes.NewValue(tftypes.String, nil)
	}
	return textValue(text)
}

// outputs reads a result; what is not known yet becomes unknown.
type outputs struct{ *persistence.Result }

func (o outputs) text(value string, output persistence.Output) tftypes.Value {
	if !o.Known(output) {
		return tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	}
	return textValue(value)
}

// textOrNull is text, with null for "".
func (o outputs) textOrNull(value string, output persistence.Output) tftypes.Value {
	if o.Known(output) && value == "" {
		return textOrNullValue(value)
	}
	return o.text(value, output)
}

func (o outputs) number(value int64, output persistence.Output) tftypes.Value {
	if !o.Known(output) {
		return tftypes.NewValue(tftypes.Number, tftypes.UnknownValue)
	}
	return numberValue(value)
}

func (o outputs) flag(value bool, output persistence.Output) tftypes.Value {
	if !o.Known(output) {
		return tftypes.NewValue(tftypes.Bool, tftypes.UnknownValue)
	}
	return flagValue(value)
}

// attributeType is the type of an attribute of a resource or of an object.
func attributeType(of tftypes.Type, name string) tftypes.Type {
	if object, ok := of.(tftypes.Object); ok {
		return object.AttributeTypes[name]
	}
	return nil
}

// listOf makes a list of objects, one for each item.
func listOf[T any](o outputs, output persistence.Output, as tftypes.Type, items []T, item func(*T) attributeValues) tftypes.Value {
	list, ok := as.(tftypes.List)
	if !ok || !o.Known(output) {
		return tftypes.NewValue(as, tftypes.UnknownValue)
	}
	objects := make([]tftypes.Value, len(items))
	for i := range items {
		objects[i] = objectOf(list.ElementType, item(&items[i]))
	}
	return tftypes.NewValue(as, objects)
}

func objectOf(as tftypes.Type, attributes attributeValues) tftypes.Value {
	return tftypes.NewValue(as, map[string]tftypes.Value(attributes))
}

// fill completes the attributes of a configuration: defaults of inputs, and
// every output.
func (m attributeValues) fill(r persistence.Request, result *persistence.Result) {
	o, types := outputs{result}, agentPersistenceType().AttributeTypes

	m.fillDefaults(r)
	// Terraform refuses a plan in which an attribute that the template sets has
	// another value, be it a cleaned path.
	m.setDefault("name", o.text(result.Name, persistence.OutputName))
	m.setDefault("workdir", o.text(result.Workdir, persistence.OutputWorkdir))
	m.setDefault("data_dir", o.text(result.DataDir, persistence.OutputDataDir))

	m["start_script"] = o.textOrNull(result.StartScript, persistence.OutputStartScript)
	m["shutdown_script"] = o.textOrNull(result.ShutdownScript, persistence.OutputShutdownScript)
	m["cleanup_script"] = o.textOrNull(result.CleanupScript, persistence.OutputCleanupScript)
	m["session_id"] = o.textOrNull(result.SessionID, persistence.OutputSessionID)
	m["env"] = o.env(types["env"])
	m["mounts"] = listOf(o, persistence.OutputMounts, types["mounts"], result.Mounts, mountItem)
	m["docker"] = o.docker(types["docker"])
	m["kubernetes"] = o.kubernetes(types["kubernetes"])
	m["metadata"] = listOf(o, persistence.OutputMetadata, types["metadata"], result.Metadata, metadataItem)
	m["agentapi_module"] = o.agentAPIModule(types["agentapi_module"])
	m["storage"] = o.storage(types["storage"])
	m["support"] = o.support(types["support"])
}

// fillDefaults writes the defaults of inputs that the template leaves out, as
// the schema promises.
func (m attributeValues) fillDefaults(r persistence.Request) {
	m.setDefault("home", textValue(r.Home))
	m.setDefault("agentapi_version", textValue(persistence.DefaultAgentAPIVersion))
	m.setDefault("launcher", textValue(r.Launcher))
	m.setDefault("resume", textValue(r.Resume))
	m.setDefault("on_resume_failure", textValue(r.OnResumeFailure))
	m.setDefault("mount_strategy", textValue(r.MountStrategy))
	m.setDefault("port", numberValue(r.Port))
	m.setDefault("state_save_interval_seconds", numberValue(r.StateSaveIntervalSeconds))
	m.setDefault("grace_period_seconds", numberValue(r.GracePeriodSeconds))
	m.setDefault("state_persistence", flagValue(r.StatePersistence))
}

func (m attributeValues) setDefault(name string, value tftypes.Value) {
	if m[name].IsNull() {
		m[name] = value
	}
}

func (o outputs) env(as tftypes.Type) tftypes.Value {
	if !o.Known(persistence.OutputEnv) {
		return tftypes.NewValue(as, tftypes.UnknownValue)
	}
	env := make(map[string]tftypes.Value, len(o.Env))
	for name, value := range o.Env {
		env[name] = textValue(value)
	}
	return tftypes.NewValue(as, env)
}

func mountItem(m *persistence.Mount) attributeValues {
	return attributeValues{
		"path":              textValue(m.Path),
		"role":              textValue(m.Role),
		"required":          flagValue(m.Required),
		"file_system":       textValue(m.FileSystem),
		"holds_credentials": flagValue(m.HoldsCredentials),
		"sub_path":          textOrNullValue(m.SubPath),
	}
}

func metadataItem(item *script.MetadataItem) attributeValues {
	return attributeValues{
		"key":          textValue(item.Key),
		"display_name": textValue(item.DisplayName),
		"script":       textValue(item.Script),
		"interval":     numberValue(item.Interval),
		"timeout":      numberValue(item.Timeout),
	}
}

func (o outputs) docker(as tftypes.Type) tftypes.Value {
	return objectOf(as, attributeValues{
		"destroy_grace_seconds": o.number(o.GracePeriod, persistence.OutputGracePeriod),
		"stop_timeout":          o.number(o.GracePeriod, persistence.OutputGracePeriod),
		"stop_signal":           textValue(persistence.StopSignal),
		"volumes": listOf(o, persistence.OutputMounts, attributeType(as, "volumes"), o.Mounts, func(m *persistence.Mount) attributeValues {
			return attributeValues{"container_path": textValue(m.Path), "read_only": flagValue(false)}
		}),
	})
}

func (o outputs) kubernetes(as tftypes.Type) tftypes.Value {
	return objectOf(as, attributeValues{
		"termination_grace_period_seconds": o.number(o.GracePeriod, persistence.OutputGracePeriod),
		"delete_timeout":                   o.text(o.DeleteTimeout(), persistence.OutputGracePeriod),
		"storage_request":                  o.text(o.StorageRequest, persistence.OutputStorageRequest),
		"volume_mount": listOf(o, persistence.OutputMounts, attributeType(as, "volume_mount"), o.Mounts, func(m *persistence.Mount) attributeValues {
			return attributeValues{"mount_path": textValue(m.Path), "sub_path": textOrNullValue(m.SubPath), "read_only": flagValue(false)}
		}),
	})
}

func (o outputs) agentAPIModule(as tftypes.Type) tftypes.Value {
	switch module := o.AgentAPIModule; {
	case !o.Known(persistence.OutputAgentAPIModule):
		return tftypes.NewValue(as, tftypes.UnknownValue)
	case module == nil:
		return tftypes.NewValue(as, nil)
	default:
		return objectOf(as, attributeValues{
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

func (o outputs) storage(as tftypes.Type) tftypes.Value {
	s := o.Storage
	return objectOf(as, attributeValues{
		"floor_bytes":       o.number(s.FloorBytes, persistence.OutputStorage),
		"floor":             o.text(s.Floor, persistence.OutputStorage),
		"recommended_bytes": o.number(s.RecommendedBytes, persistence.OutputStorage),
		"recommended":       o.text(s.Recommended, persistence.OutputStorage),
		"recommended_gib":   o.number(s.RecommendedGiB, persistence.OutputStorage),
		"capacity_note":     o.textOrNull(o.CapacityNote, persistence.OutputCapacityNote),
	})
}

func (o outputs) support(as tftypes.Type) tftypes.Value {
	if !o.Known(persistence.OutputSupport) {
		return tftypes.NewValue(as, tftypes.UnknownValue)
	}
	return objectOf(as, attributeValues{
		"level":   textValue(o.Support.Level),
		"reason":  textValue(o.Support.Reason),
		"resumes": flagValue(o.Support.Resumes),
	})
}
