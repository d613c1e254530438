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

const baseUrl = `${server.address}/v1/`;
const messenger = createMessenger({ token, baseUrl });

test("start returns the response that had the session", async () => {
  const call = messenger.start({ name: "Bruno" });
  const { data, response, requestId } = await call.withResponse();
  expect(await call).toBe(data);
  expect(response.status).toBe(200);
  expect(requestId).toMatch(/^req_/);
  await data.conversations.create({ body: "¿Tienen envíos?" });
});

test("a website can cancel the start of a session", async () => {
  const signal = AbortSignal.abort("The visitor left.");
  await expect(messenger.start({}, { signal })).rejects.toBe(
    "The visitor left.",
  );
});

// Without the option a call would end after 30 s.
test(
  "the time limit of a messenger ends calls without a response",
  { timeout: 20_000 },
  async () => {
    const { start, resume } = createMessenger({
      ...{ token, baseUrl, timeout: 1, retries: 0 },
      fetch: () => new Promise(() => undefined),
    });
    const timeout = { name: "TimeoutError" };
    await expect(start()).rejects.toMatchObject(timeout);
    await expect(resume("x").articles.list()).rejects.toMatchObject(timeout);
  },
);

/** Creates a contact, and the options by which the website starts the contact's session. */
async function createSignedContact(name: string) {
  const { id, email } = await api.contacts.create({
    name,
    email: `${name}@example.com`,
  });
  const email_signature = createHmac("sha256", signing_secret)
    .update(email)
    .digest("hex");
  return { id, options: { email, email_signature } };
}

test("a visitor whose email the website has signed sees what the team wrote, and responds after resuming", async () => {
  const ana = await createSignedContact("ana");
  const { id } = await api.conversations.create({
    contact_id: ana.id,
    body: "Hola, Ana.",
  });
  const session = await messenger.start(ana.options);
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
});

test("a visitor reads articles", async () => {
  const { articles } = await messenger.start();
  expect((await articles.list({ limit: 1 })).data).toEqual([]);
});

test("it sends only the headers that the server allows to browsers", async () => {
  const names = new Set<string>();
  const recorded = createMessenger({
    token,
    baseUrl,
    fetch: (url, init) => {
      for (const name of new Headers(init.headers).keys()) names.add(name);
      return fetch(url, init);
    },
  });
  const eva = await createSignedContact("eva");
  const { secret } = await recorded.start(eva.options);
  const { articles, conversations } = recorded.resume(secret);
  const { id } = await conversations.create({ body: "¿Tienen envíos?" });
  await conversations.messages.create(id, { body: "¡Gracias!" });
  await conversations.messages.list(id);
  await articles.list({ limit: 1 });

  expect(names).toEqual(
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
  expect(ended.status).toBe(401);
  expect(ended.error?.name).toBe("UnauthorizedError");
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
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
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

const options = { token, baseUrl: "http://127.0.0.1" };
test.each<{ name: string; create: () => unknown; message: string }>([
  {
    name: "no token",
    create: () =>
      createMessenger({ ...options, token: undefined as unknown as string }),
    message: "token is missing.",
  },
  {
    name: "no address",
    create: () =>
      createMessenger({ ...options, baseUrl: undefined as unknown as string }),
    message: "baseUrl is missing.",
  },
  {
    name: "a bad number",
    create: () => createMessenger({ ...options, retries: -1 }),
    message: "retries must be a whole number from 0",
  },
  {
    name: "an API key",
    // @ts-expect-error it takes no API key
    create: () => createMessenger({ ...options, apiKey: "x" }),
    message: "apiKey is not an option. The options are: ",
  },
  {
    name: "no secret",
    create: () => messenger.resume(undefined as unknown as string),
    message: "secret is missing.",
  },
  {
    name: "a secret of two lines",
    create: () => messenger.resume("two\nlines"),
    message:
      "secret must be printable ASCII text without a line break or a space at its end.",
  },
])("$name cannot work", ({ create, message }) => {
  expect(create).toThrow(TypeError);
  expect(create).toThrow(message);
});
