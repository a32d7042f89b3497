package provider

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"sync"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/size"
)

// agentPersistenceType is the type of the schema, which takes a while to make.
var agentPersistenceType = sync.OnceValue(func() tftypes.Object {
	as, ok := sharedSchema().Type().TerraformType(context.Background()).(tftypes.Object)
	if !ok {
		panic("the schema of a resource is no object") // not reached
	}
	return as
})

// attributeValues are the attributes of an object, by name.
type attributeValues map[string]tftypes.Value

// attributesOf returns the attributes of an object, none for one that is null
// or unknown. They are the caller's own.
func attributesOf(object tftypes.Value) (attributeValues, error) {
	if object.IsNull() || !object.IsKnown() {
		return attributeValues{}, nil
	}
	values := map[string]tftypes.Value{}
	if err := object.As(&values); err != nil {
		return nil, err
	}
	return maps.Clone(values), nil
}

// readRequest converts the attributes of a configuration; what is null gets its
// default, what is unknown is marked so.
func readRequest(m attributeValues) (persistence.Request, error) {
	c := converter{attributeValues: m}
	r := persistence.Request{
		Agent:                    c.text("agent", persistence.InputAgent, ""),
		Name:                     c.text("name", persistence.InputName, ""),
		Workdir:                  c.text("workdir", persistence.InputWorkdir, ""),
		Home:                     c.text("home", persistence.InputHome, persistence.DefaultHome),
		Prompt:                   c.text("prompt", persistence.InputPrompt, ""),
		Args:                     c.list("args", persistence.InputArgs),
		Command:                  c.text("command", persistence.InputCommand, ""),
		Launcher:                 c.text("launcher", persistence.InputLauncher, persistence.DefaultLauncher),
		Port:                     c.number("port", persistence.InputPort, persistence.DefaultPort),
		AgentAPIVersion:          c.text("agentapi_version", persistence.InputAgentAPIVersion, ""),
		AgentAPIModuleVersion:    c.text("agentapi_module_version", persistence.InputAgentAPIModuleVersion, ""),
		ModuleVersion:            c.text("module_version", persistence.InputModuleVersion, ""),
		StatePersistence:         c.flag("state_persistence", persistence.InputStatePersistence, persistence.DefaultStatePersistence),
		StateSaveIntervalSeconds: c.number("state_save_interval_seconds", persistence.InputStateSaveInterval, persistence.DefaultStateSaveInterval),
		Resume:                   c.text("resume", persistence.InputResume, persistence.DefaultResume),
		OnResumeFailure:          c.text("on_resume_failure", persistence.InputOnResumeFailure, persistence.DefaultOnResumeFailure),
		GracePeriodSeconds:       c.number("grace_period_seconds", persistence.InputGracePeriod, persistence.DefaultGracePeriodSeconds),
		MountStrategy:            c.text("mount_strategy", persistence.InputMountStrategy, persistence.DefaultMountStrategy),
		RelocateTo:               c.text("relocate_to", persistence.InputRelocateTo, ""),
		DataDir:                  c.text("data_dir", persistence.InputDataDir, ""),
		TaskID:                   c.text("task_id", persistence.InputTaskID, ""),
	}
	if c.known(m["retention_days"], persistence.InputRetentionDays) {
		days := c.number("retention_days", persistence.InputRetentionDays, 0)
		r.RetentionDays = &days
	}
	volume := m["volume"]
	if !volume.IsKnown() {
		c.unknown |= persistence.VolumeInputs
	} else if !volume.IsNull() {
		values, err := attributesOf(volume)
		if err != nil {
			return r, err
		}
		v := converter{attributeValues: values}
		r.Volume = &persistence.Volume{
			Size:        v.text("size", persistence.InputVolumeSize, ""),
			MountPath:   v.text("mount_path", persistence.InputVolumeMountPath, ""),
			Kind:        v.text("kind", persistence.InputVolumeKind, ""),
			FileSystem:  v.text("filesystem", persistence.InputVolumeFileSystem, ""),
			SharedWith:  v.list("shared_with", persistence.InputVolumeSharedWith),
			AllowShrink: v.flag("allow_shrink", persistence.InputVolumeAllowShrink, false),
		}
		c.unknown |= v.unknown
		c.note(v.err)
	}
	r.Unknown = c.unknown
	return r, c.err
}

// converter reads attributes. It collects which inputs are unknown, and the
// first attribute that has another type than the schema gives it.
type converter struct {
	attributeValues
	unknown persistence.Inputs
	err     error
}

func (c *converter) note(err error) {
	if c.err == nil {
		c.err = err
	}
}

// known reports whether v has a value that is neither unknown nor null.
func (c *converter) known(v tftypes.Value, input persistence.Input) bool {
	if !v.IsKnown() {
		c.unknown |= input
		return false
	}
	return !v.IsNull()
}

func (c *converter) text(name string, input persistence.Input, otherwise string) string {
	v := c.attributeValues[name]
	if c.known(v, input) {
		c.note(v.As(&otherwise))
	}
	return otherwise
}

func (c *converter) number(name string, input persistence.Input, otherwise int64) int64 {
	v := c.attributeValues[name]
	if !c.known(v, input) {
		return otherwise
	}
	number, err := wholeNumber(v)
	c.note(err)
	return number
}

// wholeNumber reads a number that is known and fits into 64 bits.
func wholeNumber(v tftypes.Value) (int64, error) {
	var number big.Float
	if err := v.As(&number); err != nil {
		return 0, err
	}
	whole, accuracy := number.Int64()
	if accuracy != big.Exact {
		return 0, fmt.Errorf("%s is no whole number of 64 bits", number.String())
	}
	return whole, nil
}

func (c *converter) flag(name string, input persistence.Input, otherwise bool) bool {
	v := c.attributeValues[name]
	if c.known(v, input) {
		c.note(v.As(&otherwise))
	}
	return otherwise
}

func (c *converter) list(name string, input persistence.Input) []string {
	v := c.attributeValues[name]
	if !c.known(v, input) {
		return nil
	}
	var elements []tftypes.Value
	c.note(v.As(&elements))
	items := make([]string, len(elements))
	for i, element := range elements {
		if c.known(element, input) {
			c.note(element.As(&items[i]))
		}
	}
	return items
}

// volumeSize is the text of the volume's size, "" where there is none.
func (m attributeValues) volumeSize() (string, error) {
	volume, err := attributesOf(m["volume"])
	if err != nil {
		return "", err
	}
	c := converter{attributeValues: volume}
	return c.text("size", persistence.InputVolumeSize, ""), c.err
}

// keepVolumeSize writes the size as an earlier apply did when it comes to the
// same bytes, so that 1Gi and 1024Mi are no change.
func (m attributeValues) keepVolumeSize(earlier string) error {
	given, err := m.volumeSize()
	if err != nil || given == earlier {
		return err
	}
	before, err := size.Parse(earlier)
	now, err2 := size.Parse(given)
	if err != nil || err2 != nil || before != now {
		return nil //nolint:nilerr // a size that is none is reported as such elsewhere
	}
	volume, err := attributesOf(m["volume"])
	if err != nil {
		return err
	}
	volume["size"] = textValue(earlier)
	m["volume"] = tftypes.NewValue(m["volume"].Type(), map[string]tftypes.Value(volume))
	return nil
}
