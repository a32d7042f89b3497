package agenttest

func init() {
	register(Agent{
		Slug:    "copilot",
		Program: "copilot",
		Version: "1.0.102",
		NPM:     "@github/copilot",
		File:    ".bin/copilot",
		Files: func(workdir, _ string) map[string]string {
			return map[string]string{".copilot/config.json": asJSON(object{"trustedFolders": []string{workdir}})}
		},
		Env: func(url string) map[string]string {
			return map[string]string{
				"COPILOT_OFFLINE": "true", "COPILOT_AUTO_UPDATE": "false", "COPILOT_MODEL": model,
				"COPILOT_PROVIDER_TYPE": "openai", "COPILOT_PROVIDER_BASE_URL": url + "/v1", "COPILOT_PROVIDER_API_KEY": apiKey,
			}
		},
		Args:  func(directory string) []string { return []string{"--disable-builtin-mcps", "--add-dir", directory} },
		Talk:  `copilot -p "$1" --allow-all-tools`,
		Clear: "/clear",
	})
}
