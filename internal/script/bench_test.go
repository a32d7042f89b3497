package script_test

import (
	"testing"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/script"
)

func BenchmarkRender(b *testing.B) {
	agent, err := catalog.Default().Lookup("claude-code")
	if err != nil {
		b.Fatal(err)
	}
	o := options(b, agent)
	o.RetentionDays = 365
	for _, s := range []struct {
		name   string
		render func(script.Options) (string, error)
	}{{"start", script.Start}, {"shutdown", script.Shutdown}, {"cleanup", script.Cleanup}} {
		b.Run(s.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				text, err := s.render(o)
				if err != nil {
					b.Fatal(err)
				}
				b.SetBytes(int64(len(text)))
			}
		})
	}
}
