package catalog

// What tests of the package's outside need of its inside.
const ConfigurationSource = configurationSource

var (
	Roles      = roles
	Stores     = stores
	Constraint = constraint
)

// Problems returns what does not fit together in the agent's session.
func Problems(a *Agent) []FieldError {
	f := &fieldErrors{agent: a.Slug}
	a.Session.check(f)
	return f.errors
}
