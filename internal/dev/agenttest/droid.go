package agenttest

import (
	"net/http"
	"strings"
)

func init() {
	register(Agent{
		Slug:    "droid",
		Program: "droid",
		Version: "0.225.2",
		NPM:     "@factory/cli-linux-x64",
		File:    "@factory/cli-linux-x64/bin/droid",
		Files: func(workdir, url string) map[string]string {
			return map[string]string{".factory/settings.json": asJSON(object{
				"customModels": []object{{
					"model": model, "id": "custom:loopback-0", "index": 0, "displayName": model,
					"baseUrl": url + "/v1", "apiKey": apiKey, "provider": "generic-chat-completion-api", "maxOutputTokens": 1000,
				}},
				"sessionDefaultSettings": object{"model": "custom:loopback-0"},
				"logoAnimation":          "off",
				"trustedFolders":         object{workdir: object{"trustedAt": "2026-11-21T00:00:00.000Z"}},
			})}
		},
		Env: func(string) map[string]string {
			return map[string]string{"FACTORY_API_KEY": apiKey, "FACTORY_DROID_AUTO_UPDATE_ENABLED": "false"}
		},
		Serve: serveFactory,
		Args:  func(string) []string { return []string{"--disable-builtin-skills"} },
		Talk:  `droid exec --model custom:loopback-0 "$1"`,
		Clear: "/new",
	})
}

// serveFactory answers for Factory's server: whose key it is, and nothing else.
func serveFactory() (map[string]string, error) {
	url, err := serve(func(w http.ResponseWriter, r *http.Request) {
		answer := object{}
		if strings.HasSuffix(r.URL.Path, "/whoami") {
			answer = object{"userId": "user_1", "orgId": "org_1"}
		}
		writeJSON(w, answer)
	})
	return map[string]string{"FACTORY_API_BASE_URL": url, "FACTORY_APP_BASE_URL": url}, err
}
