/** A consumer of release 1.2.0, for what that release added. Its code is never edited, as that of 1.0.0. */
import {
  ConnectionError,
  createClient,
  isApiError,
  isCallError,
  TimeoutError,
  UnexpectedResponseError,
  type Contact,
  type Event,
  type Result,
  type UnknownEvent,
} from "../../client/index.ts";
import { createMessenger } from "../../client/messenger.ts";
import {
  verifyWebhookSync,
  WebhookVerificationError,
} from "../../client/webhooks/node.ts";

const api = createClient({ apiKey: "contacts_live_x", retries: 0 });

export async function keep(id: string, etag: string): Promise<string> {
  const found = api.contacts.list({ external_id: "x" });
  for await (const { external_id } of found) console.log(external_id);
  const { data, response } = await api.contacts
    .update(
      id,
      { external_id: null, add_tags: ["x"], remove_tags: ["y"] },
      { headers: { "If-Match": etag } },
    )
    .withResponse();
  await api.tickets.update(id, { add_tags: ["x"], remove_tags: [] });
  const { results } = await api.contacts.batch({
    contacts: [
      { id, add_tags: ["x"] },
      { external_id: "x", name: "x" },
    ],
  });
  console.log(data.id, results.map(({ error }) => error?.code).join());
  return response.headers.get("ETag") ?? "";
}

export async function outcome(id: string): Promise<string | undefined> {
  const result: Result<Contact, "updateContact"> = await api.contacts
    .update(id, { name: "x" })
    .result();
  if (result.ok) return result.data.id;
  if (result.status === 412) return result.error.code;
  return result.error.message;
}

export function errors(error: unknown): string | undefined {
  if (isApiError(error, "validation_error"))
    return error.details.map(({ reason }) => reason).join();
  if (isApiError(error, "path_not_found")) return error.requestId;
  if (isApiError(error, "precondition_failed")) return error.code;
  if (error instanceof ConnectionError || error instanceof TimeoutError)
    return error.code;
  if (error instanceof UnexpectedResponseError) return error.message;
  return isCallError(error) ? error.url : undefined;
}

export async function read(
  save: (cursor: string) => Promise<void>,
): Promise<void> {
  const { next_cursor } = await api.events.list({ cursor: "newest" });
  console.log(next_cursor);
  for await (const event of api.events.follow({ types: ["contact.created"] })) {
    const known: Event | UnknownEvent = event;
    await save(known.id);
  }
}

export function receive(headers: Headers, body: string): string | undefined {
  try {
    return verifyWebhookSync(headers, body, "whsec_x").type;
  } catch (error) {
    return error instanceof WebhookVerificationError
      ? error.message
      : undefined;
  }
}

export const visitor = (email: string) =>
  createMessenger({
    token: "contacts_public_x",
    baseUrl: "https://support.example",
  }).start({
    name: "x",
    email,
    email_signature: "x",
    email_signature_expires_at: "2026-11-23T00:00:00Z",
  });
