package workspace

import (
	"fmt"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/agentstandin"
)

// apiKey stands where agents insist on one. Claude Code wants to be shown the
// end of it beforehand, hence its length.
const apiKey = "loopback-placeholder-0123456789"

// model is the model's name wherever an agent lets us choose it.
const model = "loopback"

// agentSetups goes by the catalog's slugs.
var agentSetups = map[string]agentSetup{
	"claude-code": {
		program: "claude",
		files: func(workdir, _ string) map[string]string {
			return map[string]string{".claude.json": asJSON(object{
				"hasCompletedOnboarding": true,
				"customApiKeyResponses":  object{"approved": []string{apiKey[len(apiKey)-20:]}, "rejected": []string{}},
				"projects":               object{workdir: object{"hasTrustDialogAccepted": true}},
			})}
		},
		env: func(url string) map[string]string {
			return map[string]string{
				"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": apiKey,
				"DISABLE_AUTOUPDATER": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
			}
		},
	},
	"codex": {
		program: "codex",
		files: func(workdir, url string) map[string]string {
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
		env: func(string) map[string]string { return map[string]string{"LOOPBACK_API_KEY": apiKey} },
	},
	"goose": {
		program: "goose",
		env: func(url string) map[string]string {
			return map[string]string{
				"GOOSE_PROVIDER": "openai", "GOOSE_MODEL": model, "OPENAI_HOST": url, "OPENAI_API_KEY": apiKey,
				"GOOSE_DISABLE_KEYRING": "1", "GOOSE_TELEMETRY_ENABLED": "false",
			}
		},
	},
	"gemini": {
		program: "gemini",
		files: func(string, string) map[string]string {
			return map[string]string{".gemini/settings.json": asJSON(object{
				"security": object{"auth": object{"selectedType": "gemini-api-key"}, "folderTrust": object{"enabled": false}},
				"general":  object{"enableAutoUpdate": false},
				"privacy":  object{"usageStatisticsEnabled": false},
				"ide":      object{"hasSeenNudge": true},
			})}
		},
		env: func(url string) map[string]string {
			return map[string]string{"GEMINI_API_KEY": apiKey, "GOOGLE_GEMINI_BASE_URL": url, "GEMINI_MODEL": "gemini-2.5-pro"}
		},
	},
	"copilot": {
		program: "copilot",
		files: func(workdir, _ string) map[string]string {
			return map[string]string{".copilot/config.json": asJSON(object{"trustedFolders": []string{workdir}})}
		},
		env: func(url string) map[string]string {
			return map[string]string{
				"COPILOT_OFFLINE": "true", "COPILOT_AUTO_UPDATE": "false", "COPILOT_MODEL": model,
				"COPILOT_PROVIDER_TYPE": "openai", "COPILOT_PROVIDER_BASE_URL": url + "/v1", "COPILOT_PROVIDER_API_KEY": apiKey,
			}
		},
	},
	"opencode": {
		program: "opencode",
		files: func(_, url string) map[string]string {
			return map[string]string{".config/opencode/opencode.json": asJSON(object{
				"model": "loopback/" + model, "small_model": "loopback/" + model,
				"provider": object{"loopback": object{
					"npm": "@ai-sdk/openai-compatible", "name": "loopback",
					"options": object{"baseURL": url + "/v1", "apiKey": apiKey},
					"models":  object{model: object{"name": model}},
				}},
			})}
		},
		env: func(string) map[string]string {
			return map[string]string{
				"OPENCODE_DISABLE_AUTOUPDATE": "true", "OPENCODE_DISABLE_MODELS_FETCH": "true", "OPENCODE_DISABLE_LSP_DOWNLOAD": "true",
			}
		},
	},
	"auggie": {
		program: "auggie",
		files: func(string, string) map[string]string {
			return map[string]string{".augment/.auggie.json": asJSON(object{"onboardingVersion": "1.0.0"})}
		},
		env: func(url string) map[string]string {
			return map[string]string{
				"AUGMENT_SESSION_AUTH":        asJSON(object{"accessToken": apiKey, "tenantURL": url + "/", "scopes": []string{"read", "write"}}),
				"AUGMENT_DISABLE_AUTO_UPDATE": "1",
			}
		},
	},
	"sourcegraph-amp": standIn("amp"),
	"amazon-q":        standIn("q"),
	"kiro-cli":        standIn("kiro-cli"),
	"cursor-cli":      standIn("cursor-agent"),
	"aider":           standIn("aider"),
}

// standIn sets a stand-in up; see package agentstandin.
func standIn(program string) agentSetup {
	return agentSetup{
		program: program,
		env:     func(url string) map[string]string { return map[string]string{agentstandin.ModelVariable: url} },
	}
}
