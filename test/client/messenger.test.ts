import { createHmac } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { createClient, isApiError } from "../../client/index.ts";
import {
  createMessenger,
  type MessengerOptions,
} from "../../client/messenger.ts";
import { credentialsOf } from "../support/world.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
const { token, signing_secret } = await credentialsOf(server, "test").token();
const api = createClient({
  apiKey: await server.key(["*"]),
  baseUrl: server.address,
});

/** The headers of each request that was sent. */
const sent: Headers[] = [];
const fetch: MessengerOptions["fetch"] = (url, init) => {
  sent.push(new Headers(init.headers));
  return globalThis.fetch(url, init);
};
const messenger = createMessenger({
  token,
  baseUrl: `${server.address}/v1/`,
  fetch,
});

test("start returns the response that had the session", async () => {
  const call = messenger.start({ name: "Bruno" });
  const { data, response, requestId } = await call.withResponse();
  expect(await call).toBe(data);
  expect(response.status).toBe(200);
  expect(requestId).toMatch(/^req_/);
  await data.conversations.create({ body: "¿Tienen envíos?" });
});

test("a visitor whose email the website has signed sees what the team wrote, and responds after resuming", async () => {
  const contact = await api.contacts.create({
    name: "Ana",
    email: "ana@example.com",
  });
  const { id } = await api.conversations.create({
    contact_id: contact.id,
    body: "Hola, Ana.",
  });
  const email_signature = createHmac("sha256", signing_secret)
    .update(contact.email)
    .digest("hex");
  const session = await messenger.start({
    email: contact.email,
    email_signature,
  });
  expect(session).toMatchObject({
    object: "messenger_session",
    email_verified: true,
  });
  await session.conversations.create({ body: "¿Tienen envíos?" });

  const resumed = messenger.resume(session.secret);
  await resumed.conversations.messages.create(id, { body: "¡Gracias!" });
  const messages = await resumed.conversations.messages.list(id).toArray();
  expect(messages.map(({ author, body }) => [author.type, body])).toEqual([
    ["contact", "¡Gracias!"],
    ["team", "Hola, Ana."],
  ]);
  expect((await resumed.conversations.list()).data).toHaveLength(2);
  expect((await resumed.articles.list({ limit: 1 })).data).toEqual([]);
  // Those that the server allows to browsers.
  const names = sent.flatMap((headers) => [...headers.keys()]);
  expect(new Set(names)).toEqual(
    new Set(["authorization", "content-type", "idempotency-key"]),
  );
});

test("errors are the client's, and show neither token nor secret", async () => {
  const wrong = messenger.start({
    email: "ana@example.com",
    email_signature: "0".repeat(64),
  });
  await expect(wrong).rejects.toSatisfy((error) =>
    isApiError(error, "validation_error"),
  );
  const secret = `contacts_visitor_${"x".repeat(38)}`;
  const ended = await messenger.resume(secret).conversations.list().result();
  expect([ended.status, ended.error?.name]).toEqual([401, "UnauthorizedError"]);
  const echo: MessengerOptions["fetch"] = async (_url, init) =>
    new Response(
      JSON.stringify({ echo: new Headers(init.headers).get("authorization") }),
      { status: 500 },
    );
  const echoed = createMessenger({
    token,
    baseUrl: server.address,
    fetch: echo,
    retries: 0,
  });
  await expect(echoed.start()).rejects.toMatchObject({
    body: { echo: "Bearer [token]" },
  });
  await expect(echoed.resume(secret).articles.list()).rejects.toMatchObject({
    body: { echo: "Bearer [secret]" },
  });
});

test("its calls follow the retry policy, and keep the idempotency key; a session has none", async () => {
  const keys: (string | null)[] = [];
  const statuses = [503, 201, 503];
  const busy: MessengerOptions["fetch"] = (_url, init) => {
    keys.push(new Headers(init.headers).get("idempotency-key"));
    return Promise.resolve(
      Response.json(
        { data: { id: "cv_1" } },
        { status: statuses.shift() ?? 200 },
      ),
    );
  };
  const { resume, start } = createMessenger({
    token,
    baseUrl: server.address,
    fetch: busy,
  });
  await resume("visitor").conversations.create({ body: "Hola" });
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  await expect(start()).rejects.toMatchObject({
    name: "ServerError",
    status: 503,
  });
  expect(keys.slice(2)).toEqual([null]);
});

test("it starts in a browser of 2022, which has no URL.canParse", () => {
  const { canParse } = URL;
  onTestFinished(() => void Object.assign(URL, { canParse }));
  Object.assign(URL, { canParse: undefined });
  expect(createMessenger({ token, baseUrl: server.address })).toBeDefined();
  expect(() => createMessenger({ token, baseUrl: "http://x:99999" })).toThrow(
    "baseUrl must be",
  );
});

const at = { token, baseUrl: "http://127.0.0.1" };
test.each<[string, () => unknown, string]>([
  [
    "no token",
    () => createMessenger({ ...at, token: undefined as unknown as string }),
    "token is missing.",
  ],
  [
    "a bad number",
    () => createMessenger({ ...at, retries: -1 }),
    "retries must be a whole number from 0",
  ],
  [
    "an API key",
    // @ts-expect-error it takes no API key
    () => createMessenger({ ...at, apiKey: "x" }),
    "apiKey is not an option. The options are: ",
  ],
  [
    "a secret of two lines",
    () => messenger.resume("two\nlines"),
    "secret must be printable ASCII text without a line break or a space at its end.",
  ],
])("%s cannot work", (_, create, message) => {
  expect(create).toThrow(TypeError);
  expect(create).toThrow(message);
});
