package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// answer prints what a question gives as JSON, or the first line of what went wrong.
func answer(question string, ask func(email string) (any, error)) {
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Println(question, "failed", fault)
		}
	}()
	value, err := ask(question + "." + os.Getenv("RUN") + "@example.com")
	text := []byte{}
	if err == nil {
		text, err = json.Marshal(value)
	}
	if err != nil {
		fmt.Println(question, "failed", strings.Join(strings.Fields(err.Error()), " "))
		return
	}
	fmt.Println(question, "ok", string(text))
}

// eachExample decodes every example of the webhooks as its type says. models has a new value for each type,
// or for the first word of the types that share a schema.
func eachExample(models map[string]func() any) (any, error) {
	files, err := filepath.Glob(filepath.Join(os.Getenv("EXAMPLES"), "*"))
	events := []any{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var head struct{ Type string }
		if err := json.Unmarshal(text, &head); err != nil {
			return nil, err
		}
		model, ok := models[head.Type]
		if !ok {
			model = models[strings.Split(head.Type, ".")[0]]
		}
		event := model()
		if err := json.Unmarshal(text, event); err != nil {
			return nil, err
		}
		events = append(events, event)
	}
	return events, err
}

func customFields() (fields map[string]any) {
	if err := json.Unmarshal([]byte(os.Getenv("CUSTOM_FIELDS")), &fields); err != nil {
		panic(err)
	}
	return fields
}
