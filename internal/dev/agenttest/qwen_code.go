package agenttest

func init() {
	register(Agent{
		Slug:    "qwen-code",
		Program: "qwen",
		Version: "0.24.4",
		NPM:     "@qwen-code/qwen-code",
		File:    ".bin/qwen",
		Files: func(string, string) map[string]string {
			return map[string]string{".qwen/settings.json": asJSON(object{
				"security": object{"auth": object{"selectedType": "openai"}, "folderTrust": object{"enabled": false}},
				"general":  object{"enableAutoUpdate": false},
				"privacy":  object{"usageStatisticsEnabled": false},
			})}
		},
		Env: func(url string) map[string]string {
			return map[string]string{"OPENAI_API_KEY": apiKey, "OPENAI_BASE_URL": url + "/v1", "OPENAI_MODEL": model}
		},
		Args:  func(directory string) []string { return []string{"--approval-mode", "plan", "--add-dir", directory} },
		Talk:  `qwen "$1"`,
		Clear: "/clear",
	})
}
