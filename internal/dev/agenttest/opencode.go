package agenttest

func init() {
	register(Agent{
		Slug:    "opencode",
		Program: "opencode",
		Version: "1.18.33",
		NPM:     "opencode-linux-x64",
		File:    "opencode-linux-x64/bin/opencode",
		Files: func(_, url string) map[string]string {
			return map[string]string{".config/opencode/opencode.json": asJSON(object{
				"model": "loopback/" + model, "small_model": "loopback/" + model,
				"provider": object{"loopback": object{
					"npm": "@ai-sdk/openai-compatible", "name": "loopback",
					"options": object{"baseURL": url + "/v1", "apiKey": apiKey},
					"models":  object{model: object{"name": model}},
				}},
			})}
		},
		Env: func(string) map[string]string {
			return map[string]string{
				"OPENCODE_DISABLE_AUTOUPDATE": "true", "OPENCODE_DISABLE_MODELS_FETCH": "true", "OPENCODE_DISABLE_LSP_DOWNLOAD": "true",
			}
		},
		Args:  func(string) []string { return []string{"--log-level", "ERROR", "--cors", "http://127.0.0.1"} },
		Talk:  `opencode run "$1"`,
		Clear: "/new",
	})
}
