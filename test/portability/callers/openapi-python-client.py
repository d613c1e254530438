"""Makes the calls of calls.ts with a client made by openapi-python-client."""

import json
import os

from contacts_api_client import AuthenticatedClient, models
from contacts_api_client.api.contacts import batch_contacts, get_contact, update_contact
from contacts_api_client.api.events import list_events

env = os.environ


def client(variable):
    return AuthenticatedClient(base_url=env[variable], token=env["CONTACTS_API_KEY"])


def error_of(response):
    return [int(response.status_code), response.parsed.error.code]


api = client("CONTACTS_BASE_URL")

batch = models.BatchContactsRequest(
    contacts=[
        models.BatchContact(name="Delfina Ríos", email=env["EMAIL"], phone="+54 11 5555-0101"),
        models.BatchContact(email="x" + env["EMAIL"]),  # a new contact needs a name
    ]
)
created, failed = batch_contacts.sync(client=api, body=batch).data.results
print("batch", json.dumps([created.status, failed.status, failed.error.code]))

events = list_events.sync(client=client("FUTURE_URL")).data
emails = [event.data.email for event in events if isinstance(event, models.ContactCreatedEvent)]
print("events", json.dumps([[event.type_ for event in events], emails[0]]))

print("missing", json.dumps(error_of(get_contact.sync_detailed(env["MISSING_ID"], client=api))))

id = created.contact.id
both = models.UpdateContactRequest(tags=["vip"], add_tags=["vip"])
print("invalid", json.dumps(error_of(update_contact.sync_detailed(id, client=api, body=both))))

changed = update_contact.sync(id, client=api, body=models.UpdateContactRequest(phone=None))
print("clear", json.dumps([created.contact.phone, changed.data.phone]))
