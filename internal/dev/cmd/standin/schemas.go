package main

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// providers are the resource types of each provider. In the real providers some
// attributes force a new resource; the stand-in updates all of them in place.
var providers = map[string]map[string]schema.Schema{
	// kreuzwerker/docker 4.5
	"docker": {
		"docker_volume": {
			Attributes: attributes("id name driver map:driver_opts"),
			Blocks:     blocks{"labels": setOf("label! value!")},
		},
		"docker_container": {
			Attributes: attributes("id image! name! hostname stop_signal user list:entrypoint list:command set:env" +
				" number:stop_timeout number:destroy_grace_seconds number:memory"),
			Blocks: blocks{
				"volumes": setOf("container_path volume_name host_path bool:read_only"),
				"host":    setOf("host! ip!"),
				"labels":  setOf("label! value!"),
			},
		},
	},
	// hashicorp/kubernetes 3.2
	"kubernetes": {
		"kubernetes_persistent_volume_claim_v1": {
			Attributes: attributes("id bool:wait_until_bound"),
			Blocks: blocks{
				"metadata": metadata,
				"spec":     listOf("set:access_modes! storage_class_name", blocks{"resources": resources}),
				"timeouts": timeouts("create"),
			},
		},
		"kubernetes_pod_v1": {
			Attributes: attributes("id"),
			Blocks:     blocks{"metadata": metadata, "spec": podSpec, "timeouts": timeouts("create delete")},
		},
		"kubernetes_deployment_v1": {
			Attributes: attributes("id bool:wait_for_rollout"),
			Blocks: blocks{
				"metadata": metadata,
				"spec": listOf("replicas", blocks{
					"selector": listOf("map:match_labels", nil),
					"strategy": listOf("type", nil),
					"template": listOf("", blocks{"metadata": metadata, "spec": podSpec}),
				}),
				"timeouts": timeouts("create update delete"),
			},
		},
	},
}

var (
	metadata  = listOf("name namespace map:labels map:annotations", nil)
	resources = listOf("map:requests map:limits", nil)
	podSpec   = listOf("number:termination_grace_period_seconds restart_policy", blocks{
		"container": listOf("name! image image_pull_policy list:command list:args", blocks{
			"env":              listOf("name! value", nil),
			"resources":        resources,
			"security_context": listOf("run_as_user", nil),
			"volume_mount":     listOf("mount_path! name! sub_path bool:read_only", nil),
		}),
		"security_context": listOf("run_as_user fs_group", nil),
		"volume":           listOf("name", blocks{"persistent_volume_claim": listOf("claim_name bool:read_only", nil)}),
	})
)

type blocks = map[string]schema.Block

// attributes reads a list such as "id name! number:memory": strings unless a type
// is given, optional unless marked as required.
func attributes(list string) map[string]schema.Attribute {
	all := map[string]schema.Attribute{}
	for _, word := range strings.Fields(list) {
		word, required := strings.CutSuffix(word, "!")
		kind, name, typed := strings.Cut(word, ":")
		if !typed {
			kind, name = "string", word
		}
		var attribute schema.Attribute
		switch kind {
		case "number":
			attribute = schema.NumberAttribute{Required: required, Optional: !required}
		case "bool":
			attribute = schema.BoolAttribute{Required: required, Optional: !required}
		case "map":
			attribute = schema.MapAttribute{Required: required, Optional: !required, ElementType: types.StringType}
		case "list":
			attribute = schema.ListAttribute{Required: required, Optional: !required, ElementType: types.StringType}
		case "set":
			attribute = schema.SetAttribute{Required: required, Optional: !required, ElementType: types.StringType}
		default:
			attribute = schema.StringAttribute{Required: required, Optional: !required}
		}
		if name == "id" {
			attribute = schema.StringAttribute{Computed: true, PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()}}
		}
		all[name] = attribute
	}
	return all
}

func listOf(list string, nested blocks) schema.Block {
	return schema.ListNestedBlock{NestedObject: schema.NestedBlockObject{Attributes: attributes(list), Blocks: nested}}
}

func setOf(list string) schema.Block {
	return schema.SetNestedBlock{NestedObject: schema.NestedBlockObject{Attributes: attributes(list)}}
}

func timeouts(list string) schema.Block {
	return schema.SingleNestedBlock{Attributes: attributes(list)}
}
