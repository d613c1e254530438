import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { limits } from "../../../../generated/constants.ts";
import { createMemoryLimiter } from "../../../../server/limits/limiter.ts";
import { applyRetention } from "../../../../server/boot/retention.ts";
import { credentialsOf, requestTo } from "../../../support/world.ts";
import { everyOperation } from "../../../support/operation.ts";
import { startServer } from "../../../support/server.ts";
import { onPostgres } from "../../../support/store.ts";
import { whileLocked } from "../../../support/locks.ts";

let clock = () => new Date();
const server = await startServer({
  limiter: createMemoryLimiter(),
  clock: () => clock(),
});
const key = await server.key(["*"]);
const call = server.caller(() => key);
const credentials = credentialsOf(server, "test");
const website = await credentials.token();

const sign = (email: string, secret = website.signing_secret) =>
  createHmac("sha256", secret).update(email).digest("hex");
const start = (json: object) =>
  server.call("/v1/messenger/sessions", { key: website.token, json });
const visitor = async (json: object): Promise<string> =>
  (await start(json)).body.data.secret;
const write = (session: string, body: string) =>
  server.call("/v1/messenger/conversations", { key: session, json: { body } });
const conversations = async (session: string) =>
  (await server.call("/v1/messenger/conversations", { key: session })).body
    .data;
const contactOf = async (conversation: string) => {
  const { contact_id } = (await call(`/v1/conversations/${conversation}`)).body
    .data;
  return (await call(`/v1/contacts/${contact_id}`)).body.data;
};
/** A contact, and a conversation that the team has with it. */
async function contactWithConversation(
  email: string,
): Promise<{ contact: string; conversation: string }> {
  const contact = (await call("/v1/contacts", { name: "Ana", email })).body.data
    .id;
  const first = { contact_id: contact, body: "Tu pedido está en camino." };
  return {
    contact,
    conversation: (await call("/v1/conversations", first)).body.data.id,
  };
}

test("an anonymous visitor writes, the team sees who it is and responds, and the visitor reads it", async () => {
  const session = await visitor({ name: "Bruno", email: "bruno@example.com" });
  expect(await conversations(session)).toEqual([]);
  const { status, headers, body } = await write(session, "¿Tienen envíos?");
  expect(status).toBe(201);
  expect(headers.get("location")).toBe("/v1/messenger/conversations");
  const { id } = body.data;

  const contact = await contactOf(id);
  expect(contact).toMatchObject({
    name: "Bruno",
    source: "messenger",
    conversations_count: 1,
  });
  expect(contact.email).toMatch(/^visitor_[0-9a-z]{26}@messenger\.invalid$/);
  expect(contact.custom_fields).toEqual({
    unverified_email: "bruno@example.com",
  });
  const events = (
    await server.call("/v1/events?limit=100", { key })
  ).body.data.slice(-3);
  expect(events).toMatchObject([
    { type: "contact.created", data: { source: "messenger" } },
    { type: "conversation.created", data: { source: "messenger" } },
    { type: "message.created", data: { author: { type: "contact" } } },
  ]);

  await server.call(`/v1/conversations/${id}/messages`, {
    key,
    json: { body: "Sí, a todo el país." },
  });
  const path = `/v1/messenger/conversations/${id}/messages` as const;
  const read = await server.call(path, { key: session });
  expect(read.body.data.map((it) => [it.author.type, it.body])).toEqual([
    ["team", "Sí, a todo el país."],
    ["contact", "¿Tienen envíos?"],
  ]);
  await server.call(`/v1/conversations/${id}`, {
    key,
    method: "PATCH",
    json: { status: "closed" },
  });
  expect(
    (await server.call(path, { key: session, json: { body: "¡Gracias!" } }))
      .status,
  ).toBe(201);
  expect(await conversations(session)).toMatchObject([{ id, status: "open" }]);
});

test("a visitor without a name is called by its email when that is signed, and otherwise a visitor", async () => {
  const email = "nameless@example.com";
  const nameOf = async (json: object) => {
    const { id } = (await write(await visitor(json), "Hola")).body.data;
    return (await contactOf(id)).name;
  };
  expect(await nameOf({ email })).toBe("Visitante");
  const email_signature = sign(email);
  expect(await nameOf({ email, email_signature })).toBe(email);
});

test("an email that nobody has signed shows nothing of its contact, and is not taken from its owner", async () => {
  const { conversation } = await contactWithConversation("ana@example.com");
  const session = await visitor({ name: "Ana", email: "ana@example.com" });
  expect(await conversations(session)).toEqual([]);
  for (const json of [undefined, { body: "Hola" }]) {
    const path = `/v1/messenger/conversations/${conversation}/messages`;
    expect((await server.call(path, { key: session, json })).status).toBe(404);
  }
  const { id } = (await write(session, "Soy Ana.")).body.data;
  expect((await contactOf(id)).email).not.toBe("ana@example.com");
  expect((await conversations(session)).map((it) => it.id)).toEqual([id]);

  const claimed = await visitor({ email: "nobody.yet@example.com" });
  await write(claimed, "Hola");
  const created = { name: "Nadie", email: "nobody.yet@example.com" };
  expect(
    (await server.call("/v1/contacts", { key, json: created })).status,
  ).toBe(201);
});

test("an anonymous visitor loses its contact to the visitor who proves to have the email that the team gave the contact", async () => {
  const email = "julia@example.com";
  const anonymous = await visitor({ email });
  const { id } = await contactOf(
    (await write(anonymous, "Soy Julia.")).body.data.id,
  );
  await call(`/v1/contacts/${id}`, { email }, "PATCH");
  expect(await conversations(anonymous)).toHaveLength(1);
  const julia = await visitor({ email, email_signature: sign(email) });
  await write(julia, "Mi tarjeta termina en 4242.");
  expect(await conversations(julia)).toHaveLength(2);
  expect((await write(anonymous, "¿Y bien?")).status).toBe(401);
});

test("a visitor who proves an email on a second device stays in the session of the first", async () => {
  const email = "nora@example.com";
  const phone = await visitor({ email, email_signature: sign(email) });
  await write(phone, "Escribo desde el teléfono.");

  const laptop = await visitor({ email, email_signature: sign(email) });

  expect(await conversations(laptop)).toHaveLength(1);
  expect(await conversations(phone)).toHaveLength(1);
  expect((await write(phone, "Y otra vez.")).status).toBe(201);
});

test("a wrong signature is refused in the same way whether there is such a contact or not", async () => {
  await contactWithConversation("clara@example.com");
  const other = (await credentials.token()).signing_secret;
  const attempts = ["clara@example.com", "unknown@example.com"].flatMap(
    (email) => [
      { email, email_signature: sign(email, other) },
      { email, email_signature: sign("other@example.com") },
      { email, email_signature: sign(email.toUpperCase()) },
    ],
  );
  const lonely = { email_signature: sign("") };
  const responses = await Promise.all([...attempts, lonely].map(start));
  const refusals = new Set(
    responses.map(({ status, body }) => JSON.stringify({ status, ...body })),
  );
  const refusal = {
    status: 422,
    error: { details: [{ path: ["email_signature"] }] },
  };
  expect([...refusals].map((it) => JSON.parse(it) as object)).toMatchObject([
    refusal,
  ]);
});

test("a visitor whose email is signed is its contact, which is created when there is none", async () => {
  const { conversation, contact } =
    await contactWithConversation("dora@example.com");
  const email = "Dora@Example.com";
  const session = await visitor({ email, email_signature: sign(email) });
  expect((await conversations(session)).map(({ id }) => id)).toEqual([
    conversation,
  ]);
  const { id } = (await write(session, "Otra consulta")).body.data;
  expect((await contactOf(id)).id).toBe(contact);

  const fresh = {
    name: "Eva",
    email: "eva@example.com",
    email_signature: sign("eva@example.com"),
  };
  const started = await Promise.all([start(fresh), start(fresh)]);
  const verified = { status: 200, body: { data: { email_verified: true } } };
  expect(started).toMatchObject([verified, verified]);
  const found = await call("/v1/contacts?email=eva@example.com");
  expect(found.body.data).toMatchObject([{ name: "Eva", source: "messenger" }]);
});

test("a visitor whose email is signed changes nothing of its contact, whatever name it gives", async () => {
  const ana = { name: "Ana", email: "ana.paz@example.com" };
  const { data: before } = (await call("/v1/contacts", ana)).body;
  const given = { name: "Anita", email: "Ana.Paz@example.com" };
  await visitor({ ...given, email_signature: sign(given.email) });
  const { data: after } = (await call(`/v1/contacts/${before.id}`)).body;
  expect(after).toMatchObject(before);
});

test("no session reads or writes what belongs to another visitor of the same website", async () => {
  const rows = {
    ct: "",
    cv: (await write(await visitor({}), "Privado")).body.data.id,
  };
  const other = await visitor({
    email: "dora@example.com",
    email_signature: sign("dora@example.com"),
  });
  const ofVisitor = everyOperation.filter(
    ({ scheme }) => scheme === "messengerVisitor",
  );
  for (const operation of ofVisitor) {
    const { path, ...options } = requestTo(operation, rows);
    for (const query of operation.listed === "cv"
      ? ["", `?cursor=${rows.cv}`]
      : [""]) {
      const { status, body } = await server.call(path + query, {
        ...options,
        key: other,
      });
      if (path.includes(rows.cv)) expect(status, operation.id).toBe(404);
      if (query) expect(status, operation.id).toBe(422);
      expect(JSON.stringify(body)).not.toContain(rows.cv);
    }
  }
});

test("messages that an anonymous visitor sends at once are of one contact", async () => {
  const session = await visitor({});
  const sent = await Promise.all(
    ["uno", "dos", "tres"].map((body) => write(session, body)),
  );
  const contacts = await Promise.all(
    sent.map(({ body }) => contactOf(body.data.id)),
  );
  expect(new Set(contacts.map(({ id }) => id)).size).toBe(1);
  expect(contacts[0]?.name).toBe("Visitante");
  expect(contacts[0]?.custom_fields).toEqual({});
  expect(await conversations(session)).toHaveLength(3);
});

test("an Idempotency-Key belongs to one session", async () => {
  const one = await visitor({});
  const other = await visitor({});
  const send = (session: string) =>
    server.call("/v1/messenger/conversations", {
      key: session,
      json: { body: "Una vez" },
      headers: { "Idempotency-Key": "first" },
    });
  const first = await send(one);
  const again = await send(one);
  const others = await send(other);
  expect(again.body).toEqual(first.body);
  expect(others.body.data.id).not.toBe(first.body.data.id);
  expect(await conversations(one)).toHaveLength(1);
});

test("the erasure of the contact ends the session, and leaves nothing of the visitor", async () => {
  const secret = credentialsOf(server, "erasure");
  const { token, signing_secret } = await secret.token();
  const owner = await server.key(["*"], "erasure");
  const people = [
    { name: "Fede Único", email: "fede.unico@example.com" },
    { name: "Gala Única", email: "gala.unica@example.com" },
  ];
  const signed = {
    ...people[0],
    email_signature: sign("fede.unico@example.com", signing_secret),
  };
  const sessions: string[] = [];
  for (const json of [signed, people[1]]) {
    const { body } = await server.call("/v1/messenger/sessions", {
      key: token,
      json,
    });
    sessions.push(body.data.secret);
    await write(body.data.secret, "Hola");
  }
  expect(await tablesWithEmails()).toContain("contacts");
  const { data } = (await server.call("/v1/contacts", { key: owner })).body;

  for (const { id } of data)
    await server.call(`/v1/contacts/${id}`, { key: owner, method: "DELETE" });

  for (const session of sessions) {
    const path = "/v1/messenger/conversations";
    const { status } = await server.call(path, { key: session });
    expect(status).toBe(401);
  }
  expect(await tablesWithEmails()).toEqual([]);
});

/** The tables that have the email of Fede or Gala in a row. */
async function tablesWithEmails(): Promise<string[]> {
  const { database } = server.store;
  const tables = await database.introspection.getTables();
  const found: string[] = [];
  for (const { name, schema } of tables) {
    if (schema !== "public") continue;
    const { rows } =
      await sql`select from ${sql.table(name)} as row where row::text ~ 'nic[oa]@'`.execute(
        database,
      );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test("a session that began while its contact was erased is refused as one that was erased", async () => {
  const { contact } = await contactWithConversation("hugo@example.com");
  await server.call(`/v1/contacts/${contact}`, { key, method: "DELETE" });
  const { status, body } = await write(
    await credentials.session(contact),
    "Hola",
  );
  expect(status).toBe(401);
  expect(body.error.code).toBe("unauthorized");
});

test.runIf(onPostgres)(
  "a visitor whose contact is being erased starts as a new one",
  async () => {
    const email = "iris@example.com";
    const { id } = (
      await server.call("/v1/contacts", { key, json: { name: "Iris", email } })
    ).body.data;
    const session = await whileLocked(
      server.store,
      (database) =>
        database.deleteFrom("contacts").where("id", "=", id).execute(),
      () => start({ email, email_signature: sign(email) }),
    );
    expect((await write(session.body.data.secret, "Hola")).status).toBe(201);
  },
);

test("a session ends at the time that its start has named", async () => {
  const { secret, expires_at } = (await start({})).body.data;
  const statusAfter = async (milliseconds: number) => {
    clock = () => new Date(Date.parse(expires_at) + milliseconds);
    const path = "/v1/messenger/conversations";
    return (await server.call(path, { key: secret })).status;
  };

  const statuses = [await statusAfter(-1000), await statusAfter(1000)];
  clock = () => new Date();

  expect(statuses).toEqual([200, 401]);
});

test("a session ends in time, and its row is deleted", async () => {
  const session = await credentials.session();
  const end = Date.now() + limits.messengerSessionHours * 60 * 60 * 1000;
  const statusAt = async (time: number) => {
    clock = () => new Date(time);
    const path = "/v1/messenger/conversations";
    return (await server.call(path, { key: session })).status;
  };
  expect(await statusAt(end - 60_000)).toBe(200);
  // At once, and not only when its row is deleted.
  expect(await statusAt(end + 1000)).toBe(401);
  await applyRetention(server.store);
  const rows = await server.store.database
    .selectFrom("messenger_sessions")
    .select("id")
    .execute();
  expect(rows).toEqual([]);
  clock = () => new Date();
});
