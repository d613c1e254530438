"""Makes the calls of calls.ts with a client made by openapi-generator (python)."""

import json
import os

from openapi_client import ApiClient, Configuration, ContactsApi, EventsApi, models
from openapi_client.exceptions import ApiException

env = os.environ


def client(variable):
    return ApiClient(Configuration(host=env[variable], access_token=env["CONTACTS_API_KEY"]))


def error_of(call):
    try:
        call()
    except ApiException as error:
        return [error.status, models.ErrorResponse.from_json(error.body).error.code]
    raise AssertionError("no error")


contacts = ContactsApi(client("CONTACTS_BASE_URL"))

batch = models.BatchContactsRequest(
    contacts=[
        models.BatchContact(name="Delfina Ríos", email=env["EMAIL"], phone="+54 11 5555-0101"),
        models.BatchContact(email="x" + env["EMAIL"]),  # a new contact needs a name
    ]
)
created, failed = contacts.batch_contacts(batch).data.results
print("batch", json.dumps([created.status, failed.status, failed.error.code]))

events = [event.actual_instance for event in EventsApi(client("FUTURE_URL")).list_events().data]
emails = [event.data.email for event in events if isinstance(event, models.ContactCreatedEvent)]
print("events", json.dumps([[event.type for event in events], emails[0]]))

print("missing", json.dumps(error_of(lambda: contacts.get_contact(env["MISSING_ID"]))))

both = models.UpdateContactRequest(tags=["vip"], add_tags=["vip"])
print("invalid", json.dumps(error_of(lambda: contacts.update_contact(created.contact.id, both))))

changed = contacts.update_contact(created.contact.id, models.UpdateContactRequest(phone=None))
print("clear", json.dumps([created.contact.phone, changed.data.phone]))
