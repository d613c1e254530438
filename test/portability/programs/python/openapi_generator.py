"""Asks a client made by openapi-generator (python) the questions of the harness."""

import json
import os
from pathlib import Path

from answers import answer, model_of
from openapi_client import ApiClient, Configuration, ContactsApi, EventsApi
from openapi_client.exceptions import ApiException
from openapi_client.models import (
    ArticleEvent,
    ContactDeletedEvent,
    ContactEvent,
    ConversationEvent,
    CreateContactRequest,
    ErrorResponse,
    MessageEvent,
    TestEvent,
    TicketEvent,
)

env = os.environ
key = env["API_KEY"]


def client(url):
    return ApiClient(Configuration(host=url, access_token=key))


here, future = client(env["BASE_URL"]), client(env["FUTURE_URL"])
contacts = ContactsApi(here)

models = {
    "contact.deleted": ContactDeletedEvent,
    "contact": ContactEvent,
    "conversation": ConversationEvent,
    "message": MessageEvent,
    "ticket": TicketEvent,
    "article": ArticleEvent,
    "webhook": TestEvent,
}


def pages():
    first = contacts.list_contacts(q="portela", limit=2)
    second = contacts.list_contacts(q="portela", limit=2, cursor=first.next_cursor)
    return f"[{first.to_json()},{second.to_json()}]"


def create(**fields):
    return contacts.create_contact(CreateContactRequest(**fields)).to_json()


def conflict():
    try:
        create(name="Portela Uno", email="portela.0@example.com")
    except ApiException as error:
        return ErrorResponse.from_json(error.body).to_json()
    raise AssertionError("no conflict")


def typed(event):
    """Reads an event as its type says, as a receiver of webhooks does."""
    model = model_of(event["type"], models)
    return model.from_json(json.dumps(event)).to_json()


def webhooks():
    files = sorted(Path(env["EXAMPLES"]).iterdir())
    return f"[{','.join(typed(json.loads(file.read_text())) for file in files)}]"


fields = {
    "name": env["NAME"],
    "email": f"python.{env['RUN']}@example.com",
    "tags": ["mayorista", "vip"],
    "custom_fields": json.loads(env["CUSTOM_FIELDS"]),
}
answer("list", pages)
answer("create", lambda: create(**fields))
answer("conflict", conflict)
answer("contact", lambda: ContactsApi(future).get_contact(env["CONTACT_ID"]).to_json())
answer("events", lambda: EventsApi(future).list_events().to_json())
answer("webhooks", webhooks)
