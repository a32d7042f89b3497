package agenttest

func init() {
	register(Agent{
		Slug:    "goose",
		Program: "goose",
		Version: "1.52.0",
		NPM:     "@aaif/goose-binary-linux-x64",
		File:    ".bin/goose-binary-linux-x64",
		Env: func(url string) map[string]string {
			return map[string]string{
				"GOOSE_PROVIDER": "openai", "GOOSE_MODEL": model, "OPENAI_HOST": url, "OPENAI_API_KEY": apiKey,
				"GOOSE_DISABLE_KEYRING": "1", "GOOSE_TELEMETRY_ENABLED": "false",
			}
		},
		Args: func(string) []string { return []string{"--max-turns", "5"} },
		Talk: `goose run --text "$1"`,
	})
}
