package scripttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/workspace"
)

// functions is the start script without what it does, for tests that call its
// functions.
func (s *standIn) functions() string {
	s.t.Helper()
	functions, _, found := strings.Cut(s.result.StartScript, "\nif (($# >= 2)); then\n")
	if !found {
		s.t.Fatal("the start script has changed: where does its work begin?")
	}
	return functions + "\n"
}

// checkEach has the functions that look at the state before a start judge each
// file in $CASES, and repair every so many of them.
const checkEach = `
mkdir -p "$state_dir"
number=0
for case in "$CASES"/*; do
  if state_is_whole "$case"; then echo whole; else echo damaged; fi >"$RESULTS/${case##*/}.verdict"
  number=$((number + 1))
  ((number % EVERY == 0)) || continue
  rm -f "$state_dir"/*
  cp "$case" "$state_file"
  [[ -z ${BACKUP-} ]] || cp "$BACKUP" "$state_backup"
  check_state 2>"$RESULTS/${case##*/}.log"
  [[ ! -e $state_file ]] || cp "$state_file" "$RESULTS/${case##*/}"
  kept=("$state_file".damaged-*)
  [[ ! -e ${kept[0]} ]] || cmp "$case" "${kept[0]}"
done
`

// TestFaultTruncatedState: of a state file that was cut anywhere, or has zeros
// where a disk lost a block, nothing is believed. The copy is used instead, and
// the damaged file is kept.
func TestFaultTruncatedState(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, nil)
	s.start()
	s.say(firstMessage)
	s.stop()
	good, err := os.ReadFile(s.result.AgentAPIModule.StateFilePath)
	s.must(err)
	for withBackup, every := range map[bool]int{true: 5, false: 20} {
		cases, results := t.TempDir(), t.TempDir()
		damaged, repaired := map[string]bool{}, 0
		put := func(name string, content []byte) {
			s.must(os.WriteFile(filepath.Join(cases, name), content, 0o600))
			damaged[name] = !json.Valid(content)
		}
		for n := range len(good) + 1 {
			put(fmt.Sprintf("cut-%04d", n), good[:n])
		}
		for n := 0; n+16 < len(good); n += 16 {
			hole := bytes.Clone(good)
			clear(hole[n : n+16])
			put(fmt.Sprintf("hole-%04d", n), hole)
		}
		put("other-version", bytes.Replace(good, []byte(`"version":1`), []byte(`"version":2`), 1))
		damaged["other-version"] = true
		put("html", []byte("<html></html>\n"))
		env := map[string]string{"CASES": cases, "RESULTS": results, "EVERY": itoa(every)}
		if withBackup {
			backup := filepath.Join(s.LogDir, "backup")
			s.must(os.WriteFile(backup, good, 0o600))
			env["BACKUP"] = backup
		}
		result, err := s.RunPlain(s.context(), s.functions()+checkEach, env)
		if err != nil || result.ExitCode != 0 || result.Output != "" {
			t.Fatalf("status %d, %v:\n%s", result.ExitCode, err, result.Output)
		}
		for name, isDamaged := range damaged {
			verdict, err := os.ReadFile(filepath.Join(results, name+".verdict"))
			s.must(err)
			if want := map[bool]string{true: "damaged\n", false: "whole\n"}[isDamaged]; string(verdict) != want {
				t.Errorf("%s is %s, want %s", name, verdict, want)
			}
			log, err := os.ReadFile(filepath.Join(results, name+".log"))
			if os.IsNotExist(err) {
				continue // judged only
			}
			s.must(err)
			s.stops = append(s.stops, string(log)) // looked at for lines that are not ours
			repaired++
			state, err := os.ReadFile(filepath.Join(results, name))
			if !withBackup && isDamaged {
				if !os.IsNotExist(err) {
					t.Errorf("%s was left in place: %v", name, err)
				}
			} else if err != nil || !bytes.Equal(bytes.TrimSpace(state), bytes.TrimSpace(good)) {
				t.Errorf("%s: agentapi is given %q, %v", name, state, err)
			}
		}
		t.Logf("%d damaged files judged, %d repaired with a copy beside: %v", len(damaged), repaired, withBackup)
	}
}

// TestFaultStateOfAnotherVersion: a state file that a later agentapi wrote is
// set aside, and both the agent and a chat of its own go on.
func TestFaultStateOfAnotherVersion(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, nil)
	s.start()
	s.say(firstMessage)
	s.stop()
	file := s.result.AgentAPIModule.StateFilePath
	for _, name := range []string{file, file + ".backup"} {
		s.must(os.WriteFile(name, []byte(`{"version":2,"messages":[],"initial_prompt":"","initial_prompt_sent":false}`+"\n"), 0o600))
	}
	s.start()
	s.logged("the chat in " + file + " is damaged; kept as " + file + ".damaged-")
	s.say(secondMessage)
	s.began(1)
	s.stop()
	if !s.state().Contains(workspace.RoleUser, secondMessage) {
		t.Error("the new chat is not saved")
	}
}

// TestFaultClockSetBack: files from the future, and a clock that is set back by
// an hour while the agent runs, change nothing.
func TestFaultClockSetBack(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, nil)
	s.start()
	s.say(firstMessage)
	s.stop()
	future := time.Now().AddDate(1, 0, 0)
	for _, dir := range []string{s.result.DataDir, filepath.Join(s.result.DataDir, "state"), filepath.Join(s.Home, ".stand-in/sessions")} {
		entries, err := os.ReadDir(dir)
		s.must(err)
		for _, entry := range entries {
			if !entry.Type().IsRegular() && !entry.IsDir() {
				continue // the lock points to no file
			}
			s.must(os.Chtimes(filepath.Join(dir, entry.Name()), future, future))
		}
	}
	// SECONDS is how bash tells the time: it jumps once the agent runs.
	const loop = "    pause 1\n    read_uptime\n"
	script := without(t, s.result.StartScript, loop, loop+"    SECONDS=$((SECONDS - 3600))\n")
	s.result.StartScript = script
	s.start()
	s.chat(firstMessage)
	s.say(secondMessage)
	time.Sleep(2500 * time.Millisecond) // more than two save intervals
	s.kill()
	if !s.state().Contains(workspace.RoleUser, secondMessage) {
		t.Error("the chat was not saved while the clock was set back")
	}
	s.began(1)

	s.result.StartScript = without(t, script, "{ IFS=. read -r uptime _ </proc/uptime; } 2>/dev/null || uptime=$SECONDS", "uptime=$SECONDS")
	s.start()
	s.say(thirdMessage)
	time.Sleep(2500 * time.Millisecond)
	s.kill()
	if s.state().Contains(workspace.RoleUser, thirdMessage) {
		t.Error("the variant that follows the clock saved the chat: this test proves nothing")
	}
}
