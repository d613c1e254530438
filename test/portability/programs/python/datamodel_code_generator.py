"""Reads what the server sends with models made by datamodel-code-generator (Pydantic), and writes what is sent to it."""

import httpx
from answers import answer, env, fields, webhooks
from client import models

headers = {"Authorization": f"Bearer {env['API_KEY']}"}


def reencode(model, text):
    return model.model_validate_json(text).model_dump_json()


def get(path, model, server="BASE_URL"):
    return reencode(model, httpx.get(env[server] + path, headers=headers).text)


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


conflict = {"name": "Portela", "email": "portela.0@example.com", "model": models.ErrorResponse}
answer("list", pages)
answer("create", lambda: create(**fields))
answer("conflict", lambda: create(**conflict))
answer("contact", lambda: get(f"/v1/contacts/{env['CONTACT_ID']}", models.ContactDetailResponse, "FUTURE_URL"))
answer("events", lambda: get("/v1/events", models.EventPage, "FUTURE_URL"))
answer("webhooks", lambda: webhooks(models, reencode))
