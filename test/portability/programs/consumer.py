"""A caller that was written with the client of 1.2.0, and names the errors 401, 403 and 429."""

from http import HTTPStatus

from contacts_client import AuthenticatedClient
from contacts_client.api.contacts import create_contact, list_contacts
from contacts_client.models import ContactPage, CreateContactRequest, ErrorResponse


def names(client: AuthenticatedClient) -> list[str]:
    response = list_contacts.sync_detailed(client=client, limit=100)
    if isinstance(response.parsed, ContactPage):
        return [contact.name for contact in response.parsed.data]
    if isinstance(response.parsed, ErrorResponse):
        code: str = response.parsed.error.code
        if response.status_code == HTTPStatus.UNAUTHORIZED and code == "unauthorized":
            raise PermissionError("a new key is needed")
        if response.status_code == HTTPStatus.FORBIDDEN and code == "forbidden":
            raise PermissionError(response.parsed.error.message)
        if response.status_code == HTTPStatus.TOO_MANY_REQUESTS:
            raise TimeoutError(response.headers["Retry-After"])
    raise RuntimeError(response.status_code)


def create(client: AuthenticatedClient, name: str, email: str) -> str:
    body = CreateContactRequest(name=name, email=email)
    result = create_contact.sync(client=client, body=body)
    if result is None or isinstance(result, ErrorResponse):
        raise RuntimeError("not created")
    return result.data.id
