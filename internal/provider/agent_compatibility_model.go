package provider

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/size"
)

// agentCompatibilityModel is coder_agent_compatibility.
type agentCompatibilityModel struct {
	Agent           types.String `tfsdk:"agent"`
	ModuleVersion   types.String `tfsdk:"module_version"`
	AgentAPIVersion types.String `tfsdk:"agentapi_version"`
	CoderVersion    types.String `tfsdk:"coder_version"`
	Home            types.String `tfsdk:"home"`
	Workdir         types.String `tfsdk:"workdir"`

	Slug            types.String `tfsdk:"slug"`
	DisplayName     types.String `tfsdk:"display_name"`
	Aliases         []string     `tfsdk:"aliases"`
	AgentAPIType    types.String `tfsdk:"agentapi_type"`
	Module          *moduleModel `tfsdk:"module"`
	DocumentedLevel types.String `tfsdk:"documented_level"`
	InMatrix        types.Bool   `tfsdk:"in_matrix"`
	MinimumVersion  types.String `tfsdk:"minimum_version"`
	TrackingIssue   types.String `tfsdk:"tracking_issue"`

	JudgedVersion types.String      `tfsdk:"judged_version"`
	Released      types.Bool        `tfsdk:"released"`
	VersionNote   types.String      `tfsdk:"version_note"`
	Level         types.String      `tfsdk:"level"`
	Flags         []string          `tfsdk:"flags"`
	Constraint    types.String      `tfsdk:"constraint"`
	Reason        types.String      `tfsdk:"reason"`
	Confidence    types.String      `tfsdk:"confidence"`
	KnownBugs     []string          `tfsdk:"known_bugs"`
	ModuleInputs  map[string]string `tfsdk:"module_inputs"`
	Verdict       *verdictModel     `tfsdk:"verdict"`

	SessionPaths        []sessionPathModel   `tfsdk:"session_paths"`
	MinimumStorageBytes types.Int64          `tfsdk:"minimum_storage_bytes"`
	MinimumStorage      types.String         `tfsdk:"minimum_storage"`
	Storage             *storageFiguresModel `tfsdk:"storage"`
	Retention           types.String         `tfsdk:"retention"`
	ResumeBehaviour     types.String         `tfsdk:"resume_behaviour"` //nolint:misspell // as in the schema
	NeedsNetwork        types.Bool           `tfsdk:"needs_network"`
	Hazards             []string             `tfsdk:"hazards"`
	Notes               []string             `tfsdk:"notes"`
	Sources             []string             `tfsdk:"sources"`
	Overridden          types.Bool           `tfsdk:"overridden"`
	AsOf                types.String         `tfsdk:"as_of"`
}

type moduleModel struct {
	Source      types.String `tfsdk:"source"`
	Status      types.String `tfsdk:"status"`
	Replacement types.String `tfsdk:"replacement"`
	Latest      types.String `tfsdk:"latest"`
	Note        types.String `tfsdk:"note"`
}

type verdictModel struct {
	Resumes   types.Bool   `tfsdk:"resumes"`
	UIHistory types.Bool   `tfsdk:"ui_history"`
	Tasks     types.Bool   `tfsdk:"tasks"`
	Reason    types.String `tfsdk:"reason"`
	Fix       types.String `tfsdk:"fix"`
}

type sessionPathModel struct {
	Path              types.String `tfsdk:"path"`
	Place             types.String `tfsdk:"place"`
	Scope             types.String `tfsdk:"scope"`
	Role              types.String `tfsdk:"role"`
	Store             types.String `tfsdk:"store"`
	File              types.Bool   `tfsdk:"file"`
	Required          types.Bool   `tfsdk:"required"`
	RelocatedBy       types.String `tfsdk:"relocated_by"`
	NetworkFileSystem types.Bool   `tfsdk:"network_file_system"`
	Verified          types.Bool   `tfsdk:"verified"`
	Source            types.String `tfsdk:"source"`
}

// storageFiguresModel is the space an agent needs, with the source of each figure.
type storageFiguresModel struct {
	Minimum          figureModel  `tfsdk:"minimum"`
	Recommended      figureModel  `tfsdk:"recommended"`
	Observed         *figureModel `tfsdk:"observed"`
	DocumentedGrowth types.String `tfsdk:"documented_growth"`
	Bounded          types.String `tfsdk:"bounded"`
	BoundedBy        types.String `tfsdk:"bounded_by"`
}

type figureModel struct {
	Bytes    types.Int64  `tfsdk:"bytes"`
	Quantity types.String `tfsdk:"quantity"`
	Source   types.String `tfsdk:"source"`
	Note     types.String `tfsdk:"note"`
}

// fill completes the model from an entry and its assessment.
func (m *agentCompatibilityModel) fill(a *catalog.Agent, s *catalog.Assessment, home, workdir string) {
	m.Slug = types.StringValue(a.Slug)
	m.DisplayName = types.StringValue(a.DisplayName)
	m.Aliases = append([]string{}, a.Aliases...)
	m.AgentAPIType = types.StringValue(a.AgentAPIType)
	m.Module = newModuleModel(&a.Module)
	m.DocumentedLevel = textOrNull(string(a.Documented.Level))
	m.InMatrix = types.BoolValue(!a.Documented.NotInTheMatrix)
	m.MinimumVersion = textOrNull(a.Documented.MinimumVersion)
	m.TrackingIssue = textOrNull(a.Documented.TrackingIssue)

	m.JudgedVersion = textOrNull(s.Version)
	m.Released = types.BoolValue(s.Released)
	m.VersionNote = textOrNull(s.Note)
	m.Level = types.StringValue(string(s.Level))
	m.Flags = flags(s.Flags)
	m.Constraint = textOrNull(s.Constraint)
	m.Reason = types.StringValue(s.Verdict.Reason)
	m.Confidence = types.StringValue(string(s.Confidence))
	m.KnownBugs = append([]string{}, s.KnownBugs...)
	m.ModuleInputs = s.ModuleInputs
	if m.ModuleInputs == nil {
		m.ModuleInputs = map[string]string{}
	}
	m.Verdict = &verdictModel{
		Resumes:   types.BoolValue(s.Resumes),
		UIHistory: types.BoolValue(s.UIHistory),
		Tasks:     types.BoolValue(s.Tasks),
		Reason:    types.StringValue(s.Reason),
		Fix:       textOrNull(s.Fix),
	}

	m.SessionPaths = expandedPaths(a, home, workdir)
	m.MinimumStorageBytes = types.Int64Value(a.Storage.Floor.Int64())
	m.MinimumStorage = types.StringValue(a.Storage.Floor.String())
	m.Storage = newStorageFigures(&a.Storage)
	m.Retention = types.StringValue(factText(a.Retention))
	m.ResumeBehaviour = types.StringValue(factText(a.Resume))
	m.NeedsNetwork = types.BoolValue(a.NeedsNetwork)
	m.Hazards = sentences(a.Hazards)
	m.Notes = sentences(a.Notes)
	m.Sources = a.Sources()
	m.Overridden = types.BoolValue(a.Overridden)
	m.AsOf = types.StringValue(catalog.AsOf)
}

func newModuleModel(m *catalog.Module) *moduleModel {
	return &moduleModel{
		Source:      textOrNull(m.Source),
		Status:      textOrNull(string(m.Status)),
		Replacement: textOrNull(m.Replacement),
		Latest:      textOrNull(m.Latest),
		Note:        textOrNull(m.Note),
	}
}

func expandedPaths(a *catalog.Agent, home, workdir string) []sessionPathModel {
	expanded := a.ExpandPaths(home, workdir)
	paths := make([]sessionPathModel, len(expanded))
	for i := range expanded {
		p := &expanded[i]
		paths[i] = sessionPathModel{
			Path:              types.StringValue(p.Absolute),
			Place:             types.StringValue(p.Place()),
			Scope:             types.StringValue(string(p.Scope)),
			Role:              types.StringValue(string(p.Role)),
			Store:             types.StringValue(string(p.Store)),
			File:              types.BoolValue(p.File),
			Required:          types.BoolValue(p.Required),
			RelocatedBy:       textOrNull(p.RelocatedBy),
			NetworkFileSystem: types.BoolValue(p.NetworkFileSystem),
			Verified:          types.BoolValue(p.Evidence.Verified()),
			Source:            types.StringValue(p.Source),
		}
	}
	return paths
}

func newStorageFigures(s *catalog.Storage) *storageFiguresModel {
	figures := &storageFiguresModel{
		Minimum:          newFigure(s.Floor, s.FloorSource, ""),
		Recommended:      newFigure(s.Recommended, strings.Join(s.ObservedSources, ", "), ""),
		DocumentedGrowth: textOrNull(s.DocumentedGrowth),
		Bounded:          types.StringValue(string(s.Bounded)),
		BoundedBy:        textOrNull(s.BoundedBy),
	}
	if s.FloorInherited != "" {
		figures.Minimum.Note = types.StringValue("Taken over from " + s.FloorInherited + "; none is documented for this agent.")
	}
	if s.RecommendedIsEstimate {
		figures.Recommended.Source = types.StringNull()
		figures.Recommended.Note = types.StringValue("An estimate: no observed size stands behind it.")
	}
	if s.Observed > 0 {
		observed := newFigure(s.Observed, strings.Join(s.ObservedSources, ", "), s.ObservedText)
		figures.Observed = &observed
	}
	return figures
}

func newFigure(bytes size.Bytes, source, note string) figureModel {
	return figureModel{
		Bytes:    types.Int64Value(bytes.Int64()),
		Quantity: types.StringValue(bytes.String()),
		Source:   textOrNull(source),
		Note:     textOrNull(note),
	}
}

func flags(list []catalog.Flag) []string {
	texts := make([]string, len(list))
	for i, f := range list {
		texts[i] = string(f)
	}
	return texts
}

func sentences(facts []catalog.Fact) []string {
	texts := make([]string, len(facts))
	for i, f := range facts {
		texts[i] = factText(f)
	}
	return texts
}

// factText marks what was not seen in a run. What the provider block states
// needs no proof.
func factText(f catalog.Fact) string {
	if f.Evidence.Verified() || f.Evidence == catalog.EvidenceConfigured {
		return f.Text
	}
	return f.Text + " (not verified)"
}
