/** A consumer of release 1.1.0, for what that release added. It is never edited, as that of 1.0.0. */
import {
  createClient,
  ForbiddenError,
  isApiError,
  type ApiKey,
  type Contact,
  type Conversation,
  type Event,
  type Logger,
  type Ticket,
} from "../../client/index.ts";
import { createMessenger } from "../../client/messenger.ts";
import { mockFetch } from "../../client/testing.ts";
import {
  signTestWebhook,
  verifyWebhook,
  type WebhookEvent,
} from "../../client/webhooks/index.ts";

const logger: Logger = console;
const { contacts, conversations, tickets, webhooks, me } = createClient({
  logger,
  appName: "crm/1",
});

export async function changes(
  id: string,
): Promise<[Contact, Conversation, Ticket, ApiKey]> {
  const { contact, created } = await contacts.updateOrCreate({
    name: "x",
    email: "x@example.com",
  });
  const { results } = await contacts.batch({
    contacts: [{ email: "x@example.com", tags: ["x"] }],
  });
  for (const { status, contact: one, error } of results)
    console.log(
      status satisfies string,
      one?.id,
      error?.code,
      error?.details[0]?.path,
      created,
    );
  const { deleted } = await contacts.delete(id, { timeout: 1 });
  console.log(deleted);
  return [
    await contacts.update(contact.id, {
      phone: "x",
      custom_fields: { x: null },
    }),
    await conversations.update(id, { status: "closed" }),
    await tickets.update(id, { status: "solved", priority: "high", tags: [] }),
    await me.get(),
  ];
}

export async function lists(updated_since: string): Promise<Contact[]> {
  const list = contacts.list({
    email: "x@example.com",
    tag: "x",
    lifecycle: "x",
    updated_since,
  });
  for await (const { data, has_more } of list.pages())
    console.log(data.length, has_more);
  const { response, requestId } = await tickets
    .list({ updated_since })
    .withResponse();
  console.log(response.headers, requestId);
  return list.toArray({ limit: 50 });
}

export function errors(error: unknown): readonly string[] | undefined {
  return error instanceof ForbiddenError || isApiError(error, "forbidden")
    ? error.body.error.granted_scopes
    : undefined;
}

export const gone = (event: Event): string | undefined =>
  event.type === "contact.deleted" ? event.data.id : undefined;

export async function receive(secret: string): Promise<WebhookEvent> {
  const { id } = await webhooks.create({
    url: "https://example.com",
    events: ["*"],
  });
  const { headers, body } = await signTestWebhook(
    { id, type: "webhook.test" },
    secret,
  );
  return verifyWebhook(headers, body, [
    secret,
    (await webhooks.rotateSecret(id)).secret,
  ]);
}

export async function visitor(token: string): Promise<string> {
  const fetch = mockFetch({
    "GET /v1/articles": () => ({ status: 200, body: page }),
  });
  const messenger = createMessenger({
    token,
    baseUrl: "https://support.example",
    fetch,
    retries: 0,
  });
  const {
    secret,
    conversations: own,
    articles,
  } = await messenger.start({ name: "x" });
  const { id } = await own.create({ body: "x" });
  for await (const { body } of messenger
    .resume(secret)
    .conversations.messages.list(id))
    console.log(body);
  return (await articles.list({ q: "x" })).data.join();
}
const page = { data: [], next_cursor: null, has_more: false };
