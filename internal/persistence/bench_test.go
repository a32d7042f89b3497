package persistence

import "testing"

// BenchmarkResolve decides everything about one agent and renders its scripts.
func BenchmarkResolve(b *testing.B) {
	r := Request{
		Agent: "claude-code", Name: "agent-1", Home: DefaultHome, Workdir: "/home/coder/project", Prompt: "List the open TODOs of this project.",
		Launcher: DefaultLauncher, Port: DefaultPort, StatePersistence: true, StateSaveIntervalSeconds: DefaultStateSaveInterval,
		Resume: DefaultResume, OnResumeFailure: DefaultOnResumeFailure, GracePeriodSeconds: DefaultGracePeriodSeconds, MountStrategy: DefaultMountStrategy,
		Volume: &Volume{Size: "20Gi", MountPath: DefaultHome, Kind: VolumeKubernetes, SharedWith: []string{"codex", "goose"}},
	}
	b.Run("validate", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if findings := Validate(r); len(findings) > 0 {
				b.Fatal(findings)
			}
		}
	})
	b.Run("plan", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if result, findings := Resolve(r); result == nil {
				b.Fatal(findings)
			}
		}
	})
}
