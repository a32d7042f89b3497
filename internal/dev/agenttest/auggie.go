package agenttest

func init() {
	register(Agent{
		Slug:    "auggie",
		Program: "auggie",
		Version: "0.36.0",
		NPM:     "@augmentcode/auggie",
		File:    ".bin/auggie",
		Files: func(string, string) map[string]string {
			return map[string]string{".augment/.auggie.json": asJSON(object{"onboardingVersion": "1.0.0"})}
		},
		Env: func(url string) map[string]string {
			return map[string]string{
				"AUGMENT_SESSION_AUTH":        asJSON(object{"accessToken": apiKey, "tenantURL": url + "/", "scopes": []string{"read", "write"}}),
				"AUGMENT_DISABLE_AUTO_UPDATE": "1",
			}
		},
		Args: func(directory string) []string {
			return []string{"--no-update-terminal-title", "--add-workspace", directory}
		},
		Talk:  `auggie -p "$1"`,
		Clear: "/new",
	})
}
