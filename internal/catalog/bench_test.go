package catalog_test

import (
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
)

func BenchmarkLookup(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := agents.Default().Lookup("Claude Code"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAssess(b *testing.B) {
	agent, err := agents.Default().Lookup("claude-code")
	if err != nil {
		b.Fatal(err)
	}
	versions := catalog.Versions{Module: "4.9.2", AgentAPI: "v0.12.2", Coder: "2.34.0"}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := agent.Assess(versions); err != nil {
			b.Fatal(err)
		}
	}
}
