package provider

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
)

// validate says what is wrong with a configuration whatever the catalog holds.
// The receiver is nil before the provider is configured.
func (d *providerData) validate(attributes attributeValues) ([]persistence.Finding, error) {
	request, err := d.request(attributes)
	if err != nil {
		return nil, err
	}
	return persistence.Validate(request), nil
}

// resolve completes the attributes of a configuration and returns them as the
// value of the resource, with what there is to say about it. With an error among
// the findings there is no value. The state, null for a new resource, is read
// only when it matters.
func (d *providerData) resolve(attributes attributeValues, state func() (tftypes.Value, error)) (tftypes.Value, []persistence.Finding, error) {
	request, err := d.request(attributes)
	if err != nil {
		return tftypes.Value{}, nil, err
	}
	if request.Volume != nil {
		if request.Prior, err = priorOf(state); err != nil {
			return tftypes.Value{}, nil, err
		}
	}
	if request.Prior != nil {
		if err := attributes.keepVolumeSize(request.Prior.VolumeSize); err != nil {
			return tftypes.Value{}, nil, err
		}
	}
	result, findings := persistence.Resolve(request)
	if result == nil {
		return tftypes.Value{}, findings, nil
	}
	attributes.fill(request, result)
	return objectOf(agentPersistenceType(), attributes), findings, nil
}

// priorOf reads what a state holds of an earlier apply; nil for a new resource.
func priorOf(state func() (tftypes.Value, error)) (*persistence.Prior, error) {
	value, err := state()
	if err != nil || value.IsNull() {
		return nil, err
	}
	attributes, err := attributesOf(value)
	if err != nil {
		return nil, err
	}
	size, err := attributes.volumeSize()
	return &persistence.Prior{VolumeSize: size}, err
}

// request reads a configuration and adds what the provider block says. An
// agent whose entry may still change counts as unknown.
func (d *providerData) request(attributes attributeValues) (persistence.Request, error) {
	request, err := readRequest(attributes)
	if err != nil || d == nil {
		return request, err
	}
	request.Catalog = d.catalog
	request.CoderVersion = d.coderVersion
	if d.coderVersionUnknown {
		request.Unknown |= persistence.InputCoderVersion
	}
	if !d.settled(request.Agent) {
		request.Unknown |= persistence.InputAgent
	}
	if request.Volume != nil && slices.ContainsFunc(request.Volume.SharedWith, func(name string) bool { return !d.settled(name) }) {
		request.Unknown |= persistence.InputVolumeSharedWith
	}
	return request, nil
}
