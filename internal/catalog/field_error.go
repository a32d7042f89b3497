package catalog

import (
	"fmt"
	"strconv"
	"strings"
)

// FieldError says which field of an override is wrong, and how to mend it.
type FieldError struct {
	Agent string // the override's key
	// Field leads from the override to the value: names of attributes
	// (string) and places in lists (int). It is empty for the key itself.
	Field  []any
	Detail string
}

// Error returns the path to the field and what is wrong there.
func (e FieldError) Error() string { return e.Path() + ": " + e.Detail }

// Path returns the field as it is written in messages, e.g.
// agents["my-agent"].session.warm[1].
func (e FieldError) Path() string {
	var b strings.Builder
	b.WriteString("agents[" + strconv.Quote(e.Agent) + "]")
	for _, step := range e.Field {
		switch step := step.(type) {
		case int:
			fmt.Fprintf(&b, "[%d]", step)
		default:
			fmt.Fprintf(&b, ".%v", step)
		}
	}
	return b.String()
}

// fieldErrors collects the errors of one override.
type fieldErrors struct {
	agent  string
	errors []FieldError
}

// add notes an error at the field that the steps lead to, with a value to write
// there instead.
func (f *fieldErrors) add(detail, value string, steps ...any) {
	for i := len(steps) - 1; i >= 0 && value != ""; i-- {
		if name, ok := steps[i].(string); ok {
			detail += "\n\nWrite: " + name + " = " + value
			break
		}
	}
	f.errors = append(f.errors, FieldError{Agent: f.agent, Field: steps, Detail: detail})
}

// oneOf notes an error unless the value is one of those allowed, and returns
// whether it is.
func oneOf[T ~string](f *fieldErrors, value T, allowed []T, steps ...any) bool {
	quoted := make([]string, len(allowed))
	for i, a := range allowed {
		if value == a {
			return true
		}
		quoted[i] = strconv.Quote(string(a))
	}
	f.add(fmt.Sprintf("%q is not one of %s.", value, strings.Join(quoted, ", ")), quoted[0], steps...)
	return false
}
