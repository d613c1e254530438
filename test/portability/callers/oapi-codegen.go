// Package main makes the calls of calls.ts with a client made by oapi-codegen.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"github.com/oapi-codegen/nullable"
	"github.com/oapi-codegen/runtime/types"

	"contacts.example/contacts"
)

var ctx = context.Background()

func clientOf(variable string) *contacts.ClientWithResponses {
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("CONTACTS_API_KEY"))
		return nil
	}
	client, err := contacts.NewClientWithResponses(os.Getenv(variable), contacts.WithRequestEditorFn(withKey))
	if err != nil {
		panic(err)
	}
	return client
}

func answer(call string, values []any, err error) {
	if err != nil {
		fmt.Println(call, "failed", err)
		return
	}
	text, _ := json.Marshal(values)
	fmt.Println(call, string(text))
}

func main() {
	client := clientOf("CONTACTS_BASE_URL")

	name, phone := "Delfina Ríos", "+54 11 5555-0101"
	email, other := types.Email(os.Getenv("EMAIL")), types.Email("x"+os.Getenv("EMAIL"))
	batch, err := client.BatchContactsWithResponse(ctx, &contacts.BatchContactsParams{}, contacts.BatchContactsRequest{
		Contacts: []contacts.BatchContact{
			{Name: &name, Email: &email, Phone: nullable.NewNullableWithValue(phone)},
			{Email: &other}, // a new contact needs a name
		},
	})
	if err != nil {
		panic(err)
	}
	results := batch.JSON200.Data.Results
	answer("batch", []any{results[0].Status, results[1].Status, results[1].Error.Code}, err)

	page, err := clientOf("FUTURE_URL").ListEventsWithResponse(ctx, &contacts.ListEventsParams{})
	if err != nil {
		panic(err)
	}
	kinds, emails := []string{}, []string{}
	for _, event := range page.JSON200.Data {
		kind, err := event.Discriminator()
		if err != nil {
			panic(err)
		}
		kinds = append(kinds, kind)
		if kind != "contact.created" {
			continue
		}
		created, err := event.AsContactCreatedEvent()
		if err != nil {
			panic(err)
		}
		emails = append(emails, string(created.Data.Email))
	}
	answer("events", []any{kinds, emails[0]}, err)

	missing, err := client.GetContactWithResponse(ctx, os.Getenv("MISSING_ID"), nil)
	answer("missing", []any{missing.StatusCode(), missing.JSON404.Error.Code}, err)

	id := results[0].Contact.Id
	tags := contacts.Tags{"vip"}
	both := contacts.UpdateContactRequest{Tags: nullable.NewNullableWithValue(tags), AddTags: &tags}
	invalid, err := client.UpdateContactWithResponse(ctx, id, nil, both)
	answer("invalid", []any{invalid.StatusCode(), invalid.JSON422.Error.Code}, err)

	cleared := contacts.UpdateContactRequest{Phone: nullable.NewNullNullable[string]()}
	changed, err := client.UpdateContactWithResponse(ctx, id, nil, cleared)
	answer("clear", []any{results[0].Contact.Phone, changed.JSON200.Data.Phone}, err)
}
