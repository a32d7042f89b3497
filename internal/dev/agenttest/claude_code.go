package agenttest

func init() {
	register(Agent{
		Slug:    "claude-code",
		Program: "claude",
		Version: "2.1.197",
		NPM:     "@anthropic-ai/claude-code-linux-x64",
		File:    "@anthropic-ai/claude-code-linux-x64/claude",
		Files: func(workdir, _ string) map[string]string {
			return map[string]string{".claude.json": asJSON(object{
				"hasCompletedOnboarding": true,
				"customApiKeyResponses":  object{"approved": []string{apiKey[len(apiKey)-20:]}, "rejected": []string{}},
				"projects":               object{workdir: object{"hasTrustDialogAccepted": true}},
			})}
		},
		Env: func(url string) map[string]string {
			return map[string]string{
				"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": apiKey,
				"DISABLE_AUTOUPDATER": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
			}
		},
		Args:  func(directory string) []string { return []string{"--verbose", "--add-dir", directory} },
		Talk:  `claude -p "$1"`,
		Clear: "/clear",
	})
}
