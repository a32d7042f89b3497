package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

var (
	moduleBlock  = regexp.MustCompile(`(?ms)^(variable|output) "([a-z_]+)" \{\n(.*?)^\}`)
	moduleType   = regexp.MustCompile(`(?m)^  type += (\w+)`)
	moduleText   = regexp.MustCompile(`(?m)^  description = "((?:[^"\\]|\\.)*)"`)
	moduleValue  = regexp.MustCompile(`(?m)^  default += (.+)$`)
	moduleReadme = regexp.MustCompile(`(?s)(## Inputs\n\n).*`)
)

// fillModule writes the inputs and outputs of a Terraform module into the end of
// its README.
func fillModule(dir string) error {
	var tables strings.Builder
	tables.WriteString("## Inputs\n\n| Name | Type | Default | Description |\n| --- | --- | --- | --- |\n")
	for _, file := range []string{"variables.tf", "outputs.tf"} {
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			return err
		}
		if file == "outputs.tf" {
			tables.WriteString("\n## Outputs\n\n| Name | Description |\n| --- | --- |\n")
		}
		for _, match := range moduleBlock.FindAllStringSubmatch(string(text), -1) {
			description := strings.NewReplacer(`\"`, "`", "|", `\|`).Replace(first(moduleText, match[3]))
			if match[1] == "output" {
				fmt.Fprintf(&tables, "| `%s` | %s |\n", match[2], description)
				continue
			}
			value := first(moduleValue, match[3])
			switch value {
			case "":
				value = "required"
			case "null":
				value = "-"
			default:
				value = "`" + value + "`"
			}
			fmt.Fprintf(&tables, "| `%s` | %s | %s | %s |\n", match[2], first(moduleType, match[3]), value, description)
		}
	}
	readme := filepath.Join(dir, "README.md")
	text, err := os.ReadFile(readme)
	if err != nil {
		return err
	}
	_, err = write(readme, moduleReadme.ReplaceAllLiteralString(string(text), tables.String()))
	return err
}

func first(pattern *regexp.Regexp, text string) string {
	match := pattern.FindStringSubmatch(text)
	if match == nil {
		return ""
	}
	return match[1]
}
