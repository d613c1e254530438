import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { prepare } from "../../../server/operator/run.ts";
import {
  settled,
  startDelivery,
  startReceiver,
} from "../../support/delivery.ts";
import { startServer } from "../../support/server.ts";

const server = await startServer({ localWebhooks: true });
const key = await server.key(["*"]);
const call = server.caller(() => key);
/** Creates something with an Idempotency-Key. */
const createOnce = async <Path extends string>(
  path: Path,
  json: object,
  name: string,
) =>
  (await server.call(path, { key, json, headers: { "Idempotency-Key": name } }))
    .body;

const email = "borrame@example.com";
const about = (text: string) => `${text} ${email}`;
let person: string;
let other: string;
let message: string;

/** Every row of every table of ours, as text. */
async function everything(): Promise<string> {
  const { database } = server.store;
  const tables = (await database.introspection.getTables()).filter(
    ({ schema }) => schema === "public",
  );
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{
        row: string;
      }>`select t::text as row from ${sql.table(name)} t`.execute(database);
      return rows.map(({ row }) => `${name}: ${row}`);
    }),
  );
  return rows.flat().join("\n");
}

/** The responses that are kept for an Idempotency-Key, which are encrypted. */
const keptResponses = () =>
  server.store.database
    .selectFrom("idempotency_keys")
    .select(["path", "key"])
    .where(sql<boolean>`length(response) > 0`)
    .orderBy("key")
    .execute();

beforeAll(async () => {
  await call("/v1/webhooks", { url: "https://example.com/", events: ["*"] });
  const json = {
    name: "Bórrame",
    email,
    tags: [email],
    custom_fields: { [email]: email },
  };
  person = (await createOnce("/v1/contacts", json, "a-contact")).data.id;
  other = (
    await createOnce(
      "/v1/contacts",
      { name: "Eva", email: "eva@example.com" },
      "other",
    )
  ).data.id;
  const first = {
    contact_id: person,
    subject: about("s"),
    body: about("b"),
    author_type: "contact",
  };
  const conversation = (
    await createOnce("/v1/conversations", first, "conversation")
  ).data.id;
  const reply = { body: about("team") };
  message = (
    await createOnce(
      `/v1/conversations/${conversation}/messages`,
      reply,
      "message",
    )
  ).data.id;
  const texts = { subject: about("t"), description: about("d") };
  const ticket = {
    contact_id: person,
    conversation_id: conversation,
    ...texts,
  };
  const { id } = (await createOnce("/v1/tickets", ticket, "ticket")).data;
  await call(`/v1/tickets/${id}`, { status: "solved" }, "PATCH");
  await call(
    `/v1/conversations/${conversation}`,
    { status: "closed" },
    "PATCH",
  );
  await call(`/v1/contacts/${person}`, { phone: "1", tags: [] }, "PATCH");
  const contacts = [{ email: "eva@example.com" }, { email, phone: "2" }];
  await createOnce("/v1/contacts/batch", { contacts }, "z-batch");
});

test("erases all that is stored of the person, and nothing of others; the feed has the id alone", async () => {
  expect(await everything()).toContain(email);
  const before = await server.store.database
    .selectFrom("webhook_deliveries")
    .select("id")
    .execute();
  const { data } = (await call(`/v1/contacts/${person}`, undefined, "DELETE"))
    .body;
  expect(data).toEqual({ id: person, object: "contact", deleted: true });

  const rest = await everything();
  expect(rest).not.toMatch(/borrame|Bórrame/i);
  expect(rest.split("\n").filter((row) => row.includes(person))).toEqual([
    expect.stringMatching(
      /^cursor_positions: \(\w+,contacts,\w+,"[\d-]{10} [\d:.]+\+00","[\d-]{10} [\d:.]+\+00",200\)$/,
    ),
    expect.stringMatching(/^events: .*contact\.deleted/),
  ]);
  expect(rest).not.toContain(message);
  expect((await keptResponses()).map((row) => row.key)).toEqual(["other"]);
  const events = (await call("/v1/events?limit=100")).body.data;
  expect(events.map(({ type, data }) => [type, data.id])).toEqual([
    ["contact.created", other],
    ["contact.deleted", person],
  ]);
  const after = await server.store.database
    .selectFrom("webhook_deliveries")
    .select("event_id")
    .execute();
  expect(before).toHaveLength(10);
  expect(after.map(({ event_id }) => event_id).sort()).toEqual(
    events.map(({ id }) => id).sort(),
  );
  expect((await call(`/v1/contacts/${other}`)).body.data.email).toBe(
    "eva@example.com",
  );
});

test("a second erasure is a 404; the email is free, and its new contact has its own id", async () => {
  expect(
    (await call(`/v1/contacts/${person}`, undefined, "DELETE")).status,
  ).toBe(404);
  const { data } = (await call("/v1/contacts", { name: "x", email })).body;
  expect(data.id).not.toBe(person);
});

test("frees the quota of more rows than one statement erases", async () => {
  const { id } = (
    await call("/v1/contacts", { name: "Eco", email: "eco@example.com" })
  ).body.data;
  const conversation = (
    await call("/v1/conversations", { contact_id: id, body: "eco" })
  ).body.data.id;
  await sql`
    with added as (
      insert into messages (workspace_id, id, conversation_id, author_type, body, created_at)
      select workspace_id, 'ms_' || n, id, 'team', 'eco', now() from conversations, generate_series(1, 1100) n
      where id = ${conversation} returning workspace_id, bytes
    )
    insert into workspace_usage_parts as usage (workspace_id, part, contacts, bytes)
    select workspace_id, 0, 0, sum(bytes) from added group by workspace_id
    on conflict (workspace_id, part) do update set bytes = usage.bytes + excluded.bytes`.execute(
    server.store.database,
  );
  expect((await call(`/v1/contacts/${id}`, undefined, "DELETE")).status).toBe(
    200,
  );
  await prepare(["operator", "usage", "--workspace", "test"])(server.store); // fails when the noted usage and the rows differ
});

test("another contact that names the person keeps its events and their deliveries", async () => {
  const { id } = (
    await call("/v1/contacts", { name: "x", email: "referrer@example.com" })
  ).body.data;
  const referred = {
    name: "y",
    email: "referred@example.com",
    custom_fields: { referred_by: id },
  };
  const { id: own } = (await call("/v1/contacts", referred)).body.data;
  await call(`/v1/contacts/${id}`, undefined, "DELETE");
  expect((await call(`/v1/contacts/${own}`)).body.data.custom_fields).toEqual({
    referred_by: id,
  });
  const events = (await call("/v1/events?limit=100")).body.data;
  const [event] = events.filter(({ data }) => data.id === own);
  expect(event?.type).toBe("contact.created");
  const deliveries = server.store.database
    .selectFrom("webhook_deliveries")
    .select("status");
  expect(
    await deliveries.where("event_id", "=", event?.id ?? "").execute(),
  ).toEqual([{ status: "pending" }]);
});

test("a stored response that holds what a receiver said of the person is not sent again", async () => {
  for (const { id } of (await call("/v1/webhooks")).body.data)
    await call(`/v1/webhooks/${id}`, undefined, "DELETE");
  const receiver = await startReceiver();
  receiver.respond = ({ body }, response) =>
    response.writeHead(410).end(JSON.parse(body).data.email);
  const { id: webhook } = (
    await call("/v1/webhooks", {
      url: receiver.address,
      events: ["contact.created"],
    })
  ).body.data;
  await startDelivery(server);
  const { id } = (
    await call("/v1/contacts", { name: "x", email: "echo@example.com" })
  ).body.data;
  await settled(server);
  const [delivery] = (await call(`/v1/webhooks/${webhook}/deliveries`)).body
    .data;
  const redeliver = () =>
    server.call(
      `/v1/webhooks/${webhook}/deliveries/${delivery?.id}/redeliver`,
      {
        key,
        method: "POST",
        headers: { "Idempotency-Key": "redelivery" },
      },
    );
  expect((await redeliver()).body.data.attempts[0]?.response_excerpt).toBe(
    "echo@example.com",
  );
  await call(`/v1/contacts/${id}`, undefined, "DELETE");
  expect((await redeliver()).status).toBe(404);
});

test("the stored response of a batch that conflicts with the person is erased too", async () => {
  const email = "titular@example.com";
  const titular = { name: "Titular", email, external_id: "crm-1" };
  const { id } = (await call("/v1/contacts", titular)).body.data;
  const contacts = [
    { name: "Otra", email: "otra-persona@example.com" },
    { ...titular, external_id: "crm-2" },
  ];
  const headers = { "Idempotency-Key": "conflicting-batch" };
  const load = () =>
    server.call("/v1/contacts/batch", { key, json: { contacts }, headers });
  const [, conflict] = (await load()).body.data.results;
  expect(conflict?.error).toMatchObject({ code: "conflict", contact_id: id });

  await call(`/v1/contacts/${id}`, undefined, "DELETE");

  expect((await load()).status).toBe(422);
});

test("the stored response of a batch that conflicts with two contacts is erased with either", async () => {
  const owner = { name: "Uno", email: "uno@example.com" };
  const person = { name: "Dos", email: "dos@example.com", external_id: "dos" };
  const { id: ownerId } = (await call("/v1/contacts", owner)).body.data;
  const { id } = (await call("/v1/contacts", person)).body.data;
  const contacts = [{ email: owner.email, external_id: person.external_id }];
  const headers = { "Idempotency-Key": "batch-of-two-conflicts" };
  const load = () =>
    server.call("/v1/contacts/batch", { key, json: { contacts }, headers });
  const [conflict] = (await load()).body.data.results;
  const named = conflict?.error?.details.map(({ contact_id }) => contact_id);
  expect(named).toEqual([ownerId, id]);

  await call(`/v1/contacts/${id}`, undefined, "DELETE");

  expect((await load()).status).toBe(422);
});

test("the late repetition of a request does not create the erased person again, nor undo what others changed", async () => {
  const again = { name: "Otra", email: "otra-vez@example.com" };
  const single = { "Idempotency-Key": `create-${again.email}` };
  const batch = { "Idempotency-Key": "nightly-import" };
  const contacts = [again, { name: "Nora", email: "nora@example.com" }];
  const create = () =>
    server.call("/v1/contacts", { key, json: again, headers: single });
  const load = () =>
    server.call("/v1/contacts/batch", {
      key,
      json: { contacts },
      headers: batch,
    });
  const { id } = (await create()).body.data;
  const [, nora] = (await load()).body.data.results;
  const path = `/v1/contacts/${nora?.contact?.id}` as const;
  await call(path, { name: "Nora Díaz" }, "PATCH");

  await call(`/v1/contacts/${id}`, undefined, "DELETE");

  for (const repeat of [create, load]) {
    const { status, body } = await repeat();
    expect(status).toBe(422);
    expect(body.error?.details).toEqual([
      {
        path: ["Idempotency-Key"],
        message: "ya se usó, y su respuesta se eliminó",
        reason: "reused",
      },
    ]);
  }
  expect((await call(path)).body.data.name).toBe("Nora Díaz");
  expect(await everything()).not.toContain(again.email);
});
