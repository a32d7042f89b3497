package persistence

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/size"
)

// checkCase makes one finding appear, and says what it must look like. Every
// check needs at least one; TestEveryCheckHasACase sees to that.
type checkCase struct {
	summary string
	path    []any // where the finding points
	wrong   func(*Request)
	given   string   // what the detail repeats of the input
	write   string   // the line the detail offers
	expect  []string // other texts the detail must hold
	// fine is the nearest request about which nothing is said.
	fine func(*Request)
	// needs are the inputs without which the check is passed over.
	needs Inputs
}

// checkCases are all of them.
var checkCases = slices.Concat(valueCases, moduleCases, volumeCases)

// startScriptInputs are the inputs the start script is made from: all but these.
var startScriptInputs = AllInputs &^ (InputGracePeriod | InputTaskID | VolumeInputs | InputAgentAPIModuleVersion | InputRetentionDays | InputCoderVersion)

// withUnreadyAgent returns a catalog with an agent that has no start script,
// whatever the built-in ones have.
func withUnreadyAgent() *catalog.Catalog {
	all := catalog.Default().Agents()
	i := slices.IndexFunc(all, func(a catalog.Agent) bool { return a.Slug == "goose" })
	unready := all[i]
	unready.Slug, unready.DisplayName, unready.Aliases, unready.Session = "sketch-pad", "Sketch Pad", nil, nil
	c, err := catalog.New(append(all, unready))
	if err != nil {
		panic(err)
	}
	return c
}

// withHugeAgent returns a catalog with an agent that leaves no room for another.
func withHugeAgent() *catalog.Catalog {
	huge := size.Max.String()
	c, problems := catalog.Default().With(map[string]catalog.Override{"auggie": {
		Storage: &catalog.StorageOverride{Minimum: &huge, Recommended: &huge},
	}})
	if len(problems) > 0 {
		panic(problems[0].Error())
	}
	return c
}

// findingsOf is everything that is said about a request.
func findingsOf(r Request) []Finding {
	_, findings := Resolve(r)
	return append(Validate(r), findings...)
}

func withSummary(findings []Finding, summary string) []Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f Finding) bool { return f.Summary != summary })
}

func TestChecks(t *testing.T) {
	for _, c := range checkCases {
		r := defaultRequest("claude-code")
		c.wrong(&r)
		t.Run(c.summary, func(t *testing.T) {
			found := withSummary(findingsOf(r), c.summary)
			if len(found) != 1 {
				t.Fatalf("%d findings, want one; all: %v", len(found), findingsOf(r))
			}
			f := found[0]
			check := Checks()[slices.IndexFunc(Checks(), func(check Check) bool { return check.Summary == c.summary })]
			if f.Severity != check.Severity {
				t.Errorf("its severity is %v, and %v in the table", f.Severity, check.Severity)
			}
			if !reflect.DeepEqual(f.Path, c.path) {
				t.Errorf("it points to %v, want %v", f.Path, c.path)
			}
			for _, text := range append([]string{c.given, c.write}, c.expect...) {
				if !strings.Contains(f.Detail, text) {
					t.Errorf("the detail lacks %q:\n%s", text, f.Detail)
				}
			}
			if c.fine != nil {
				near := defaultRequest("claude-code")
				c.fine(&near)
				if said := findingsOf(near); hasError(said) || len(withSummary(said, c.summary)) > 0 {
					t.Errorf("one step away it is still said, or an error is: %v", said)
				}
			}
			for input := Input(1); input < inputEnd; input <<= 1 {
				partial := r
				partial.Unknown = input
				silent := len(withSummary(findingsOf(partial), c.summary)) == 0
				if silent && !c.needs.Has(input) {
					t.Errorf("it is not said while %s is unknown, which has nothing to do with it", inputNames[input])
				}
				if !silent && c.needs.Has(input) {
					t.Errorf("it is said while %s is unknown", inputNames[input])
				}
			}
		})
	}
}

// TestChecksAreTold holds the table to the cases: each check has one, each has
// an identifier and a summary of its own, and the summary is in Title Case.
func TestChecksAreTold(t *testing.T) {
	covered := map[string]bool{"Script Cannot Be Rendered": true} // TestUnrenderableAgent
	for _, c := range checkCases {
		covered[c.summary] = true
	}
	names, summaries := map[string]bool{}, map[string]bool{}
	for _, c := range Checks() {
		if !covered[c.Summary] {
			t.Errorf("no case makes %q appear", c.Summary)
		}
		if names[c.Name] || summaries[c.Summary] || !regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(c.Name) {
			t.Errorf("%s: %q: the name or the summary is taken, or the name is not in lower case with dashes", c.Name, c.Summary)
		}
		names[c.Name], summaries[c.Summary] = true, true
		for _, word := range strings.Fields(c.Summary) {
			if !unicode.IsUpper([]rune(word)[0]) {
				t.Errorf("%q is not in Title Case", c.Summary)
			}
		}
		if c.Severity == Warning && c.Stage == StageValidate {
			t.Errorf("%s: engines would say this warning twice", c.Name)
		}
		if c.When == "" || strings.HasSuffix(c.When, ".") || c.Attribute == "" || c.Stage > StagePlan {
			t.Errorf("%s: incomplete: %+v", c.Name, c)
		}
	}
	for summary := range covered {
		if !summaries[summary] {
			t.Errorf("there are cases for %q, which no check has", summary)
		}
	}
}

// TestUnrenderableAgent covers the one error that no template can cause: a
// catalog entry that cannot be part of a script.
func TestUnrenderableAgent(t *testing.T) {
	broken := catalog.Default().Agents()[0]
	broken.AgentAPIType = "a\x00b"
	c, err := catalog.New([]catalog.Agent{broken})
	if err != nil {
		t.Fatal(err)
	}
	r := defaultRequest(broken.Slug)
	r.Catalog = c
	result, findings := Resolve(r)
	if result != nil || len(withSummary(findings, "Script Cannot Be Rendered")) != 1 {
		t.Errorf("result %v, findings %v", result, findings)
	}
}

func TestSizesAreReadExactly(t *testing.T) {
	// The floor of Claude Code is 100 MB.
	for _, text := range []string{"10Gi", "10G", "10GB", "10GiB", "500 MB", "100000000", "100M", "100MB", "1e8", "0.1G", "96Mi"} {
		r := defaultRequest("claude-code")
		r.Volume = &Volume{Size: text}
		if findings := findingsOf(r); hasError(findings) {
			t.Errorf("%s: %v", text, findings)
		}
	}
	for _, text := range []string{"99M", "95Mi", "99999999", "99 MB", "1"} {
		r := defaultRequest("claude-code")
		r.Volume = &Volume{Size: text}
		if len(withSummary(findingsOf(r), "Volume Too Small")) != 1 {
			t.Errorf("%s is not refused as too small", text)
		}
	}
	for _, text := range []string{"10g", "100m", "abc", "-1G", "1.5", "10 Gi ", "10Gi\n", "Gi", "0x10", "１０Gi"} {
		r := defaultRequest("claude-code")
		r.Volume = &Volume{Size: text}
		found := withSummary(findingsOf(r), "Invalid Volume Size")
		if len(found) != 1 || !strings.Contains(found[0].Detail, "Accepted: ") {
			t.Errorf("%q: %v", text, findingsOf(r))
		}
	}
}
