package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/standin"
)

// TestAccShrink changes the size of a volume: to the same in another unit, to
// a smaller one, to a smaller one on purpose, and to a larger one.
func TestAccShrink(t *testing.T) {
	const address = "coder_agent_persistence.it"
	sized := func(volume string, more ...string) string {
		return persist("it", append(more, `agent = "claude-code"`, `volume = { `+volume+` }`)...)
	}
	is := func(size, request string) []statecheck.StateCheck {
		return []statecheck.StateCheck{volumeIs{address, size, request}}
	}
	changes := func(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
		return resource.ConfigPlanChecks{
			PreApply:             []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, action)},
			PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
		}
	}
	would := func(given, before string) *regexp.Regexp {
		return regexp.MustCompile(`(?s)Volume\s+Would\s+Shrink.*volume\.size:.*` + before + `.*Given:\s+"` + given + `".*allow_shrink\s+=\s+true`)
	}
	acceptance(t,
		resource.TestStep{Config: sized(`size = "10Gi"`), ConfigStateChecks: is("10Gi", "10Gi")},
		resource.TestStep{Config: sized(`size = "10240Mi"`), ConfigPlanChecks: changes(plancheck.ResourceActionNoop), ConfigStateChecks: is("10Gi", "10Gi")},
		resource.TestStep{Config: sized(`size = "10737418240"`, `port = 4000`), ConfigPlanChecks: changes(plancheck.ResourceActionUpdate), ConfigStateChecks: is("10Gi", "10Gi")},
		resource.TestStep{Config: sized(`size = "10G"`), ExpectError: would("10G", "10Gi")},
		resource.TestStep{Config: sized(`size = "10G", allow_shrink = false`), ExpectError: would("10G", "10Gi")},
		// Known on apply only: then it is an error there, with the state as it was.
		resource.TestStep{
			Config:      "resource \"terraform_data\" \"it\" {\n  input = \"10G\"\n}\n" + sized(`size = terraform_data.it.output`),
			ExpectError: would("10G", "10Gi"),
		},
		resource.TestStep{Config: sized(`size = "10G", allow_shrink = true`), ConfigPlanChecks: changes(plancheck.ResourceActionUpdate), ConfigStateChecks: is("10G", "10G")},
		resource.TestStep{Config: sized(`size = "10Gi"`), ConfigPlanChecks: changes(plancheck.ResourceActionUpdate), ConfigStateChecks: is("10Gi", "10Gi")},
		resource.TestStep{Config: sized(`mount_path = "/home"`), ConfigPlanChecks: changes(plancheck.ResourceActionUpdate)},
		resource.TestStep{Config: sized(`size = "5G"`), ConfigPlanChecks: changes(plancheck.ResourceActionUpdate), ConfigStateChecks: is("5G", "5G")},
	)
}

// volumeIs checks the size in the state, and what a claim asks for.
type volumeIs struct{ address, size, request string }

func (c volumeIs) CheckState(_ context.Context, req statecheck.CheckStateRequest, resp *statecheck.CheckStateResponse) {
	for _, r := range req.State.Values.RootModule.Resources {
		if r.Address != c.address {
			continue
		}
		size := asMap(r.AttributeValues["volume"])["size"]
		request := asMap(r.AttributeValues["kubernetes"])["storage_request"]
		if size != c.size || request != c.request {
			resp.Error = fmt.Errorf("size %v and request %v, want %s and %s", size, request, c.size, c.request)
		}
		return
	}
	resp.Error = fmt.Errorf("%s is not in the state", c.address)
}

func asMap(value any) map[string]any {
	m, _ := value.(map[string]any)
	return m
}

// TestShrinkWarning: on purpose it is a warning, once.
func TestShrinkWarning(t *testing.T) {
	s := configuredServer(t, object{})
	before := s.plan(t, object{"agent": "claude-code", "volume": object{"size": "20Gi"}}, nil)
	if len(before.all()) > 0 {
		t.Fatal(before.all())
	}
	smaller := object{"agent": "claude-code", "volume": object{"size": "10Gi", "allow_shrink": true}}
	if diags := s.plan(t, smaller, before.state).all(); len(diags) != 1 || !diags[0].warning || diags[0].summary != "Volume Shrinks" || diags[0].at != "volume.size" {
		t.Errorf("got %+v", diags)
	}
	for _, given := range []any{"20Gi", "20480Mi", "30Gi", unknown{}, nil} {
		if diags := s.plan(t, object{"agent": "claude-code", "volume": object{"size": given}}, before.state).all(); len(diags) > 0 {
			t.Errorf("%v: %+v", given, diags)
		}
	}
	if diags := s.plan(t, object{"agent": "claude-code", "volume": object{"size": "10Gi", "allow_shrink": unknown{}}}, before.state).all(); len(diags) > 0 {
		t.Errorf("allow_shrink is not known yet, and %+v", diags)
	}
}

// TestAccFourAgentsOnOneVolume applies four agents that share everything they
// can, and makes sure that no two share a session or a file.
func TestAccFourAgentsOnOneVolume(t *testing.T) {
	agents := map[string]string{"author": "claude-code", "reviewer": "claude", "tester": "goose", "codex": "Codex"}
	var config strings.Builder
	port := 3284
	for name, agent := range agents {
		config.WriteString(persist(name, fmt.Sprintf("agent = %q", agent), fmt.Sprintf("name = %q", name), fmt.Sprintf("port = %d", port),
			`volume = { size = "26G", mount_path = "/home/coder", kind = "kubernetes", shared_with = ["claude-code", "goose", "openai-codex"] }`))
		port++
	}
	acceptance(t, resource.TestStep{
		Config: config.String(),
		ConfigPlanChecks: resource.ConfigPlanChecks{
			PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
		},
		ConfigStateChecks: []statecheck.StateCheck{apart(len(agents))},
	}, resource.TestStep{
		Config:      strings.ReplaceAll(config.String(), `"26G"`, `"249M"`),
		ExpectError: regexp.MustCompile(`(?s)Volume\s+Too\s+Small.*250\s+MB\s+\(250M\)\s+together`),
	})
}

// apart checks that so many agents have nothing in common that must be apart.
type apart int

func (want apart) CheckState(_ context.Context, req statecheck.CheckStateRequest, resp *statecheck.CheckStateResponse) {
	resources := req.State.Values.RootModule.Resources
	if len(resources) != int(want) {
		resp.Error = fmt.Errorf("%d resources, want %d", len(resources), want)
		return
	}
	owners := map[string]string{}
	for _, r := range resources {
		values := r.AttributeValues
		module := asMap(values["agentapi_module"])
		own := []any{values["name"], values["data_dir"], module["state_file_path"], module["pid_file_path"], module["module_dir_name"], module["agentapi_port"], values["start_script"], values["shutdown_script"]}
		if values["session_id"] != nil { // Codex chooses it itself, below its data directory
			own = append(own, values["session_id"])
		}
		for name := range asMap(values["env"]) {
			own = append(own, "env "+name)
		}
		for _, item := range values["metadata"].([]any) {
			own = append(own, asMap(item)["key"])
		}
		seen := map[string]bool{}
		for i, value := range own {
			text := fmt.Sprint(value)
			if value == nil || text == "" {
				resp.Error = fmt.Errorf("%s lacks value %d", r.Address, i)
				return
			}
			if seen[text] {
				continue // the same directory can have two names within one agent
			}
			seen[text] = true
			if other, taken := owners[text]; taken {
				resp.Error = fmt.Errorf("%s and %s share %.80s", r.Address, other, text)
			}
			owners[text] = r.Address
		}
		if floor := asMap(values["storage"])["floor_bytes"]; !reflect.DeepEqual(floor, json.Number("250000000")) {
			resp.Error = fmt.Errorf("%s: the floor is %v", r.Address, floor)
		}
	}
}

// TestAccHintsFit hands the docker and kubernetes outputs to those providers'
// own attributes, without any translation.
func TestAccHintsFit(t *testing.T) {
	serve := map[string]func() (tfprotov6.ProviderServer, error){"coder-persistence": factories["coder-persistence"]}
	for _, name := range []string{"docker", "kubernetes"} {
		constructor, err := standin.New(name)
		if err != nil {
			t.Fatal(err)
		}
		serve[name] = providerserver.NewProtocol6WithError(constructor())
	}
	// The engine is told of all providers in one namespace.
	config := strings.Replace(requirement, "required_providers {", `required_providers {
    docker     = { source = "coder-persistence/docker" }
    kubernetes = { source = "coder-persistence/kubernetes" }`, 1) +
		persist("home", `agent = "claude-code"`, `volume = { size = "10240Mi" }`) +
		persist("paths", `agent = "goose"`, `mount_strategy = "paths"`, `grace_period_seconds = 301`) + `
locals {
  home  = coder_agent_persistence.home
  paths = coder_agent_persistence.paths
}

resource "docker_container" "it" {
  name                  = "it"
  image                 = "image"
  destroy_grace_seconds = local.home.docker.destroy_grace_seconds
  stop_timeout          = local.home.docker.stop_timeout
  stop_signal           = local.home.docker.stop_signal

  dynamic "volumes" {
    for_each = local.home.docker.volumes
    content {
      volume_name    = "home"
      container_path = volumes.value.container_path
      read_only      = volumes.value.read_only
    }
  }
}

resource "kubernetes_persistent_volume_claim_v1" "it" {
  metadata {
    name = "it"
  }
  spec {
    access_modes = ["ReadWriteOnce"]
    resources {
      requests = { storage = local.home.kubernetes.storage_request }
    }
  }
}

resource "kubernetes_pod_v1" "it" {
  metadata {
    name = "it"
  }
  spec {
    termination_grace_period_seconds = local.paths.kubernetes.termination_grace_period_seconds
    container {
      name = "it"
      dynamic "volume_mount" {
        for_each = local.paths.kubernetes.volume_mount
        content {
          name       = "data"
          mount_path = volume_mount.value.mount_path
          sub_path   = volume_mount.value.sub_path
          read_only  = volume_mount.value.read_only
        }
      }
    }
  }
  timeouts {
    delete = local.paths.kubernetes.delete_timeout
  }
}
`
	acceptanceCase(t, resource.TestCase{ProtoV6ProviderFactories: serve, Steps: []resource.TestStep{{
		Config: config,
		ConfigPlanChecks: resource.ConfigPlanChecks{
			PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
		},
		ConfigStateChecks: []statecheck.StateCheck{
			holds{"docker_container.it", []string{`"destroy_grace_seconds":300`, `"stop_timeout":300`, `"stop_signal":"SIGINT"`, `"container_path":"/home/coder"`, `"volume_name":"home"`}},
			holds{"kubernetes_persistent_volume_claim_v1.it", []string{`"storage":"10Gi"`}},
			holds{"kubernetes_pod_v1.it", []string{
				`"termination_grace_period_seconds":301`, `"delete":"7m"`,
				`"mount_path":"/home/coder/.local/share/goose/sessions"`, `"sub_path":".local/share/goose/sessions"`,
				`"mount_path":"/home/coder/.config/goose"`, `"sub_path":".coder-modules/coder-persistence/goose"`,
			}},
		},
	}}})
}

// holds checks that the state of a resource, as JSON, has some texts in it.
type holds struct {
	address string
	texts   []string
}

func (c holds) CheckState(_ context.Context, req statecheck.CheckStateRequest, resp *statecheck.CheckStateResponse) {
	for _, r := range req.State.Values.RootModule.Resources {
		if r.Address != c.address {
			continue
		}
		state, err := json.Marshal(r.AttributeValues)
		if err != nil {
			resp.Error = err
			return
		}
		for _, text := range c.texts {
			if !strings.Contains(string(state), text) {
				resp.Error = fmt.Errorf("%s lacks %s: %s", c.address, text, state)
			}
		}
		return
	}
	resp.Error = fmt.Errorf("%s is not in the state", c.address)
}
