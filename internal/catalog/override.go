package catalog

import (
	"fmt"
	"maps"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/coder-persistence/terraform-provider-persistence/internal/size"
)

// Override changes an agent of the catalog, or adds one. Nil fields change
// nothing. The tags are the names in the provider's schema, which errors use.
type Override struct {
	DisplayName  *string          `tfsdk:"display_name"` // an added agent's is its key otherwise
	Aliases      []string         `tfsdk:"aliases"`      // replace the entry's
	AgentAPIType *string          `tfsdk:"agentapi_type"`
	Level        *string          `tfsdk:"level"`         // of every module version; required for an added agent
	Paths        []PathOverride   `tfsdk:"session_paths"` // replace the entry's
	Storage      *StorageOverride `tfsdk:"storage"`
	Session      *SessionOverride `tfsdk:"session"`
}

// PathOverride is one place where an agent keeps data.
type PathOverride struct {
	Path              string  `tfsdk:"path"`                // "~/…", "{workdir}/…" or absolute
	Role              *string `tfsdk:"role"`                // "session" otherwise
	Store             *string `tfsdk:"store"`               // "directory" otherwise
	File              *bool   `tfsdk:"file"`                // false otherwise
	Required          *bool   `tfsdk:"required"`            // true for the role session otherwise
	RelocatedBy       *string `tfsdk:"relocated_by"`        // nothing otherwise
	NetworkFileSystem *bool   `tfsdk:"network_file_system"` // true unless the store is a database otherwise
}

// StorageOverride is the space an agent needs, as texts that package size reads.
type StorageOverride struct {
	Minimum     *string `tfsdk:"minimum"`
	Recommended *string `tfsdk:"recommended"` // at least the minimum otherwise
}

// The values that texts in an override may have.
var (
	levels        = []Level{LevelFull, LevelPartial, LevelPlanned, LevelNotSupported}
	roles         = []Role{RoleSession, RoleConfig, RoleCredentials, RoleCache}
	stores        = []Store{StoreJSONL, StoreJSON, StoreSQLiteWAL, StoreSQLite, StoreMarkdown, StoreDirectory, StoreServer}
	agentAPITypes = []string{"aider", "amazonq", "amp", "auggie", "claude", "codex", "copilot", "cursor", "custom", "gemini", "goose", "opencode"}
)

// Levels returns all levels, the best first.
func Levels() []Level { return slices.Clone(levels) }

// AgentAPITypes returns the types that agentapi knows, sorted.
func AgentAPITypes() []string { return slices.Clone(agentAPITypes) }

var (
	slugPattern     = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	variablePattern = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

// With returns a catalog in which the overrides have been applied. A key is
// the name or an alias of an agent of c, or the slug of an added one; added
// agents follow the others, sorted. When anything is wrong it returns no catalog
// and all errors, sorted by key.
func (c *Catalog) With(overrides map[string]Override) (*Catalog, []FieldError) {
	agents := slices.Clone(c.agents)
	changedBy := make(map[int]string, len(overrides)) // place in agents -> key
	var problems []FieldError
	for _, key := range slices.Sorted(maps.Keys(overrides)) {
		f := &fieldErrors{agent: key}
		i, exists := c.index[normalize(key)]
		if !exists {
			i = len(agents)
			agents = append(agents, newAgent(key, f))
		}
		if other, twice := changedBy[i]; twice {
			f.add(fmt.Sprintf("This is %s, which agents[%q] overrides already. Move the attributes into one of the two entries and remove the "+
				"other.", agents[i].DisplayName, other), "")
		}
		changedBy[i] = key
		o := overrides[key]
		o.apply(&agents[i], !exists, f)
		problems = append(problems, f.errors...)
	}
	problems = append(problems, nameConflicts(agents, changedBy, overrides)...)
	if len(problems) > 0 {
		slices.SortStableFunc(problems, func(a, b FieldError) int { return strings.Compare(a.Agent, b.Agent) })
		return nil, problems
	}
	merged, err := New(agents)
	if err != nil { // not reached: nameConflicts has looked for all that New refuses
		return nil, []FieldError{{Detail: err.Error()}}
	}
	return merged, nil
}

// newAgent makes the entry of an agent that the catalog does not have.
func newAgent(key string, f *fieldErrors) Agent {
	if !slugPattern.MatchString(key) {
		f.add("The name of an agent has lower-case letters, digits and single hyphens, such as \"my-agent\".", "")
	}
	return Agent{
		Slug:         key,
		DisplayName:  key,
		AgentAPIType: "custom",
		Documented:   Documented{NotInTheMatrix: true, Level: LevelNotSupported},
		Storage:      Storage{Bounded: BoundedUnknown, MinimumSource: configurationSource},
		Retention:    configured("Not stated in the provider configuration."),
		Resume:       configured("Not stated in the provider configuration."),
	}
}

func configured(text string) Fact {
	return Fact{Text: text, Source: configurationSource, Evidence: EvidenceConfigured}
}

// apply changes the entry. Nothing the entry pointed to before is changed.
func (o *Override) apply(a *Agent, added bool, f *fieldErrors) {
	if !added && reflect.ValueOf(*o).IsZero() {
		f.add("The entry sets nothing. Terraform drops attributes that it does not know, so check how they are spelled.", "")
		return
	}
	if o.DisplayName != nil {
		if strings.TrimSpace(*o.DisplayName) == "" {
			f.add("The name to show is empty.", strconv.Quote(a.Slug), "display_name")
		}
		a.DisplayName = *o.DisplayName
	}
	if o.Aliases != nil {
		for i, alias := range o.Aliases {
			if normalize(alias) == "" {
				f.add("An alias is empty.", without(o.Aliases, i), "aliases", i)
			}
		}
		a.Aliases = slices.Clone(o.Aliases)
	}
	if o.AgentAPIType != nil && oneOf(f, *o.AgentAPIType, agentAPITypes, "agentapi_type") {
		a.AgentAPIType = *o.AgentAPIType
	}
	switch {
	case o.Level != nil:
		if level := Level(*o.Level); oneOf(f, level, levels, "level") {
			a.LevelOverride = level
			if added {
				a.Documented.Level = level
			}
		}
	case added:
		f.add("An agent that the catalog does not have needs a level.", strconv.Quote(string(LevelFull)), "level")
	}
	if o.Paths != nil {
		a.Paths = make([]Path, len(o.Paths))
		for i := range o.Paths {
			a.Paths[i] = o.Paths[i].path(f, i)
		}
	}
	if o.Storage != nil {
		o.Storage.apply(&a.Storage, f)
	}
	if o.Session != nil {
		o.Session.apply(a, added, f)
	}
}

// path turns the element i of session_paths into a catalog path.
func (o *PathOverride) path(f *fieldErrors, i int) Path {
	scope, relative, problem := place(o.Path)
	if problem != "" {
		value := "~/" + path.Clean(o.Path)
		if _, _, problem := place(value); problem != "" {
			value = "~/." + f.agent
		}
		f.add(problem, strconv.Quote(value), "session_paths", i, "path")
	}
	p := Path{Path: relative, Scope: scope, Role: RoleSession, Store: StoreDirectory, Source: configurationSource, Evidence: EvidenceConfigured}
	if o.Role != nil && oneOf(f, Role(*o.Role), roles, "session_paths", i, "role") {
		p.Role = Role(*o.Role)
	}
	if o.Store != nil && oneOf(f, Store(*o.Store), stores, "session_paths", i, "store") {
		p.Store = Store(*o.Store)
	}
	p.Required = p.Role == RoleSession
	p.NetworkFileSystem = p.Store != StoreSQLite && p.Store != StoreSQLiteWAL
	if o.RelocatedBy != nil {
		if !variablePattern.MatchString(*o.RelocatedBy) {
			f.add(fmt.Sprintf("%q is not the name of an environment variable.", *o.RelocatedBy), "null", "session_paths", i, "relocated_by")
		}
		p.RelocatedBy = *o.RelocatedBy
	}
	for _, b := range []struct{ from, to *bool }{{o.File, &p.File}, {o.Required, &p.Required}, {o.NetworkFileSystem, &p.NetworkFileSystem}} {
		if b.from != nil {
			*b.to = *b.from
		}
	}
	return p
}

// without writes a list without one of its elements.
func without(list []string, i int) string {
	return "[" + quoteList(slices.Concat(list[:i], list[i+1:])) + "]"
}

// place reads a path such as ~/.agent, {workdir}/.agent or /var/lib/agent. It
// returns the path relative to its scope, or what is wrong with it.
func place(text string) (Scope, string, string) {
	const forms = `Write "~/…" for the home directory, "` + PlaceholderWorkdir + `/…" for the working directory, or an absolute path.`
	scope, relative := ScopeAbsolute, text
	if below, ok := strings.CutPrefix(text, "~/"); ok {
		scope, relative = ScopeHome, below
	} else if below, ok := strings.CutPrefix(text, PlaceholderWorkdir+"/"); ok {
		scope, relative = ScopeWorkdir, below
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return scope, "", fmt.Sprintf("%q has a control character.", text)
	}
	if scope == ScopeAbsolute {
		switch {
		case !path.IsAbs(text):
			return scope, "", fmt.Sprintf("%q is a relative path. %s", text, forms)
		case path.Clean(text) == "/":
			return scope, "", fmt.Sprintf("%q is the whole file system. %s", text, forms)
		}
		return scope, path.Clean(text), ""
	}
	relative = path.Clean(strings.TrimLeft(relative, "/"))
	switch {
	case relative == ".":
		return scope, "", fmt.Sprintf("%q names a whole directory and nothing of the agent's in it. %s", text, forms)
	case relative == ".." || strings.HasPrefix(relative, "../"):
		return scope, "", fmt.Sprintf("%q leads out of its directory. %s", text, forms)
	}
	return scope, relative, ""
}

func (o *StorageOverride) apply(s *Storage, f *fieldErrors) {
	if o.Minimum == nil && o.Recommended == nil {
		f.add("It sets neither minimum nor recommended. Terraform drops attributes that it does not know, so check how they are "+
			"spelled.", `{ minimum = "10Gi" }`, "storage")
	}
	bytes := func(text *string, name string) (size.Bytes, bool) {
		if text == nil {
			return 0, false
		}
		b, err := size.Parse(*text)
		if err != nil {
			f.add(err.Error()+".", `"10Gi"`, "storage", name)
			return 0, false
		}
		return b, true
	}
	if minimum, ok := bytes(o.Minimum, "minimum"); ok {
		s.Minimum, s.MinimumSource = minimum, configurationSource
	}
	recommended, given := bytes(o.Recommended, "recommended")
	switch {
	case given && recommended < s.Minimum:
		f.add(fmt.Sprintf("The recommended size %s is below the minimum %s.", recommended, s.Minimum), strconv.Quote(s.Minimum.String()), "storage", "recommended")
	case given:
		s.Recommended, s.RecommendedIsEstimate = recommended, true
	case s.Recommended < s.Minimum:
		s.Recommended, s.RecommendedIsEstimate = s.Minimum, true
	}
}

// nameConflicts finds names of overridden agents that belong to another one.
func nameConflicts(agents []Agent, changedBy map[int]string, overrides map[string]Override) []FieldError {
	owner := make(map[string]int, 4*len(agents))
	for i := range agents { // the names that no override set
		key, changed := changedBy[i]
		names := []string{agents[i].Slug}
		if !changed || overrides[key].DisplayName == nil {
			names = append(names, agents[i].DisplayName)
		}
		if !changed || overrides[key].Aliases == nil {
			names = append(names, agents[i].Aliases...)
		}
		for _, name := range names {
			owner[normalize(name)] = i
		}
	}
	var problems []FieldError
	claim := func(i int, name, otherwise string, field ...any) {
		if j, taken := owner[normalize(name)]; taken && j != i {
			f := fieldErrors{agent: changedBy[i]}
			f.add(fmt.Sprintf("The name %q already belongs to %s.", name, agents[j].Slug), otherwise, field...)
			problems = append(problems, f.errors...)
			return
		}
		owner[normalize(name)] = i
	}
	for _, i := range slices.Sorted(maps.Keys(changedBy)) {
		o := overrides[changedBy[i]]
		if o.DisplayName != nil {
			claim(i, *o.DisplayName, strconv.Quote(agents[i].Slug), "display_name")
		}
		for k, alias := range o.Aliases {
			claim(i, alias, without(o.Aliases, k), "aliases", k)
		}
	}
	return problems
}
