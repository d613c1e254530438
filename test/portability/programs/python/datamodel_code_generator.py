"""Reads what the server sends with models made by datamodel-code-generator (Pydantic), and writes what is sent to it."""

import json
import os
from pathlib import Path

import httpx
from answers import answer, model_of
from client import models

env = os.environ
headers = {"Authorization": f"Bearer {env['API_KEY']}"}
kinds = {
    "contact.deleted": models.ContactDeletedEvent,
    "contact": models.ContactEvent,
    "conversation": models.ConversationEvent,
    "message": models.MessageEvent,
    "ticket": models.TicketEvent,
    "article": models.ArticleEvent,
    "webhook": models.TestEvent,
}


def get(path, model, server="BASE_URL"):
    return model.model_validate_json(httpx.get(env[server] + path, headers=headers).text).model_dump_json()


def create(model=models.ContactResponse, **fields):
    body = models.CreateContactRequest(**fields).model_dump_json(exclude_unset=True)
    sent = {**headers, "Content-Type": "application/json"}
    response = httpx.post(f"{env['BASE_URL']}/v1/contacts", headers=sent, content=body)
    return model.model_validate_json(response.text).model_dump_json(exclude_unset=True)


def pages():
    first = models.ContactPage.model_validate_json(get("/v1/contacts?q=portela&limit=2", models.ContactPage))
    cursor = first.model_dump()["next_cursor"]
    second = get(f"/v1/contacts?q=portela&limit=2&cursor={cursor}", models.ContactPage)
    return f"[{first.model_dump_json()},{second}]"


def typed(text):
    """Reads an event as its type says, as a receiver of webhooks does."""
    return model_of(json.loads(text)["type"], kinds).model_validate_json(text).model_dump_json()


def webhooks():
    return f"[{','.join(typed(file.read_text()) for file in sorted(Path(env['EXAMPLES']).iterdir()))}]"


fields = {
    "name": env["NAME"],
    "email": f"pydantic.{env['RUN']}@example.com",
    "tags": ["mayorista", "vip"],
    "custom_fields": json.loads(env["CUSTOM_FIELDS"]),
}
conflict = {"name": "Portela", "email": "portela.0@example.com", "model": models.ErrorResponse}
answer("list", pages)
answer("create", lambda: create(**fields))
answer("conflict", lambda: create(**conflict))
answer("contact", lambda: get(f"/v1/contacts/{env['CONTACT_ID']}", models.ContactDetailResponse, "FUTURE_URL"))
answer("events", lambda: get("/v1/events", models.EventPage, "FUTURE_URL"))
answer("webhooks", webhooks)
