"""Asks a client made by openapi-python-client the questions of the harness."""

import json

from answers import answer, env, fields, webhooks
from contacts_api_client import AuthenticatedClient, models
from contacts_api_client.api.contacts import create_contact, get_contact, list_contacts
from contacts_api_client.api.events import list_events

here = AuthenticatedClient(base_url=env["BASE_URL"], token=env["API_KEY"])
future = AuthenticatedClient(base_url=env["FUTURE_URL"], token=env["API_KEY"])


def encode(value):
    return json.dumps(value.to_dict())


def pages():
    first = list_contacts.sync(client=here, q="portela", limit=2)
    second = list_contacts.sync(client=here, q="portela", limit=2, cursor=first.next_cursor)
    return f"[{encode(first)},{encode(second)}]"


def create(**fields):
    return encode(create_contact.sync(client=here, body=models.CreateContactRequest(**fields)))


custom_fields = models.CustomFields.from_dict(fields["custom_fields"])
answer("list", pages)
answer("create", lambda: create(**{**fields, "custom_fields": custom_fields}))
answer("conflict", lambda: create(name="Portela", email="portela.0@example.com"))
answer("contact", lambda: encode(get_contact.sync(client=future, id=env["CONTACT_ID"])))
answer("events", lambda: encode(list_events.sync(client=future)))
answer("webhooks", lambda: webhooks(models, lambda model, text: encode(model.from_dict(json.loads(text)))))
