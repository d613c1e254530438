// Package main is a caller that was written with the client of 1.2.0, and names the errors 401, 403 and 429.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"portability/contacts"
)

func names(ctx context.Context, client *contacts.ClientWithResponses) ([]string, error) {
	limit := int32(100)
	response, err := client.ListContactsWithResponse(ctx, &contacts.ListContactsParams{Limit: &limit})
	if err != nil {
		return nil, err
	}
	switch {
	case response.JSON200 != nil:
		var names []string
		for _, contact := range response.JSON200.Data {
			names = append(names, contact.Name)
		}
		return names, nil
	case response.JSON401 != nil:
		return nil, errors.New(string(response.JSON401.Error.Code))
	case response.JSON403 != nil:
		return nil, errors.New(response.JSON403.Error.Message)
	case response.JSON429 != nil:
		return nil, fmt.Errorf("%s: %s", response.JSON429.Error.Code, response.HTTPResponse.Header.Get("Retry-After"))
	}
	return nil, errors.New(response.Status())
}

func main() {
	client, err := contacts.NewClientWithResponses(os.Args[1])
	if err != nil {
		panic(err)
	}
	fmt.Println(names(context.Background(), client))
}
