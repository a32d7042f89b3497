package persistence

import "testing"

func BenchmarkResolve(b *testing.B) {
	r := Request{Agent: "claude-code", Name: "agent-1", Home: DefaultHome, Workdir: "/home/coder/project", Prompt: "List the open TODOs of this project.",
		Launcher: DefaultLauncher, Port: DefaultPort, StatePersistence: true, StateSaveIntervalSeconds: DefaultStateSaveInterval,
		Resume: DefaultResume, OnResumeFailure: DefaultOnResumeFailure, GracePeriodSeconds: DefaultGracePeriodSeconds, MountStrategy: DefaultMountStrategy}
	b.ReportAllocs()
	for b.Loop() {
		if result, findings := Resolve(r); result == nil {
			b.Fatal(findings)
		}
	}
}
