// Asks a client made by openapi-generator (go) the questions of the harness.
package main

import (
	"context"
	"errors"
	"os"
	"strconv"

	client "portability/client"
)

func connect(url string) (*client.APIClient, context.Context) {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv(url)}}
	return client.NewAPIClient(configuration),
		context.WithValue(context.Background(), client.ContextAccessToken, os.Getenv("API_KEY"))
}

func main() {
	here, ctx := connect("BASE_URL")
	future, _ := connect("FUTURE_URL")
	id := os.Getenv("CONTACT_ID")
	create := func(request *client.CreateContactRequest) (any, error) {
		created, _, err := here.ContactsAPI.CreateContact(ctx).CreateContactRequest(*request).Execute()
		return created, err
	}

	answer("list", func(string) (any, error) {
		first, _, err := here.ContactsAPI.ListContacts(ctx).Q("portela").Limit(2).Execute()
		if err != nil {
			return nil, err
		}
		second, _, err := here.ContactsAPI.ListContacts(ctx).Q("portela").Limit(2).Cursor(first.GetNextCursor()).Execute()
		return []any{first, second}, err
	})
	answer("create", func(email string) (any, error) {
		request := client.NewCreateContactRequest("Ada", email)
		request.SetTags([]string{"mayorista", "vip"})
		return create(request)
	})
	answer("get", func(string) (any, error) {
		contact, _, err := here.ContactsAPI.GetContact(ctx, id).Execute()
		return contact, err
	})
	answer("conflict", func(string) (any, error) {
		_, err := create(client.NewCreateContactRequest("Portela", "portela.0@example.com"))
		var failed *client.GenericOpenAPIError
		if !errors.As(err, &failed) {
			return nil, err
		}
		model, ok := failed.Model().(client.ErrorResponse)
		if !ok {
			return nil, errors.New("the error has no model: " + string(failed.Body()))
		}
		return model, nil
	})
	limit, _ := strconv.Atoi(os.Getenv("EVENTS"))
	answer("events", func(string) (any, error) {
		page, _, err := here.EventsAPI.ListEvents(ctx).Limit(int32(limit)).Execute()
		return page, err
	})
	answer("unknown", func(string) (any, error) {
		page, _, err := future.EventsAPI.ListEvents(ctx).Execute()
		return page, err
	})
	answer("added", func(string) (any, error) {
		contact, _, err := future.ContactsAPI.GetContact(ctx, id).Execute()
		return contact, err
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
		return create(client.NewCreateContactRequest(os.Getenv("NAME"), email))
	})
	answer("numbers", func(email string) (any, error) {
		request := client.NewCreateContactRequest("Ada", email)
		request.SetCustomFields(customFields())
		return create(request)
	})
}
