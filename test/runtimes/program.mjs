// @ts-nocheck contacts-client is installed where this runs
import { createClient, isApiError } from "contacts-client";
import { signTestWebhook, verifyWebhook } from "contacts-client/webhooks";

/** What every runtime does with the package: creations, pages, a declared error, and a webhook of its own. */
export async function program(baseUrl, apiKey) {
  const api = createClient({ baseUrl, apiKey });
  const { contact } = await api.contacts.createOrGet({ name: "Ana", email: "ana@example.com" });
  const names = (await api.contacts.list({ limit: 1 }).toArray({ limit: 5 })).map(({ name }) => name);
  const code = await api.contacts
    .get("nobody")
    .catch((error) => isApiError(error, "not_found") && error.code);
  const secret = `whsec_${btoa("0123456789abcdef0123456789abcdef")}`;
  const { headers, body } = await signTestWebhook(
    { id: "evt_1", type: "contact.created", data: contact },
    secret,
  );
  const event = await verifyWebhook(headers, body, secret);
  return [contact.name, names.includes("Ana"), code, event.id].join(" ");
}
