import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { deleteExpiredEvents } from "../../../server/api/event-retention.ts";
import {
  readUsageDifferences,
  resetUsage,
} from "../../../server/store/usage/usage.ts";
import type { Caller } from "../../support/call.ts";
import { whileLocked } from "../../support/locks.ts";
import { startServer } from "../../support/server.ts";
import { onPostgres } from "../../support/store.ts";
import { runCommand } from "../../support/world.ts";
import { temporaryFolder } from "../../support/folder.ts";

const server = await startServer();
let count = 0;
const contact = () => ({ name: "Ana", email: `ana${++count}@example.com` });

/** The usage of a workspace, which equals a recount. */
const usage = async (
  workspace: string,
): Promise<{ contacts: number; bytes: number }> =>
  (
    await runCommand(server.store, [
      "operator",
      "usage",
      "--workspace",
      workspace,
    ])
  ).ledger;

const refusal = (what: string) => ({
  code: "validation_error",
  details: [
    {
      path: [],
      message: `el espacio de trabajo puede ${what} como máximo`,
      reason: "limit_reached",
    },
  ],
});

test("a workspace has as many contacts as its quota, and creates no other", async () => {
  server.store.quotas = { contacts: 3, bytes: 1024 ** 2 };
  const full = await server.as("full");
  const first = await full("/v1/contacts", contact());
  const { email, id } = first.body.data;
  const twice = await full("/v1/contacts", { ...contact(), email });
  expect(twice.status).toBe(409); // not counted, as it made nothing
  for (let n = 2; n <= 3; n++)
    expect((await full("/v1/contacts", contact())).status).toBe(201);

  const refused = await Promise.all(
    Array.from({ length: 10 }, () => full("/v1/contacts", contact())),
  );

  const isFull = refusal("tener 3 contactos");
  for (const { status, body } of refused)
    expect([status, body.error]).toMatchObject([422, isFull]);
  const ticket = {
    contact_id: id,
    subject: "Factura",
    description: "Está mal.",
  };
  expect((await full("/v1/tickets", ticket)).status).toBe(201);
  const other = await server.as("other");
  expect((await other("/v1/contacts", contact())).status).toBe(201);
});

test("the refusal of a full workspace is in English for those who ask for it", async () => {
  server.store.quotas = { contacts: 0, bytes: 1024 ** 2 };
  const refused = await server.call("/v1/contacts", {
    key: await server.key(["*"], "English"),
    json: contact(),
    headers: { "Accept-Language": "en" },
  });
  expect(refused.body.error.details).toMatchObject([
    { message: "the workspace can have 0 contacts at most" },
  ]);
});

test("requests that run at one moment exceed a quota by what they add, and are counted", async () => {
  server.store.quotas = { contacts: 3, bytes: 1024 ** 2 };
  const call = await server.as("at once");
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { status } = await call("/v1/contacts", contact());
      return status;
    }),
  );
  const created = statuses.filter((status) => status === 201).length;
  expect((await usage("at once")).contacts).toBe(created);
  // A workspace has six slots at most, so six transactions see that the third contact is missing.
  expect(created).toBeGreaterThanOrEqual(3);
  expect(created).toBeLessThanOrEqual(3 + 6);
  expect((await call("/v1/contacts", contact())).status).toBe(422);
});

test("the repetition of the last creation that a quota allows gets the first response", async () => {
  server.store.quotas = { contacts: 1, bytes: 1024 ** 2 };
  const key = await server.key(["*"], "last one");
  const json = contact();
  const create = (idempotencyKey: string, body: object = json) =>
    server.call("/v1/contacts", {
      key,
      json: body,
      headers: { "Idempotency-Key": idempotencyKey },
    });
  const last = await create("last");
  const again = await create("last");
  expect([last.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(last.body);
  expect((await create("another", contact())).status).toBe(422);
});

/** A webhook that gets no event of these tests. */
const quietWebhook = {
  url: "https://8.8.8.8/hook",
  events: ["article.published"],
};
const longText = "ñ".repeat(3000);

/**
 * Makes a workspace that can store 100,000 bytes, with a contact, a conversation and a webhook.
 * Each of its `writes` adds to what it stores.
 */
async function makeWriter(workspace: string) {
  server.store.quotas = { contacts: 10, bytes: 100_000 };
  const key = await server.key(["*"], workspace);
  const call = server.caller(() => key);
  const { id } = (await call("/v1/contacts", contact())).body.data;
  const webhookId = (await call("/v1/webhooks", quietWebhook)).body.data.id;
  const conversation = (
    await call("/v1/conversations", { contact_id: id, body: "Hola" })
  ).body.data.id;

  let fields = 0;
  const addField = () => {
    const custom_fields = { [`field ${++fields}`]: "x".repeat(400) };
    return call(`/v1/contacts/${id}`, { custom_fields }, "PATCH");
  };
  const writeMessage = (body: string) =>
    call(`/v1/conversations/${conversation}/messages`, { body });
  const writes = {
    addField,
    message: () => writeMessage(longText),
    conversation: () =>
      call("/v1/conversations", { contact_id: id, body: longText }),
    ticket: () =>
      call("/v1/tickets", {
        contact_id: id,
        subject: "x",
        description: longText,
      }),
    batch: () =>
      call("/v1/contacts/batch", {
        contacts: [{ ...contact(), company: "x".repeat(100) }],
      }),
  };
  return {
    call,
    id,
    webhookId,
    writes,
    /** Sends a request with an Idempotency-Key, of which the response is stored. */
    once: (path: string, json: object) =>
      server.call(path, { key, json, headers: { "Idempotency-Key": "once" } }),
    shortMessage: () => writeMessage("x"),
    /** Writes until not even a message of one letter is accepted. */
    fill: async () => {
      while ((await writes.message()).status === 201);
      while ((await addField()).status === 200);
      while ((await writeMessage("x")).status === 201);
    },
  };
}

/** Replaces a custom field of a contact by one that is a letter shorter each time. */
async function shrinkerOf(call: Caller, id: string) {
  const { custom_fields } = (await call(`/v1/contacts/${id}`)).body.data;
  const [name = ""] = Object.keys(custom_fields);
  let length = 400;
  const shorter = () => ({ [name]: "x".repeat(--length) });
  return {
    length: () => length,
    shorter,
    shrink: async () => {
      const smaller = { custom_fields: shorter() };
      return (await call(`/v1/contacts/${id}`, smaller, "PATCH")).status;
    },
  };
}

test("each write that would exceed the quota of bytes is refused, and leaves nothing", async () => {
  const { writes } = await makeWriter("writer");
  for (const write of Object.values(writes))
    expect((await write()).status).toBeLessThan(300);

  while ((await writes.message()).status === 201);
  const { bytes } = await usage("writer");
  expect(bytes).toBeGreaterThan(100_000 - 4 * 6200 * 2);

  for (let round = 0; round < 10; round++)
    for (const write of Object.values(writes)) await write();
  const isFull = refusal("guardar 100000 bytes");
  for (const write of [writes.message, writes.ticket]) {
    const { status, body } = await write();
    expect([status, body.error]).toMatchObject([422, isFull]);
  }
  let added;
  do added = await writes.addField();
  while (added.status === 200);
  expect(added.status).toBe(422);
  expect((await usage("writer")).bytes).toBeLessThanOrEqual(100_000);
});

test("in a full workspace a contact can get smaller, until the events have used a tenth more", async () => {
  const { call, id, once, shortMessage, fill } = await makeWriter("shrinks");
  await fill();
  const { length, shorter, shrink } = await shrinkerOf(call, id);

  expect(await shrink()).toBe(200);
  expect((await usage("shrinks")).bytes).toBeGreaterThan(100_000);
  expect((await shortMessage()).status).toBe(422);
  const smaller = { contacts: [{ id, custom_fields: shorter() }] };
  expect((await once("/v1/contacts/batch", smaller)).body).toMatchObject({
    data: { results: [{ status: "updated" }] },
  });

  while ((await shrink()) === 200) expect(length()).toBeGreaterThan(0);
  expect((await usage("shrinks")).bytes).toBeLessThanOrEqual(110_000);
});

test("in a full workspace a secret that has leaked can be replaced", async () => {
  const { call, id, webhookId, once, fill } = await makeWriter("leaks");
  await fill();
  const { shrink } = await shrinkerOf(call, id);
  while ((await shrink()) === 200);
  const full = await usage("leaks");

  const rotated = await once(`/v1/webhooks/${webhookId}/rotate_secret`, {});

  expect(rotated.status).toBe(200);
  expect((await usage("leaks")).bytes).toBeGreaterThan(full.bytes);
});

test("in a full workspace an erasure passes, and gives back all but its event", async () => {
  const { call, id, fill } = await makeWriter("erases");
  await fill();
  const full = await usage("erases");

  const erased = await call(`/v1/contacts/${id}`, undefined, "DELETE");

  expect(erased.status).toBe(200);
  const rest = await usage("erases");
  expect(rest.contacts).toBe(full.contacts - 1);
  expect(rest.bytes).toBeGreaterThan(0);
  expect(rest.bytes).toBeLessThan(full.bytes);
  expect((await call("/v1/contacts", contact())).status).toBe(201);
});

test("a command gives one workspace its own quotas, which move with it, and hold up no erasure", async () => {
  server.store.quotas = { contacts: 1000, bytes: 1024 ** 3 };
  const folder = temporaryFolder();
  const run = (...line: string[]) =>
    runCommand(server.store, ["operator", ...line], { folder });
  const quotas = async () => {
    const { workspaces } = await run("workspaces");
    return workspaces.find(({ name }: { name: string }) => name === "small")
      ?.quotas;
  };
  const small = await server.as("small");
  const large = await server.as("large");
  const { id } = (await small("/v1/contacts", contact())).body.data;
  const contacts = ["quota", "--workspace", "small", "--contacts", "1"];
  expect((await run(...contacts, "--megabytes", "1")).quotas).toEqual({
    contacts: 1,
    bytes: 1024 ** 2,
  });
  const refused = refusal("tener 1 contactos");
  expect((await small("/v1/contacts", contact())).body.error).toMatchObject(
    refused,
  );
  expect((await large("/v1/contacts", contact())).status).toBe(201);

  const ticket = {
    contact_id: id,
    subject: "Factura",
    description: "ñ".repeat(5000),
  };
  let last;
  do last = await small("/v1/tickets", ticket);
  while (last.status === 201);
  expect(last.body.error).toMatchObject(refusal("guardar 1048576 bytes"));
  expect((await small(`/v1/contacts/${id}`, undefined, "DELETE")).status).toBe(
    200,
  );
  expect((await small("/v1/contacts", contact())).status).toBe(201);

  await run("quota", "--workspace", "small", "--megabytes", "default");
  await run("export", "small", "small.jsonl");
  await run("erase", "small", "--yes", "small");
  await run("import", "small.jsonl");
  expect(await quotas()).toEqual({ contacts: 1, bytes: 1024 ** 3 });
  expect((await small("/v1/contacts", contact())).body.error).toMatchObject(
    refused,
  );
  await run("quota", "--workspace", "small", "--contacts", "default");
  expect((await small("/v1/contacts", contact())).status).toBe(201);
});

test("responses that are stored for an Idempotency-Key count, compressed, and fill the quota at most", async () => {
  server.store.quotas = { contacts: 1000, bytes: 1024 ** 3 };
  const key = await server.key(["*"], "keeper");
  const batch = (name: string, contacts: object[]) =>
    server.call("/v1/contacts/batch", {
      key,
      json: { contacts },
      headers: { "Idempotency-Key": name },
    });
  const people = (text: () => string) =>
    Array.from({ length: 25 }, () => {
      const custom_fields = Object.fromEntries(
        Array.from({ length: 20 }, (_, n) => [`${n}`, text()]),
      );
      return { ...contact(), custom_fields };
    });
  const emails = (people: { email: string }[]) =>
    people.map(({ email }) => ({ email }));
  const plain = people(() => "x".repeat(400));
  expect((await batch("plain", plain)).status).toBe(200);
  const before = await usage("keeper");
  expect(
    (await batch("bare", emails(plain))).body.data.results[0]?.status,
  ).toBe("unchanged");
  const { bytes } = await usage("keeper");
  expect(bytes - before.bytes).toBeGreaterThan(0);
  expect(bytes - before.bytes).toBeLessThan(20_000); // of 200,000

  const random = people(() => randomBytes(200).toString("base64"));
  expect((await batch("random", random)).status).toBe(200);
  const quota = (await usage("keeper")).bytes + 300_000;
  server.store.quotas = { contacts: 1000, bytes: quota };
  let status = 200;
  for (let n = 0; n < 6; n++)
    ({ status } = await batch(`bare-${n}`, emails(random)));
  expect(status).toBe(422);
  expect((await usage("keeper")).bytes).toBeLessThanOrEqual(quota);
});

test("the cursors of what was deleted count, so that nobody fills the disk by deleting", async () => {
  server.store.quotas = { contacts: 10, bytes: 5_000 };
  const call = await server.as("deletes");
  const create = () => call("/v1/webhooks", quietWebhook);
  let created = await create();
  for (
    let n = 0;
    n < 50 && created.status === 201;
    n++, created = await create()
  )
    await call(`/v1/webhooks/${created.body.data.id}`, undefined, "DELETE");
  const isFull = refusal("guardar 5000 bytes");
  expect(created.body.error).toMatchObject(isFull);

  server.store.quotas = { contacts: 10, bytes: 1024 ** 2 };
  await call("/v1/webhooks", {
    url: "https://8.8.8.8/hook",
    events: ["contact.created"],
  });
  const { id } = (await call("/v1/contacts", contact())).body.data;
  await call(`/v1/contacts/${id}`, undefined, "DELETE");
  expect((await usage("deletes")).contacts).toBe(0);
});

test.runIf(onPostgres)(
  "old events of an import that ends while expired ones are deleted are counted once",
  async () => {
    let now = new Date("2026-04-01T09:00:00.000Z");
    const aging = await startServer({ clock: () => now });
    const { store } = aging;
    const call = await aging.as();
    const webhook = { url: "https://crm.example.com/", events: ["*"] };
    await call("/v1/webhooks", webhook);
    await call("/v1/contacts", contact());
    const workspace = await aging.workspaceId();
    now = new Date(now.getTime() + (limits.eventDays + 1) * 24 * 60 * 60_000);
    const importRows = sql`
      with event as (
        insert into events (workspace_id, id, type, data, created_at)
        select workspace_id, 'evt_imported', type, data, created_at from events where workspace_id = ${workspace}
        returning *
      )
      insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, status, retry, created_at)
      select workspace_id, 'whd_imported', webhook_id, 'evt_imported', 'succeeded', false, created_at
      from webhook_deliveries where workspace_id = ${workspace}`;

    await whileLocked(
      store,
      (other) => sql`select from webhook_deliveries for update`.execute(other),
      () => deleteExpiredEvents(store),
      () =>
        store.database.transaction().execute(async (database) => {
          await importRows.execute(database);
          await resetUsage(database, workspace);
        }),
    );

    expect(await readUsageDifferences(store.database, 10)).toEqual([]);
  },
);
