package standin

import "github.com/hashicorp/terraform-plugin-framework/resource/schema"

// dockerTypes are those of kreuzwerker/docker 4.5.
func dockerTypes() map[string]schema.Schema {
	return map[string]schema.Schema{
		"docker_volume": {
			Attributes: attributes(id(), optional("name", "driver"), stringMaps("driver_opts")),
			Blocks:     map[string]schema.Block{"labels": setOf(required("label", "value"))},
		},
		"docker_container": {
			Attributes: attributes(id(), required("image", "name"), optional("hostname", "stop_signal", "user"),
				numbers("stop_timeout", "destroy_grace_seconds", "memory"), stringLists("entrypoint", "command"), stringSets("env")),
			Blocks: map[string]schema.Block{
				"volumes": setOf(attributes(optional("container_path", "volume_name", "host_path"), booleans("read_only"))),
				"host":    setOf(required("host", "ip")),
				"labels":  setOf(required("label", "value")),
			},
		},
	}
}
