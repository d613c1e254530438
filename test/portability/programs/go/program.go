// Asks a client made by oapi-codegen the questions of the harness.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	openapi_types "github.com/oapi-codegen/runtime/types"
	"portability/client"
)

func connect(url string) *client.ClientWithResponses {
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
		return nil
	}
	api, err := client.NewClientWithResponses(os.Getenv(url), client.WithRequestEditorFn(withKey))
	if err != nil {
		panic(err)
	}
	return api
}

// answer prints what a question gives as JSON, or the first line of what went wrong.
func answer(question string, value any, err error) {
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

// given is what a response has for the expected status, or an error with the body that came instead.
func given[T any](value *T, body []byte) (any, error) {
	if value == nil {
		return nil, errors.New(string(body))
	}
	return value, nil
}

func pointer[T any](value T) *T { return &value }

var (
	ctx    = context.Background()
	here   = connect("BASE_URL")
	future = connect("FUTURE_URL")
)

func list() (any, error) {
	query := client.ListContactsParams{Q: pointer("portela"), Limit: pointer[int32](2)}
	first, err := here.ListContactsWithResponse(ctx, &query)
	if err != nil || first.JSON200 == nil {
		return nil, errors.Join(err, errors.New("no page"))
	}
	query.Cursor = first.JSON200.NextCursor
	second, err := here.ListContactsWithResponse(ctx, &query)
	if err != nil {
		return nil, err
	}
	return []any{first.JSON200, second.JSON200}, nil
}

func create(request client.CreateContactRequest) (*client.CreateContactResponse, error) {
	return here.CreateContactWithResponse(ctx, &client.CreateContactParams{}, request)
}

func createContact() (any, error) {
	var fields client.CustomFields
	if err := json.Unmarshal([]byte(os.Getenv("CUSTOM_FIELDS")), &fields); err != nil {
		return nil, err
	}
	response, err := create(client.CreateContactRequest{
		Name: os.Getenv("NAME"), Email: openapi_types.Email("create." + os.Getenv("RUN") + "@example.com"),
		Tags: &[]string{"mayorista", "vip"}, CustomFields: &fields,
	})
	if err != nil {
		return nil, err
	}
	return given(response.JSON201, response.Body)
}

func conflict() (any, error) {
	response, err := create(client.CreateContactRequest{Name: "Portela", Email: "portela.0@example.com"})
	if err != nil {
		return nil, err
	}
	return given(response.JSON409, response.Body)
}

func contact() (any, error) {
	response, err := future.GetContactWithResponse(ctx, os.Getenv("CONTACT_ID"), &client.GetContactParams{})
	if err != nil {
		return nil, err
	}
	return given(response.JSON200, response.Body)
}

func events() (any, error) {
	response, err := future.ListEventsWithResponse(ctx, &client.ListEventsParams{})
	if err != nil {
		return nil, err
	}
	return given(response.JSON200, response.Body)
}

// modelOf is a new value of an event: of its type, or of the first word of the types that share a schema.
func modelOf(kind string) any {
	if kind == "contact.deleted" {
		return new(client.ContactDeletedEvent)
	}
	return map[string]any{
		"contact":      new(client.ContactEvent),
		"conversation": new(client.ConversationEvent),
		"message":      new(client.MessageEvent),
		"ticket":       new(client.TicketEvent),
		"article":      new(client.ArticleEvent),
		"webhook":      new(client.TestEvent),
	}[strings.Split(kind, ".")[0]]
}

// webhooks decodes every example as its type says.
func webhooks() (any, error) {
	files, err := filepath.Glob(filepath.Join(os.Getenv("EXAMPLES"), "*"))
	examples := []any{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var head struct{ Type string }
		if err := json.Unmarshal(text, &head); err != nil {
			return nil, err
		}
		event := modelOf(head.Type)
		if err := json.Unmarshal(text, event); err != nil {
			return nil, err
		}
		examples = append(examples, event)
	}
	return examples, err
}

func main() {
	for question, ask := range map[string]func() (any, error){
		"list": list, "create": createContact, "conflict": conflict, "contact": contact, "events": events, "webhooks": webhooks,
	} {
		value, err := ask()
		answer(question, value, err)
	}
}
