package main

import (
	"reflect"
	"testing"
)

func TestParseGoBenchmarks(t *testing.T) {
	got := parseGoBenchmarks([]byte(`goos: linux
pkg: example.com/x/internal/size
BenchmarkParse/10Gi-2     2069455   559.1 ns/op   128 B/op   5 allocs/op
BenchmarkParse/10Gi-2     2069455   600 ns/op   128 B/op   5 allocs/op
PASS
pkg: example.com/x/internal/script
BenchmarkRender/start     9960   129403 ns/op   206.36 MB/s   34628 B/op   228 allocs/op
BenchmarkBroken-2         	--- FAIL
`))
	want := []*operation{
		{"size: Parse/10Gi", []float64{559.1, 600}, []float64{128, 128}, []float64{5, 5}},
		{"script: Render/start", []float64{129403}, []float64{34628}, []float64{228}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}
