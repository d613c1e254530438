// @ts-nocheck contacts-client is installed where this runs
import { createClient, isApiError } from "contacts-client";
import { signTestWebhook, verifyWebhook } from "contacts-client/webhooks";

/** What every runtime does with the package: creations, pages, a declared error, and a webhook of its own. */
export async function program(baseUrl, apiKey) {
  const api = createClient({ baseUrl, apiKey });
  const { contact } = await api.contacts.createOrGet({
    name: "Ana",
    email: "ana@example.com",
  });
  const names = (
    await api.contacts.list({ limit: 1 }).toArray({ limit: 5 })
  ).map(({ name }) => name);
  const code = await api.contacts
    .get("nobody")
    .catch((error) => isApiError(error, "not_found") && error.code);
  const secret = `whsec_${btoa("0123456789abcdef0123456789abcdef")}`;
  const { headers, body } = await signTestWebhook(
    { id: "evt_1", type: "contact.created", data: contact },
    secret,
  );
  const event = await verifyWebhook(headers, body, secret);
  // Nobody listens there. What a runtime's fetch throws may hold the address.
  const gone = createClient({
    baseUrl: "http://127.0.0.1:59",
    apiKey,
    retries: 0,
  });
  const error = await gone.contacts
    .list({ q: "ana@example.com" })
    .catch((thrown) => thrown);
  return [
    contact.name,
    names.includes("Ana"),
    code,
    event.id,
    error.name,
    /ana(@|%40)/.test(textOf(error)),
  ].join(" ");
}

/** All that an error and its causes can show. */
function textOf(error) {
  if (!(error instanceof Error)) return "";
  const texts = Object.getOwnPropertyNames(error).map((name) =>
    String(error[name]),
  );
  return texts.join() + textOf(error.cause);
}
