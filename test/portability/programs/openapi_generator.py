"""Asks a client made by openapi-generator (python) the questions of questions.ts."""

import json
import os
from pathlib import Path

from openapi_client import ApiClient, Configuration, ContactsApi, EventsApi, models
from openapi_client.exceptions import ApiException

env = os.environ


def client(url):
    return ApiClient(Configuration(host=env[url], access_token=env["CONTACTS_API_KEY"]))


contacts = ContactsApi(client("CONTACTS_BASE_URL"))
future = client("FUTURE_URL")


def answer(question, ask):
    """Prints what `ask` gives, which is JSON, or what went wrong."""
    try:
        print(question, "ok", ask())
    except Exception as error:
        print(question, "failed", type(error).__name__, " ".join(str(error).split())[:300])


def pages():
    first = contacts.list_contacts(q="portela", limit=2)
    second = contacts.list_contacts(q="portela", limit=2, cursor=first.next_cursor)
    return f"[{first.to_json()},{second.to_json()}]"


def create(**fields):
    return contacts.create_contact(models.CreateContactRequest(**fields)).to_json()


def conflict():
    try:
        create(name="Portela Uno", email=env["TAKEN_EMAIL"])
    except ApiException as error:
        return models.ErrorResponse.from_json(error.body).to_json()
    raise AssertionError("no conflict")


def model_of(type):
    """The model of an event of this type."""
    words = "".join(word.capitalize() for word in type.split("."))
    others = {"message.created": "MessageEvent", "webhook.test": "TestEvent"}
    return getattr(models, others.get(type, f"{words}Event"))


def webhooks():
    """Each example of the webhooks, read as its type says, as a receiver of webhooks does, and written again."""
    texts = [file.read_text() for file in sorted(Path(env["EXAMPLES"]).iterdir())]
    return f"[{','.join(model_of(json.loads(text)['type']).from_json(text).to_json() for text in texts)}]"


custom_fields = json.loads(env["CUSTOM_FIELDS"])
sent = {"name": env["NAME"], "email": env["EMAIL"], "tags": ["mayorista", "vip"], "custom_fields": custom_fields}
answer("list", pages)
answer("create", lambda: create(**sent))
answer("conflict", conflict)
answer("contact", lambda: ContactsApi(future).get_contact(env["CONTACT_ID"]).to_json())
answer("events", lambda: EventsApi(future).list_events().to_json())
answer("webhooks", webhooks)
