"""Asks a client made by openapi-generator (python) the questions of the harness."""

from answers import answer, env, fields, webhooks
from openapi_client import ApiClient, Configuration, ContactsApi, EventsApi, models
from openapi_client.exceptions import ApiException


def client(url):
    return ApiClient(Configuration(host=env[url], access_token=env["API_KEY"]))


contacts = ContactsApi(client("BASE_URL"))
future = client("FUTURE_URL")


def pages():
    first = contacts.list_contacts(q="portela", limit=2)
    second = contacts.list_contacts(q="portela", limit=2, cursor=first.next_cursor)
    return f"[{first.to_json()},{second.to_json()}]"


def create(**fields):
    return contacts.create_contact(models.CreateContactRequest(**fields)).to_json()


def conflict():
    try:
        create(name="Portela Uno", email="portela.0@example.com")
    except ApiException as error:
        return models.ErrorResponse.from_json(error.body).to_json()
    raise AssertionError("no conflict")


answer("list", pages)
answer("create", lambda: create(**fields))
answer("conflict", conflict)
answer("contact", lambda: ContactsApi(future).get_contact(env["CONTACT_ID"]).to_json())
answer("events", lambda: EventsApi(future).list_events().to_json())
answer("webhooks", lambda: webhooks(models, lambda model, text: model.from_json(text).to_json()))
