package size_test

import (
	"testing"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/size"
)

func BenchmarkParse(b *testing.B) {
	for _, text := range []string{"10Gi", "1.5 TB", "10737418240"} {
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := size.Parse(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
