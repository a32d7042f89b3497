package catalog

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/coder-persistence/terraform-provider-persistence/internal/size"
)

// Override sets the storage of an agent of the catalog, or describes an agent
// that the catalog does not have. The tags are the names in the provider's
// schema, which errors use.
type Override struct {
	DisplayName  *string          `tfsdk:"display_name"`  // the key otherwise
	AgentAPIType *string          `tfsdk:"agentapi_type"` // "custom" otherwise
	Level        *string          `tfsdk:"level"`         // required for an added agent
	Paths        []PathOverride   `tfsdk:"session_paths"`
	Storage      *StorageOverride `tfsdk:"storage"`
	Session      *SessionOverride `tfsdk:"session"`
}

// PathOverride is one place where an agent keeps data.
type PathOverride struct {
	Path        string  `tfsdk:"path"`         // "~/…", "{workdir}/…" or absolute
	Role        *string `tfsdk:"role"`         // "session" otherwise
	Store       *string `tfsdk:"store"`        // "directory" otherwise
	File        *bool   `tfsdk:"file"`         // false otherwise
	RelocatedBy *string `tfsdk:"relocated_by"` // nothing otherwise
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
	agents, names := slices.Clone(c.agents), maps.Clone(c.index)
	keys := slices.Sorted(maps.Keys(overrides))
	for _, key := range keys { // all of them first: a name to show must not take another entry's key
		if _, known := names[normalize(key)]; !known {
			names[normalize(key)] = len(agents)
			agents = append(agents, Agent{Slug: key, DisplayName: key})
		}
	}
	changedBy := make(map[int]string, len(overrides)) // place in agents -> key
	var problems []FieldError
	for _, key := range keys {
		f, o, i := &fieldErrors{agent: key}, overrides[key], names[normalize(key)]
		other, twice := changedBy[i]
		changedBy[i] = key
		switch {
		case twice:
			f.add(fmt.Sprintf("This is %s, which agents[%q] changes already. Move the attributes into one of the two entries and remove the "+
				"other.", agents[i].DisplayName, other), "")
		case i < len(c.agents):
			o.change(&agents[i], f)
		default:
			agents[i] = o.add(f)
			name := agents[i].DisplayName
			if j, taken := names[normalize(name)]; !taken {
				names[normalize(name)] = i
			} else if j != i {
				f.add(fmt.Sprintf("The name %q already belongs to %s.", name, agents[j].Slug), strconv.Quote(key), "display_name")
			}
		}
		problems = append(problems, f.errors...)
	}
	if len(problems) > 0 {
		return nil, problems
	}
	merged, err := New(agents)
	if err != nil { // not reached: the names have been compared
		return nil, []FieldError{{Detail: err.Error()}}
	}
	return merged, nil
}

// change sets the storage of an agent of the catalog, and nothing else: what
// the catalog says of it was tested with its own program.
func (o *Override) change(a *Agent, f *fieldErrors) {
	for _, other := range []struct {
		name string
		set  bool
	}{
		{"display_name", o.DisplayName != nil},
		{"agentapi_type", o.AgentAPIType != nil},
		{"level", o.Level != nil},
		{"session_paths", o.Paths != nil},
		{"session", o.Session != nil},
	} {
		if other.set {
			f.add(fmt.Sprintf("%s is in the catalog, where only storage can be changed. Give your own agent another name.", a.DisplayName),
				"null", other.name)
		}
	}
	if o.Storage == nil && len(f.errors) == 0 {
		f.add("The entry sets no storage. Terraform drops attributes that it does not know, so check how they are spelled.",
			`{ minimum = "10Gi" }`, "storage")
	}
	if o.Storage != nil {
		o.Storage.apply(&a.Storage, f)
	}
}

// add makes the entry of an agent that the catalog does not have.
func (o *Override) add(f *fieldErrors) Agent {
	if !slugPattern.MatchString(f.agent) {
		f.add("The name of an agent has lower-case letters, digits and single hyphens, such as \"my-agent\".", "")
	}
	a := Agent{
		Slug:         f.agent,
		DisplayName:  f.agent,
		AgentAPIType: "custom",
		Documented:   Documented{NotInTheMatrix: true, Level: LevelNotSupported},
		Storage:      Storage{Bounded: BoundedUnknown, MinimumSource: configurationSource},
		Retention:    configured("Not stated in the provider configuration."),
		Resume:       configured("Not stated in the provider configuration."),
	}
	if o.DisplayName != nil {
		if strings.TrimSpace(*o.DisplayName) == "" {
			f.add("display_name must not be empty.", strconv.Quote(a.Slug), "display_name")
		}
		a.DisplayName = *o.DisplayName
	}
	if o.AgentAPIType != nil && oneOf(f, *o.AgentAPIType, agentAPITypes, "agentapi_type") {
		a.AgentAPIType = *o.AgentAPIType
	}
	if o.Level == nil {
		f.add("An agent that the catalog does not have needs a level.", strconv.Quote(string(LevelFull)), "level")
	} else if level := Level(*o.Level); oneOf(f, level, levels, "level") {
		a.Documented.Level = level
	}
	for i := range o.Paths {
		a.Paths = append(a.Paths, o.Paths[i].path(f, i))
	}
	if o.Storage != nil {
		o.Storage.apply(&a.Storage, f)
	}
	if o.Session != nil {
		a.Session = o.Session.session(f)
		a.Resume = configured("As the provider configuration describes it.")
	}
	return a
}

func configured(text string) Fact {
	return Fact{Text: text, Source: configurationSource, Evidence: EvidenceConfigured}
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
	p.File = o.File != nil && *o.File
	return p
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
		return scope, "", fmt.Sprintf("%q is a whole directory, not a path inside it. %s", text, forms)
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
