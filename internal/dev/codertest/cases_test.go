package codertest

import (
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/modelserver"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/toolchain"
)

// TestExamples imports every example that is a template, as it is.
func TestExamples(t *testing.T) {
	t.Parallel()
	root, err := toolchain.RepoRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	mains, err := filepath.Glob(filepath.Join(root, "examples", "*", "main.tf"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range mains {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), `resource "coder_agent" "main"`) {
			continue // Not a template, only a part of one.
		}
		name := filepath.Base(filepath.Dir(file))
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := &conversation{T: t, ctx: t.Context(), name: "example " + name}
			c.step("import", func() string {
				template, err := admin.Push(c.ctx, organization, "example-"+name, os.DirFS(filepath.Dir(file)), required(string(text)))
				c.must(err)
				switch {
				case name == "dynamic-parameters":
					return c.parameters(template)
				case strings.Contains(string(text), `resource "coder_ai_task"`):
					return c.forTasks(template)
				}
				return "valid"
			})
		})
	}
}

// parameters checks that a parameter has the options that a data source gives it.
func (c *conversation) parameters(template *Template) string {
	c.Helper()
	var owner struct {
		ID string `json:"id"`
	}
	c.must(admin.call(c.ctx, http.MethodGet, "/users/me", nil, &owner))
	var answer struct {
		Diagnostics []struct {
			Severity string `json:"severity"`
			Summary  string `json:"summary"`
			Detail   string `json:"detail"`
		} `json:"diagnostics"`
		Parameters []struct {
			Name    string `json:"name"`
			Options []struct {
				Name string `json:"name"`
			} `json:"options"`
		} `json:"parameters"`
	}
	c.must(admin.call(c.ctx, http.MethodPost, "/templateversions/"+template.Version+"/dynamic-parameters/evaluate",
		object{"id": 1, "inputs": object{}, "owner_id": owner.ID}, &answer))
	for _, diagnostic := range answer.Diagnostics {
		c.Errorf("%s: the form shows the %s %q: %s", c.name, diagnostic.Severity, diagnostic.Summary, diagnostic.Detail)
	}
	var options []string
	for _, parameter := range answer.Parameters {
		for _, option := range parameter.Options {
			options = append(options, option.Name)
		}
	}
	if len(options) < 2 {
		c.Errorf("%s: the parameters have the options %q, want one for each agent", c.name, options)
	}
	return "valid; dynamic options " + strings.Join(options, ", ")
}

// forTasks checks that Coder offers a template for tasks: the import, which is no task,
// must plan a coder_ai_task.
func (c *conversation) forTasks(template *Template) string {
	c.Helper()
	var found []struct {
		Name string `json:"name"`
	}
	c.must(admin.call(c.ctx, http.MethodGet, "/organizations/"+organization+"/templates?q=has-ai-task:true", nil, &found))
	for _, f := range found {
		if f.Name == template.Name {
			return "valid, for tasks"
		}
	}
	c.Errorf("%s: Coder does not offer the template for tasks; it offers %v", c.name, found)
	return "not for tasks"
}

// required gives every variable of a template a value.
func required(template string) map[string]string {
	values := map[string]string{}
	for _, match := range regexp.MustCompile(`variable "(\w+)"`).FindAllStringSubmatch(template, -1) {
		values[match[1]] = "placeholder"
	}
	return values
}

// TestPromptArrivesUnchanged gives each agent a task that no shell may touch.
func TestPromptArrivesUnchanged(t *testing.T) {
	t.Parallel()
	line := "Don't \"quote\" $HOME `id` \\n ${var} %s %{if} — größer, 日本語, 🚀\n"
	for _, agent := range agents {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			c := &conversation{T: t, ctx: t.Context(), name: "20 kB prompt, " + agent}
			c.step("start", func() string {
				c.task = "Task of prompt-" + agent + "\n" + strings.Repeat(line, 20_000/len(line))
				c.create("module", agent, "prompt-"+agent)
				c.answered()
				for _, request := range server.Model.Asked("Task of prompt-" + agent) {
					if request.Carries(modelserver.RoleUser, strings.TrimSpace(c.task)) {
						return "the model got every byte"
					}
				}
				c.Errorf("%s: the model did not get the prompt as it is", c.name)
				return "changed"
			})
		})
	}
}

// TestTwoAgentsShareAWorkspace brings both back, each to its own session.
func TestTwoAgentsShareAWorkspace(t *testing.T) {
	t.Parallel()
	author := &conversation{T: t, ctx: t.Context(), name: "two agents"}
	author.step("start, stop, start", func() string {
		author.create("two", "", "two")
		reviewer := &conversation{T: t, ctx: t.Context(), name: "two agents", w: author.w}
		author.task, reviewer.task = "Task of two of the author", "Task of two of the reviewer"
		var err error
		reviewer.chat, err = author.w.Chat(3285)
		author.must(err)
		author.answered()
		reviewer.answered()
		author.say("question of the author")
		reviewer.say("question of the reviewer")
		author.must(author.w.Stop(author.ctx))
		author.start(author.template.Version)
		return "author: " + author.resumed() + "; reviewer: " + reviewer.resumed()
	})
}

// TestUsersAreApart gives two members a workspace each.
func TestUsersAreApart(t *testing.T) {
	t.Parallel()
	c := &conversation{T: t, ctx: t.Context(), name: "two users"}
	c.step("start", func() string {
		template, err := templates["module"]()
		c.must(err)
		homes := map[string]uint32{}
		var first *Workspace
		for _, name := range []string{"alice", "bob"} {
			user, err := admin.AddUser(c.ctx, organization, name)
			c.must(err)
			w, err := server.Create(c.ctx, user, template, "mine", map[string]string{"prompt": "Task of user " + name})
			c.must(err)
			c.must(w.Ready(c.ctx))
			chat, err := w.Chat(3284)
			c.must(err)
			member := &conversation{T: t, ctx: c.ctx, name: c.name + ", " + name, w: w, chat: chat}
			member.answered()
			info, err := os.Stat(w.Path("."))
			c.must(err)
			stat, ok := info.Sys().(*syscall.Stat_t)
			if !ok {
				t.Fatal("no owner of the home on this system")
			}
			homes[name] = stat.Uid
			if info.Mode().Perm() != 0o700 {
				t.Errorf("the home of %s has mode %v, want 0700", name, info.Mode().Perm())
			}
			if first == nil {
				first = w
			} else if err := user.call(c.ctx, http.MethodGet, "/workspaces/"+first.ID, nil, nil); err == nil {
				t.Error("bob sees the workspace of alice")
			}
		}
		if homes["alice"] == homes["bob"] {
			t.Errorf("both homes belong to user %d", homes["alice"])
		}
		for _, request := range server.Model.Asked("Task of user alice") {
			if request.Carries(modelserver.RoleUser, "Task of user bob") {
				t.Error("the session of alice has the task of bob")
			}
		}
		return "private homes, sessions and tasks"
	})
}

// TestDormancyAndLostVolume puts a workspace to sleep, and then loses its home.
func TestDormancyAndLostVolume(t *testing.T) {
	t.Parallel()
	c := &conversation{T: t, ctx: t.Context(), name: "dormancy, goose"}
	c.step("dormant, start", func() string {
		c.create("script", "goose", "dormant")
		c.answered()
		c.say("before the sleep")
		seen := c.goodDay(true)
		c.must(c.w.Stop(c.ctx))
		seen += "; " + c.goodDay(false)
		c.must(admin.call(c.ctx, http.MethodPut, "/workspaces/"+c.w.ID+"/dormant", object{"dormant": true}, nil))
		c.must(admin.call(c.ctx, http.MethodPut, "/workspaces/"+c.w.ID+"/dormant", object{"dormant": false}, nil))
		c.start(c.template.Version)
		return c.resumed() + "; " + seen
	})
	c.step("volume gone, start", func() string {
		c.must(c.w.Stop(c.ctx))
		c.must(os.RemoveAll(c.w.Path(".")))
		c.start(c.template.Version)
		c.replies = 0
		c.answered()
		return "a new session with the task"
	})
}

// TestPrebuiltNeedsALicense fails as soon as the server could build workspaces
// ahead, because then their claim must be a case here.
func TestPrebuiltNeedsALicense(t *testing.T) {
	t.Parallel()
	begin := time.Now()
	var entitlements struct {
		Features map[string]struct {
			Entitlement string `json:"entitlement"`
		} `json:"features"`
	}
	// A server without the licensed parts does not even have this page.
	err := admin.call(t.Context(), http.MethodGet, "/entitlements", nil, &entitlements)
	if err != nil && !strings.Contains(err.Error(), "404") {
		t.Fatal(err)
	}
	got := entitlements.Features["workspace_prebuilds"].Entitlement
	if got != "" && got != "not_entitled" {
		t.Fatalf("prebuilt workspaces are %s: this suite must claim one", got)
	}
	record("prebuilt workspace, claimed", "impossible here: needs a licensed server", time.Since(begin))
}

// TestCommandLine does what a user does in a terminal.
func TestCommandLine(t *testing.T) {
	t.Parallel()
	c := &conversation{T: t, ctx: t.Context(), name: "command line", task: "Task of shell"}
	coder := func(stdin []byte, args ...string) string {
		t.Helper()
		output, err := server.Command(c.ctx, admin, stdin, args...)
		c.must(err)
		return output
	}
	c.step("push, create, ssh", func() string {
		archive, err := bundle(files("module"), versions[0])
		c.must(err)
		coder(archive, "templates", "push", "shell", "--directory", "-", "--yes")
		coder(nil, "create", "shell", "--template", "shell", "--yes", "--preset", "none",
			"--parameter", "agent=goose", "--parameter", "prompt="+c.task)
		var made struct {
			ID    string `json:"id"`
			Build Build  `json:"latest_build"`
		}
		c.must(admin.call(c.ctx, http.MethodGet, "/users/me/workspace/shell", nil, &made))
		c.w = &Workspace{ID: made.ID, Name: "shell", Build: made.Build, client: admin, server: server}
		c.must(c.w.Ready(c.ctx))
		c.chat, err = c.w.Chat(3284)
		c.must(err)
		c.answered()
		c.say("first question")
		status := coder(nil, "ssh", "--wait=no", "shell", "coder-agent-goose status")
		if !strings.Contains(status, "coder-goose") {
			t.Errorf("coder-agent-goose status does not name the session:\n%s", status)
		}
		return "coder-agent-goose status answers over ssh"
	})
	c.step("what Coder shows", func() string {
		values, err := c.w.Metadata(c.ctx)
		c.must(err)
		var seen []string
		for _, key := range slices.Sorted(maps.Keys(values)) {
			seen = append(seen, fmt.Sprintf("%s = %q", key, values[key]))
		}
		for _, resource := range c.w.Build.Resources {
			items := []string{}
			for _, item := range resource.Metadata {
				if item.Key != "type" {
					items = append(items, item.Key+": "+item.Value)
				}
			}
			seen = append(seen, fmt.Sprintf("row %s.%s (%s)", resource.Type, resource.Name, strings.Join(items, ", ")))
		}
		return strings.Join(seen, "; ")
	})
	c.step("stop, start, delete", func() string {
		coder(nil, "stop", "shell", "--yes")
		coder(nil, "start", "shell", "--yes")
		c.must(admin.call(c.ctx, http.MethodGet, "/users/me/workspace/shell", nil, &struct {
			Build *Build `json:"latest_build"`
		}{&c.w.Build}))
		c.must(c.w.Ready(c.ctx))
		seen := c.resumed()
		coder(nil, "delete", "shell", "--yes")
		return seen
	})
}
