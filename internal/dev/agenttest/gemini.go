package agenttest

func init() {
	register(Agent{
		Slug:    "gemini",
		Program: "gemini",
		Version: "0.61.0",
		NPM:     "@google/gemini-cli",
		File:    ".bin/gemini",
		Files: func(string, string) map[string]string {
			return map[string]string{".gemini/settings.json": asJSON(object{
				"security": object{"auth": object{"selectedType": "gemini-api-key"}, "folderTrust": object{"enabled": false}},
				"general":  object{"enableAutoUpdate": false},
				"privacy":  object{"usageStatisticsEnabled": false},
				"ide":      object{"hasSeenNudge": true},
			})}
		},
		Env: func(url string) map[string]string {
			return map[string]string{"GEMINI_API_KEY": apiKey, "GOOGLE_GEMINI_BASE_URL": url, "GEMINI_MODEL": "gemini-2.5-pro"}
		},
		Args: func(directory string) []string {
			return []string{"--approval-mode", "plan", "--include-directories", directory}
		},
		Talk:  `gemini -p "$1"`,
		Clear: "/clear",
	})
}
