package agenttest

func init() {
	register(Agent{
		Slug:    "pi",
		Program: "pi",
		Version: "0.73.1",
		NPM:     "@mariozechner/pi-coding-agent",
		File:    ".bin/pi",
		Files: func(_, url string) map[string]string {
			return map[string]string{
				".pi/agent/models.json": asJSON(object{"providers": object{"loopback": object{
					"baseUrl": url + "/v1", "api": "openai-completions", "apiKey": apiKey, "models": []object{{"id": model}},
				}}}),
				".pi/agent/settings.json": asJSON(object{"defaultProvider": "loopback", "defaultModel": model}),
				".pi/agent/extensions/agentapi.ts": `export default function (pi) {
  pi.on("session_start", async (_event, ctx) => ctx.ui.setStatus("agentapi", ">"));
}
`,
			}
		},
		Env:   func(string) map[string]string { return map[string]string{"PI_OFFLINE": "1"} },
		Args:  func(string) []string { return []string{"--thinking", "off", "--tools", "read,bash"} },
		Talk:  `pi -p "$1"`,
		Clear: "/new",
	})
}
