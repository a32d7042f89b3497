package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// subject is a resource whose plans are measured.
type subject struct {
	key      string    // short, for folders
	title    string    // in tables
	provider *packaged // nil for one that is part of the engine
	body     string    // the resource without its count
	texts    map[string]string
}

// The keys of the subjects. "same" stands for the same bytes of script that
// one of our resources renders.
const (
	ours      = "ours"
	theirs    = "coder_script"
	theirSame = "coder_script_same"
	floor     = "terraform_data"
	floorSame = "terraform_data_same"
)

const shortScript = `"#!/bin/bash\nexec /home/coder/start.sh agent-${count.index}\n"`

// sameScript is unlike in each resource, as rendered scripts are.
const sameScript = `"${local.rendered}# ${count.index}\n"`

// newSubjects returns what is compared; rendered is the text of all scripts of
// one of our resources.
func newSubjects(our, their *packaged, rendered string) []subject {
	script := func(text string) string {
		return `resource "coder_script" "it" {
  count        = %d
  agent_id     = "00000000-0000-4000-8000-000000000000"
  display_name = "agent-${count.index}"
  run_on_start = true
  script       = ` + text + "\n}\n"
	}
	data := func(text string) string {
		return "resource \"terraform_data\" \"it\" {\n  count = %d\n  input = " + text + "\n}\n"
	}
	texts := map[string]string{"rendered.sh": rendered}
	return []subject{
		{key: ours, title: "`coder_agent_persistence`", provider: our, body: ourBody},
		{key: theirs, title: "`coder_script`, two lines of script", provider: their, body: script(shortScript)},
		{key: theirSame, title: "`coder_script`, our text as its script", provider: their, body: script(sameScript), texts: texts},
		{key: floor, title: "`terraform_data`, two lines", body: data(shortScript)},
		{key: floorSame, title: "`terraform_data`, our text", body: data(sameScript), texts: texts},
	}
}

const ourBody = `resource "coder_agent_persistence" "it" {
  provider = coder-persistence
  count    = %d
  agent    = "claude-code"
  name     = "agent-${count.index}"
  workdir  = "/home/coder/project"
  prompt   = "List the open TODOs of this project."
}
`

// write makes a folder with the subject count times.
func (s *subject) write(dir string, count int) error {
	text := ""
	if s.provider != nil {
		text = fmt.Sprintf("terraform {\n  required_providers {\n    %s = {\n      source = %q\n    }\n  }\n}\n\n", s.provider.name, s.provider.source())
	}
	if len(s.texts) > 0 {
		text += "locals {\n  rendered = file(\"${path.module}/rendered.sh\")\n}\n\n"
	}
	text += fmt.Sprintf(s.body, count)
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return err
	}
	for name, content := range s.texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, "main.tf"), []byte(text), 0o600)
}
