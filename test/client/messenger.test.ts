import { createHmac } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { createClient, isApiError } from "../../client/index.ts";
import { createMessenger, type MessengerOptions } from "../../client/messenger.ts";
import { credentialsOf } from "../support/world.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
const { token, signing_secret } = await credentialsOf(server, "test").token();
const api = createClient({ apiKey: await server.key(["*"]), baseUrl: server.address });

/** The headers of each request that was sent. */
const sent: Headers[] = [];
const fetch: MessengerOptions["fetch"] = (url, init) => {
  sent.push(new Headers(init.headers));
  return globalThis.fetch(url, init);
};
const messenger = createMessenger({ token, baseUrl: `${server.address}/v1/`, fetch });

test("a visitor starts a session, writes, and reads the response of the team after resuming", async () => {
  const session = await messenger.start({ name: "Bruno" });
  expect(session).toMatchObject({ object: "messenger_session", email_verified: false });
  const { id } = await session.conversations.create({ body: "¿Tienen envíos?" });
  await api.conversations.messages.create(id, { body: "Sí, a todo el país." });

  const resumed = messenger.resume(session.secret);
  await resumed.conversations.messages.create(id, { body: "¡Gracias!" });
  const messages = await resumed.conversations.messages.list(id).toArray();
  expect(messages.map(({ author, body }) => [author.type, body]).reverse()).toEqual([
    ["contact", "¿Tienen envíos?"],
    ["team", "Sí, a todo el país."],
    ["contact", "¡Gracias!"],
  ]);
  expect((await resumed.conversations.list()).data.map((each) => each.id)).toEqual([id]);
  expect((await resumed.articles.list({ limit: 1 })).data).toEqual([]);
});

test("it sends no header but those that the server allows to browsers", () => {
  const allowed = ["authorization", "content-type", "idempotency-key"];
  const names = sent.flatMap((headers) => [...headers.keys()]);
  expect(new Set(names)).toEqual(new Set(allowed));
});

test("a visitor whose email the website has signed sees the conversations of the contact", async () => {
  const contact = await api.contacts.create({ name: "Ana", email: "ana@example.com" });
  const { id } = await api.conversations.create({ contact_id: contact.id, body: "Hola, Ana." });
  const email_signature = createHmac("sha256", signing_secret).update(contact.email).digest("hex");
  const session = await messenger.start({ email: contact.email, email_signature });
  expect(session.email_verified).toBe(true);
  expect((await session.conversations.list()).data.map((each) => each.id)).toEqual([id]);
});

test("errors are the client's, and show neither token nor secret", async () => {
  const wrong = messenger.start({ email: "ana@example.com", email_signature: "0".repeat(64) });
  await expect(wrong).rejects.toSatisfy((error) => isApiError(error, "validation_error"));
  const secret = `contacts_visitor_${"x".repeat(38)}`;
  const ended = await messenger.resume(secret).conversations.list().result();
  expect([ended.status, ended.error?.name]).toEqual([401, "UnauthorizedError"]);
  const session = await messenger.start();
  const other = await session.conversations.messages.list("cv_nobody").result();
  expect(other.status).toBe(404);
  const echo: MessengerOptions["fetch"] = async (_url, init) =>
    new Response(JSON.stringify({ echo: new Headers(init.headers).get("authorization") }), { status: 500 });
  const echoed = createMessenger({ token, baseUrl: server.address, fetch: echo, retries: 0 });
  await expect(echoed.start()).rejects.toMatchObject({ body: { echo: "Bearer [token]" } });
  await expect(echoed.resume(secret).articles.list()).rejects.toMatchObject({
    body: { echo: "Bearer [secret]" },
  });
});

test("its calls follow the retry policy, and keep the idempotency key", async () => {
  let calls: [count: number, key: string | null][] = [];
  const answers = [429, 503, 409];
  const busy: MessengerOptions["fetch"] = async (_url, init) => {
    const status = answers[calls.length] ?? 201;
    calls.push([performance.now(), new Headers(init.headers).get("idempotency-key")]);
    const code = status === 409 ? "request_in_progress" : "unknown";
    const body = status === 201 ? { data: { id: "cv_1" } } : { error: { code } };
    return new Response(JSON.stringify(body), { status, headers: { "Retry-After": "0.6" } });
  };
  const { resume, start } = createMessenger({ token, baseUrl: server.address, fetch: busy, retries: 1 });
  await resume("visitor").conversations.create({ body: "Hola" });
  const [first = 0, second = 0] = calls.map(([time]) => time);
  expect(second - first).toBeGreaterThan(550);
  expect(new Set(calls.map(([, key]) => key)).size).toBe(1);
  expect(calls.length).toBe(4);

  // A session has no key, so only what asks to come back is repeated.
  answers.splice(0, 3, 429, 503);
  calls = [];
  await expect(start()).rejects.toMatchObject({ name: "ServerError", status: 503 });
  expect(calls.length).toBe(2);
  const once = createMessenger({ token, baseUrl: server.address, fetch: busy, retries: 0 });
  calls = [];
  await expect(once.start()).rejects.toMatchObject({ name: "RateLimitedError" });
  expect(calls.length).toBe(1);
});

test("it starts in a browser of 2022, which has no URL.canParse", () => {
  const { canParse } = URL;
  onTestFinished(() => void Object.assign(URL, { canParse }));
  Object.assign(URL, { canParse: undefined });
  expect(createMessenger({ token, baseUrl: server.address })).toBeDefined();
  expect(() => createMessenger({ token, baseUrl: "http://x:99999" })).toThrow("baseUrl must be");
});

const at = { token, baseUrl: "http://127.0.0.1" };
test.each<[string, () => unknown, string]>([
  ["no token", () => createMessenger({ ...at, token: undefined as unknown as string }), "token is missing."],
  ["no address", () => createMessenger({ ...at, baseUrl: "" }), "baseUrl must be like http://127.0.0.1:3000"],
  ["a bad number", () => createMessenger({ ...at, retries: -1 }), "retries must be a whole number from 0"],
  // @ts-expect-error it takes no API key
  ["an API key", () => createMessenger({ ...at, apiKey: "x" }), "apiKey is none of the options: "],
  ["no secret", () => messenger.resume(""), "secret must be printable ASCII text."],
  ["a secret of two lines", () => messenger.resume("two\nlines"), "secret must be printable ASCII text."],
])("%s cannot work", (_, create, message) => {
  expect(create).toThrow(TypeError);
  expect(create).toThrow(message);
});
