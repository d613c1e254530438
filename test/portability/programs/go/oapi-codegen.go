// Asks a client made by oapi-codegen the questions of the harness.
package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"strconv"

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

// given is what a response has for the status that was hoped for, or an error with the body that came instead.
func given[T any](value *T, body []byte, err error) (any, error) {
	if err == nil && value == nil {
		err = errors.New(string(body))
	}
	return value, err
}

func pointer[T any](value T) *T { return &value }

func main() {
	ctx := context.Background()
	here, future := connect("BASE_URL"), connect("FUTURE_URL")
	id := os.Getenv("CONTACT_ID")
	create := func(request client.CreateContactRequest) (any, error) {
		response, err := here.CreateContactWithResponse(ctx, &client.CreateContactParams{}, request)
		if err != nil {
			return nil, err
		}
		return given(response.JSON201, response.Body, err)
	}

	answer("list", func(string) (any, error) {
		first, err := here.ListContactsWithResponse(ctx, &client.ListContactsParams{Q: pointer("portela"), Limit: pointer[int32](2)})
		if err != nil || first.JSON200 == nil {
			return nil, errors.Join(err, errors.New("no page"))
		}
		second, err := here.ListContactsWithResponse(ctx, &client.ListContactsParams{
			Q: pointer("portela"), Limit: pointer[int32](2), Cursor: first.JSON200.NextCursor,
		})
		if err != nil {
			return nil, err
		}
		return []any{first.JSON200, second.JSON200}, nil
	})
	answer("create", func(email string) (any, error) {
		return create(client.CreateContactRequest{
			Name: "Ada", Email: openapi_types.Email(email), Tags: &[]string{"mayorista", "vip"},
		})
	})
	answer("get", func(string) (any, error) {
		response, err := here.GetContactWithResponse(ctx, id, &client.GetContactParams{})
		if err != nil {
			return nil, err
		}
		return given(response.JSON200, response.Body, err)
	})
	answer("conflict", func(string) (any, error) {
		response, err := here.CreateContactWithResponse(ctx, &client.CreateContactParams{}, client.CreateContactRequest{Name: "Portela", Email: "portela.0@example.com"})
		if err != nil {
			return nil, err
		}
		return given(response.JSON409, response.Body, err)
	})
	events := func(api *client.ClientWithResponses, parameters client.ListEventsParams) (any, error) {
		response, err := api.ListEventsWithResponse(ctx, &parameters)
		if err != nil {
			return nil, err
		}
		return given(response.JSON200, response.Body, err)
	}
	limit, _ := strconv.Atoi(os.Getenv("EVENTS"))
	answer("events", func(string) (any, error) {
		return events(here, client.ListEventsParams{Limit: pointer(int32(limit))})
	})
	answer("unknown", func(string) (any, error) { return events(future, client.ListEventsParams{}) })
	answer("added", func(string) (any, error) {
		response, err := future.GetContactWithResponse(ctx, id, &client.GetContactParams{})
		if err != nil {
			return nil, err
		}
		return given(response.JSON200, response.Body, err)
	})
	answer("webhooks", func(string) (any, error) {
		return eachExample(map[string]func() any{
			"contact.deleted": func() any { return new(client.ContactDeletedEvent) },
			"contact":         func() any { return new(client.ContactEvent) },
			"conversation":    func() any { return new(client.ConversationEvent) },
			"message":         func() any { return new(client.MessageEvent) },
			"ticket":          func() any { return new(client.TicketEvent) },
			"article":         func() any { return new(client.ArticleEvent) },
			"webhook":         func() any { return new(client.TestEvent) },
		})
	})
	answer("names", func(email string) (any, error) {
		return create(client.CreateContactRequest{Name: os.Getenv("NAME"), Email: openapi_types.Email(email)})
	})
	answer("numbers", func(email string) (any, error) {
		fields := client.CustomFields(customFields())
		return create(client.CreateContactRequest{Name: "Ada", Email: openapi_types.Email(email), CustomFields: &fields})
	})
}
