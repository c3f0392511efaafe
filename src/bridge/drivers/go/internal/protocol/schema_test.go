package protocol

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// schema is what these tests read of a part of protocol.schema.json.
type schema struct {
	Type       any               `json:"type"`
	Const      string            `json:"const"`
	Ref        string            `json:"$ref"`
	OneOf      []schema          `json:"oneOf"`
	AnyOf      []schema          `json:"anyOf"`
	Properties map[string]schema `json:"properties"`
	Defs       map[string]schema `json:"$defs"`
}

// parts are the definitions of the schema.
func parts(t *testing.T) map[string]schema {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "protocol.schema.json"))
	if os.IsNotExist(err) {
		// The build in the user's cache directory has a copy of the driver's folder only.
		t.Skip("the schema is not here")
	}
	if err != nil {
		t.Fatal(err)
	}
	var whole schema
	if err := json.Unmarshal(text, &whole); err != nil {
		t.Fatal(err)
	}
	return whole.Defs
}

// properties are those of a part, and of all its alternatives.
func properties(part schema) map[string]schema {
	all := map[string]schema{}
	for _, each := range append(append([]schema{part}, part.OneOf...), part.AnyOf...) {
		for name, property := range each.Properties {
			all[name] = property
		}
	}
	return all
}

// ofKind is the alternative of a part with a kind.
func ofKind(t *testing.T, part schema, kind string) schema {
	for _, each := range part.OneOf {
		if each.Properties["kind"].Const == kind {
			return each
		}
	}
	t.Fatalf("the schema has no %s", kind)
	return schema{}
}

// fields are those of a struct by their names in JSON, embedded ones included.
func fields(of reflect.Type) map[string]reflect.Type {
	all := map[string]reflect.Type{}
	for i := range of.NumField() {
		field := of.Field(i)
		if field.Anonymous {
			for name, kind := range fields(field.Type) {
				all[name] = kind
			}
			continue
		}
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		all[name] = field.Type
	}
	return all
}

// jsonTypes are the schema's types that a Go type is written as.
func jsonTypes(of reflect.Type) []string {
	switch of.Kind() {
	case reflect.Pointer:
		return append(jsonTypes(of.Elem()), "null")
	case reflect.String:
		return []string{"string"}
	case reflect.Bool:
		return []string{"boolean"}
	case reflect.Slice:
		return []string{"array"}
	case reflect.Float64, reflect.Int, reflect.Int64, reflect.Uint64:
		// The schema calls times numbers; this driver counts them in whole µs or ns.
		return []string{"number", "integer"}
	default:
		return []string{"object"}
	}
}

// types are those that the schema names itself; a reference names none.
func types(property schema) []string {
	switch named := property.Type.(type) {
	case string:
		return []string{named}
	case []any:
		var all []string
		for _, each := range named {
			all = append(all, each.(string))
		}
		return all
	default:
		return nil
	}
}

func TestStructsFollowTheSchema(t *testing.T) {
	all := parts(t)
	from := all["FromDriver"]
	for _, each := range []struct {
		part schema
		of   any
	}{
		{all["ToDriver"], ToDriver{}},
		{all["DriverOrder"], Order{}},
		{all["DriverWorkload"], Workload{}},
		{all["DriverArrivals"], Arrivals{}},
		{all["DriverCommand"], Command{}},
		{all["DriverSecond"], Second{}},
		{all["DriverBatch"], Batch{}},
		{all["DriverAccess"], Access{}},
		{all["DriverSocket"], Socket{}},
		{all["DriverTls"], TLS{}},
		{all["DriverReport"], Report{}},
		{all["DriverTally"], Tally{}},
		{all["DriverSample"], RequestSample{}},
		{all["ProcessUse"], ProcessUse{}},
		{ofKind(t, from, "connected"), Connected{}},
		{ofKind(t, from, "measuring"), Measuring{}},
		{ofKind(t, from, "report"), Reporting{}},
		{ofKind(t, from, "measured"), Measured{}},
		{ofKind(t, from, "ended"), Ended{}},
		{ofKind(t, from, "refused"), Refused{}},
	} {
		of := reflect.TypeOf(each.of)
		inSchema, inGo := properties(each.part), fields(of)
		for name, kind := range inGo {
			property, isKnown := inSchema[name]
			if !isKnown {
				t.Errorf("%s.%s is not in the schema", of.Name(), name)
			}
			for _, named := range types(property) {
				if !slices.Contains(jsonTypes(kind), named) && named != "null" {
					t.Errorf("%s.%s is a %s in the schema and %s in Go", of.Name(), name, named, kind)
				}
			}
		}
		for name := range inSchema {
			if _, isKnown := inGo[name]; !isKnown {
				t.Errorf("%s has no %s", of.Name(), name)
			}
		}
	}
}
