/**
 * A consumer of release 1.0.0. It is never edited: what compiled against a release compiles against all that follow,
 * until the major version changes. A release that adds to the client adds a file of its own.
 */
import {
  CallError,
  ConflictError,
  createClient,
  isApiError,
  isCallError,
  RateLimitedError,
  type Article,
  type Client,
  type ClientOptions,
  type Contact,
  type CreateContactRequest,
  type Conversation,
  type Event,
  type Hooks,
  type Message,
  type Ticket,
} from "../../client/index.ts";

const hooks: Hooks = {
  request: ({ method, url, headers }) =>
    (headers["X-Trace"] = `${method} ${url}`),
  response: ({ status }, { url }) => console.log(status, url),
  retry: ({ attempt, delay, error, response }) =>
    console.log(attempt, delay, error?.code, response?.status),
};
const options: ClientOptions = {
  apiKey: "contacts_live_x",
  baseUrl: "http://127.0.0.1:3000",
  fetch: (url, init) => fetch(url, init),
  timeout: 1,
  totalTimeout: 1,
  retries: 1,
  hooks,
};
export const api: Client = createClient(options);
const { signal } = new AbortController();

export async function contacts(): Promise<[Contact, string[], boolean]> {
  const body: CreateContactRequest = {
    name: "x",
    email: "x@example.com",
    phone: "x",
    company: "x",
    country: "x",
    tags: ["x"],
    custom_fields: { text: "x", number: 1 },
  };
  const { contact, created } = await api.contacts.createOrGet(body, { signal });
  const { conversations, tickets } = await api.contacts.get(contact.id);
  const { data, next_cursor, has_more } = await api.contacts.list({
    q: "x",
    limit: 1,
    cursor: contact.id,
  });
  for await (const {
    id,
    name,
    email,
    vip,
    lifecycle,
    source,
    tags,
  } of api.contacts.list({}, { signal })) {
    console.log(
      id,
      name,
      email,
      vip,
      lifecycle,
      source,
      tags,
      data,
      next_cursor,
      has_more,
    );
  }
  return [
    await api.contacts.create(body),
    [...conversations, ...tickets].map(({ id }) => id),
    created,
  ];
}

export async function result(): Promise<string> {
  const made = await api.contacts
    .create({ name: "x", email: "x@example.com" })
    .result();
  if (made.ok) return made.data.id;
  if (made.status === 409)
    return isApiError(made.error, "conflict")
      ? made.error.body.error.contact_id
      : "";
  if (made.status === 422)
    return made.error.details
      .map(({ path, message }) => `${path.join(".")}${message}`)
      .join();
  if (made.status === undefined) return made.error.code;
  return made.error.requestId ?? `${made.error.method} ${made.error.url}`;
}

export function errors(error: unknown): string | number | undefined {
  if (error instanceof ConflictError) return error.body.error.contact_id;
  if (error instanceof RateLimitedError) return error.status satisfies 429;
  if (isApiError(error, "forbidden")) return error.body.error.required_scope;
  if (isCallError(error)) return (error satisfies CallError).status;
  return undefined;
}

export async function team(
  contact_id: string,
): Promise<[Conversation, Message, Ticket, Article]> {
  const once = { idempotencyKey: "once", signal };
  const { id } = await api.conversations.create(
    { contact_id, subject: "x", body: "x", author_type: "team" },
    once,
  );
  const message = await api.conversations.messages.create(
    id,
    { body: "x", author_type: "contact" },
    once,
  );
  const ticket = await api.tickets.create(
    {
      contact_id,
      conversation_id: id,
      subject: "x",
      description: "x",
      priority: "high",
      tags: [],
      custom_fields: {},
    },
    once,
  );
  for await (const { author, body } of api.conversations.messages.list(id))
    console.log(author.type, author.name, body);
  await api.conversations.list({ contact_id, status: "open" });
  await api.tickets.list({ contact_id, status: "solved" });
  const { data } = await api.articles.list({ q: "x", category: "x" });
  return [
    await api.conversations.get(id),
    message,
    await api.tickets.get(ticket.id),
    await api.articles.get(data[0]?.id ?? ""),
  ];
}

export async function feed(cursor: string): Promise<Event | undefined> {
  for await (const event of api.events.follow(
    { cursor, types: ["contact.created"] },
    { interval: 1, signal },
  )) {
    if (event.type === "contact.created") console.log(event.data.email);
    return api.events.get(event.id);
  }
  return undefined;
}

export async function raw(): Promise<string | undefined> {
  const { data, error } = await createClient(options).raw.GET("/v1/contacts", {
    params: { query: { limit: 1 } },
  });
  return data?.data[0]?.id ?? error?.error.code;
}
