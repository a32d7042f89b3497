package standin

import "github.com/hashicorp/terraform-plugin-framework/resource/schema"

// kubernetesTypes are those of hashicorp/kubernetes 3.2.
func kubernetesTypes() map[string]schema.Schema {
	metadata := listOf(attributes(optional("name", "namespace"), stringMaps("labels", "annotations")), nil)
	resources := listOf(stringMaps("requests", "limits"), nil)
	selector := listOf(stringMaps("match_labels"), nil)
	return map[string]schema.Schema{
		"kubernetes_persistent_volume_claim_v1": {
			Attributes: attributes(id(), booleans("wait_until_bound")),
			Blocks: map[string]schema.Block{
				"metadata": metadata,
				"spec": listOf(attributes(requiredSets("access_modes"), optional("storage_class_name")),
					map[string]schema.Block{"resources": resources}),
				"timeouts": timeouts("create"),
			},
		},
		"kubernetes_pod_v1": {
			Attributes: id(),
			Blocks: map[string]schema.Block{
				"metadata": metadata, "spec": podSpec(resources), "timeouts": timeouts("create", "delete"),
			},
		},
		"kubernetes_deployment_v1": {
			Attributes: attributes(id(), booleans("wait_for_rollout")),
			Blocks: map[string]schema.Block{
				"metadata": metadata,
				"spec": listOf(optional("replicas"), map[string]schema.Block{
					"selector": selector,
					"strategy": listOf(optional("type"), nil),
					"template": listOf(nil, map[string]schema.Block{"metadata": metadata, "spec": podSpec(resources)}),
				}),
				"timeouts": timeouts("create", "update", "delete"),
			},
		},
	}
}

func podSpec(resources schema.Block) schema.Block {
	container := map[string]schema.Block{
		"env":              listOf(attributes(required("name"), optional("value")), nil),
		"resources":        resources,
		"security_context": listOf(optional("run_as_user"), nil),
		"volume_mount":     listOf(attributes(required("mount_path", "name"), optional("sub_path"), booleans("read_only")), nil),
	}
	return listOf(attributes(numbers("termination_grace_period_seconds"), optional("restart_policy")), map[string]schema.Block{
		"container":        listOf(attributes(required("name"), optional("image", "image_pull_policy"), stringLists("command", "args")), container),
		"security_context": listOf(optional("run_as_user", "fs_group"), nil),
		"volume": listOf(optional("name"), map[string]schema.Block{
			"persistent_volume_claim": listOf(attributes(optional("claim_name"), booleans("read_only")), nil),
		}),
	})
}
