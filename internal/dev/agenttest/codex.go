package agenttest

import "fmt"

func init() {
	register(Agent{
		Slug:    "codex",
		Program: "codex",
		Version: "0.169.0",
		NPM:     "@openai/codex",
		File:    ".bin/codex",
		Files: func(workdir, url string) map[string]string {
			return map[string]string{".codex/config.toml": fmt.Sprintf(`model = %[1]q
model_provider = "loopback"
check_for_update_on_startup = false

[model_providers.loopback]
name = "loopback"
base_url = %[2]q
env_key = "LOOPBACK_API_KEY"
wire_api = "responses"

[projects.%[3]q]
trust_level = "trusted"

[features]
daemon_auto_start = false
`, model, url+"/v1", workdir)}
		},
		Env:   func(string) map[string]string { return map[string]string{"LOOPBACK_API_KEY": apiKey} },
		Args:  func(directory string) []string { return []string{"-c", "model_verbosity=low", "--add-dir", directory} },
		Talk:  `codex exec --skip-git-repo-check "$1"`,
		Clear: "/new",
	})
}
