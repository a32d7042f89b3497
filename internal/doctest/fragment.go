package doctest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// sources are the providers that the documentation uses. Each is started for
// a validation, so a fragment names only what it uses.
var sources = []struct {
	name, source string
	used         *regexp.Regexp
}{
	{"coder", "coder/coder", regexp.MustCompile(`(?m)^(resource|data) "coder_`)},
	{"coder-persistence", "coder-persistence/coder-persistence", regexp.MustCompile(`coder-persistence|coder_agent_persistence`)},
	{"docker", "kreuzwerker/docker", regexp.MustCompile(`\bdocker_`)},
	{"kubernetes", "hashicorp/kubernetes", regexp.MustCompile(`\bkubernetes_`)},
}

// header names the providers that a configuration uses.
func header(configuration string) string {
	var b strings.Builder
	b.WriteString("terraform {\n  required_providers {\n")
	for _, s := range sources {
		if s.used.MatchString(configuration) {
			fmt.Fprintf(&b, "    %s = {\n      source = %q\n    }\n", s.name, s.source)
		}
	}
	b.WriteString("  }\n}\n")
	return b.String()
}

// stubs declare what fragments of templates refer to, by its address.
var stubs = map[string]string{
	"coder_agent.main":              "resource \"coder_agent\" \"main\" {\n  os   = \"linux\"\n  arch = \"amd64\"\n}\n",
	"data.coder_provisioner.me":     "data \"coder_provisioner\" \"me\" {}\n",
	"data.coder_task.me":            "data \"coder_task\" \"me\" {}\n",
	"data.coder_workspace.me":       "data \"coder_workspace\" \"me\" {}\n",
	"data.coder_workspace_owner.me": "data \"coder_workspace_owner\" \"me\" {}\n",
	"docker_volume.home":            "resource \"docker_volume\" \"home\" {\n  name = \"home\"\n}\n",
	"var.image":                     "variable \"image\" {\n  type = string\n}\n",
	"var.prompt":                    "variable \"prompt\" {\n  type = string\n}\n",
}

// persistent are the names under which fragments refer to a resource of this
// provider that they do not declare, with the agent that is meant.
var persistent = map[string]string{
	"agent": "goose", "claude": "claude-code", "codex": "codex", "goose": "goose",
}

// leftOut is what the comment "# …" stands for, by the kind of resource it is in.
var leftOut = map[string]string{
	"docker_container": "image = \"example\"\n  name  = \"example\"",
}

// inside is what a nested block that is shown alone stands in, with %s in its
// place, by the words that it begins with.
var inside = map[string]string{
	`dynamic "volume_mount" {`: "resource \"kubernetes_pod_v1\" \"workspace\" {\n  spec {\n    container {\n      name = \"example\"\n%s    }\n  }\n}\n",
}

// whole puts in what a fragment leaves out, and what it is nested in.
func whole(fragment string) string {
	for start, around := range inside {
		if strings.HasPrefix(fragment, start) {
			fragment = fmt.Sprintf(around, fragment)
		}
	}
	for kind, rest := range leftOut {
		if strings.HasPrefix(fragment, "resource \""+kind+"\"") {
			fragment = strings.Replace(fragment, "# …", rest, 1)
		}
	}
	return fragment
}

var (
	declared     = regexp.MustCompile(`(?m)^(resource|data|variable) "([a-z0-9_]+)"(?: "([a-z0-9_-]+)")?`)
	mentionsOurs = regexp.MustCompile(`coder_agent_persistence\.([a-z0-9_]+)`)
)

// Complete returns a configuration that stands on its own: the fragment, with
// the providers and with what it refers to and does not declare.
func Complete(fragment string) (string, error) {
	fragment = whole(fragment)
	has := map[string]bool{}
	for _, match := range declared.FindAllStringSubmatch(fragment, -1) {
		switch match[1] {
		case "resource":
			has[match[2]+"."+match[3]] = true
		case "data":
			has["data."+match[2]+"."+match[3]] = true
		default:
			has["var."+match[2]] = true
		}
	}
	var added []string
	for address, stub := range stubs {
		mention := regexp.MustCompile(`(^|[^.a-z_])` + regexp.QuoteMeta(address) + `\b`)
		if !has[address] && mention.MatchString(fragment) {
			added = append(added, stub)
		}
	}
	for _, match := range mentionsOurs.FindAllStringSubmatch(fragment, -1) {
		if has[match[0]] {
			continue
		}
		agent, ok := persistent[match[1]]
		if !ok {
			return "", fmt.Errorf("%s is not declared, and no stub has that name", match[0])
		}
		has[match[0]] = true
		added = append(added, fmt.Sprintf("resource \"coder_agent_persistence\" %q {\n  provider = coder-persistence\n  agent    = %q\n}\n", match[1], agent))
	}
	slices.Sort(added)
	complete := strings.Join(append(added, fragment), "\n")
	if !strings.Contains(fragment, "required_providers") {
		complete = header(complete) + "\n" + complete
	}
	return complete, nil
}
