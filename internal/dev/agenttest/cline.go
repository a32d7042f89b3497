package agenttest

func init() {
	register(Agent{
		Slug:    "cline",
		Program: "cline",
		Version: "3.0.65",
		NPM:     "@cline/cli-linux-x64",
		File:    "@cline/cli-linux-x64/bin/cline",
		Files: func(_, url string) map[string]string {
			return map[string]string{
				".cline/data/settings/providers.json": asJSON(object{
					"version": 1, "lastUsedProvider": "openai-compatible", "modes": object{},
					"providers": object{"openai-compatible": object{
						"settings":  object{"provider": "openai-compatible", "apiKey": apiKey, "model": model, "baseUrl": url + "/v1"},
						"updatedAt": "2026-11-21T00:00:00.000Z", "tokenSource": "manual",
					}},
				}),
				".cline/data/settings/cli-notices.json": asJSON(object{
					"shown": object{"cline-cli-cline-pass-intro": true, "cline-cli-desktop-launch": true},
				}),
			}
		},
		Env:   func(string) map[string]string { return map[string]string{"CLINE_NO_AUTO_UPDATE": "1"} },
		Args:  func(string) []string { return []string{"--retries", "3"} },
		Talk:  `cline "$1"`,
		Clear: "/clear",
	})
}
