package agenttest

func init() {
	register(Agent{
		Slug:    "kilo",
		Program: "kilo",
		Version: "7.7.9",
		NPM:     "@kilocode/cli-linux-x64",
		File:    "@kilocode/cli-linux-x64/bin/kilo",
		Files: func(_, url string) map[string]string {
			return map[string]string{".config/kilo/kilo.json": asJSON(object{
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
				"KILO_DISABLE_AUTOUPDATE": "true", "KILO_DISABLE_MODELS_FETCH": "true", "KILO_DISABLE_LSP_DOWNLOAD": "true",
				"KILO_DISABLE_SESSION_INGEST": "true", "KILO_TELEMETRY_LEVEL": "off",
			}
		},
		Args:  func(string) []string { return []string{"--log-level", "ERROR", "--cors", "http://127.0.0.1"} },
		Talk:  `kilo run "$1"`,
		Clear: "/new",
	})
}
