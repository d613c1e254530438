"""Asks a client made by openapi-python-client the questions of the harness."""

import json
import os
from pathlib import Path

from answers import answer, model_of
from contacts_api_client import AuthenticatedClient
from contacts_api_client.api.contacts import create_contact, get_contact, list_contacts
from contacts_api_client.api.events import list_events
from contacts_api_client.models import (
    ArticleEvent,
    ContactDeletedEvent,
    ContactEvent,
    ConversationEvent,
    CreateContactRequest,
    CustomFields,
    ErrorResponse,
    MessageEvent,
    TestEvent,
    TicketEvent,
)

env = os.environ
here = AuthenticatedClient(base_url=env["BASE_URL"], token=env["API_KEY"])
future = AuthenticatedClient(base_url=env["FUTURE_URL"], token=env["API_KEY"])
models = {
    "contact.deleted": ContactDeletedEvent,
    "contact": ContactEvent,
    "conversation": ConversationEvent,
    "message": MessageEvent,
    "ticket": TicketEvent,
    "article": ArticleEvent,
    "webhook": TestEvent,
}


def encode(value) -> str:
    return json.dumps(value.to_dict())


def pages() -> str:
    first = list_contacts.sync(client=here, q="portela", limit=2)
    assert first is not None and not isinstance(first, ErrorResponse) and first.next_cursor is not None
    second = list_contacts.sync(client=here, q="portela", limit=2, cursor=first.next_cursor)
    return f"[{encode(first)},{encode(second)}]"


def create(request: CreateContactRequest) -> str:
    return encode(create_contact.sync(client=here, body=request))


def typed(event: dict) -> str:
    """Reads an event as its type says, as a receiver of webhooks does."""
    return encode(model_of(event["type"], models).from_dict(event))


def webhooks() -> str:
    files = sorted(Path(env["EXAMPLES"]).iterdir())
    return f"[{','.join(typed(json.loads(file.read_text())) for file in files)}]"


request = CreateContactRequest(
    name=env["NAME"],
    email=f"opc.{env['RUN']}@example.com",
    tags=["mayorista", "vip"],
    custom_fields=CustomFields.from_dict(json.loads(env["CUSTOM_FIELDS"])),
)
answer("list", pages)
answer("create", lambda: create(request))
answer("conflict", lambda: create(CreateContactRequest(name="Portela", email="portela.0@example.com")))
answer("contact", lambda: encode(get_contact.sync(client=future, id=env["CONTACT_ID"])))
answer("events", lambda: encode(list_events.sync(client=future)))
answer("webhooks", webhooks)
