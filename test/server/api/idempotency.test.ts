import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { nameOf, pack } from "../../../server/api/stored-responses.ts";
import { loadContract } from "../../../server/contract/load.ts";
import { createValidator } from "../../../server/contract/validator.ts";
import { applyRetention } from "../../../server/boot/retention.ts";
import { serve, startServer } from "../../support/server.ts";

let now = Date.parse("2026-04-01T09:00:00.000Z");
const server = await startServer({ clock: () => new Date(now) });
const key = await server.key(["*"]);
/** Sends it to another server, or to another spelling of the path. */
const send = (address: string, json: object, idempotencyKey: string) => {
  const headers = {
    Authorization: `Bearer ${key}`,
    "Idempotency-Key": idempotencyKey,
  };
  const body = JSON.stringify(json);
  return fetch(address, {
    method: "POST",
    body,
    headers: { ...headers, "Content-Type": "application/json" },
  });
};
const post = <Path extends string>(
  path: Path,
  json: unknown,
  idempotencyKey: string,
  as = key,
) =>
  server.call(path, {
    key: as,
    json,
    headers: { "Idempotency-Key": idempotencyKey },
  });
const contact = (
  await post("/v1/contacts", { name: "Ana", email: "ana@example.com" }, "ana")
).body.data.id;
const greeting = { contact_id: contact, body: "Hola" };
const conversation = (await post("/v1/conversations", greeting, "first")).body
  .data.id;
const ticket = {
  contact_id: contact,
  subject: "Factura",
  description: "Está mal.",
  custom_fields: { b: 1, a: 2 },
};
const tickets = async () =>
  (await server.call("/v1/tickets?limit=100", { key })).body.data.length;

/** Stores another response for a request that was sent with a key. */
async function storeAgain(idempotencyKey: string, response: object) {
  const { database } = server.store;
  const row = await database
    .selectFrom("idempotency_keys")
    .select(["workspace_id", "api_key_id", "path", "key"])
    .where("key", "=", idempotencyKey)
    .executeTakeFirstOrThrow();
  await database
    .updateTable("idempotency_keys")
    .set({ response: pack(server.cipher, response, nameOf(row)) })
    .where("key", "=", idempotencyKey)
    .execute();
}

describe("Idempotency-Key", () => {
  test.each([
    { path: "/v1/conversations", spelling: "/v1/%63onversations" },
    {
      path: `/v1/conversations/ID/messages`,
      spelling: "/v1/conversations/%63ID/messages",
    },
  ])(
    "is one for all spellings of a path: $path is $spelling",
    async ({ path, spelling }) => {
      const json = path.endsWith("messages") ? { body: "Hola" } : greeting;
      const first = await post(
        path.replace("ID", conversation),
        json,
        "spelling",
      );
      const target =
        server.address + spelling.replace("ID", conversation.slice(1));
      const second = await send(target, json, "spelling");
      expect(first.status).toBe(201);
      expect(second.status).toBe(201);
      expect(await second.json()).toEqual(first.body);
    },
  );

  test("is another one for each object in a path", async () => {
    const { data: other } = (await post("/v1/conversations", greeting, "other"))
      .body;
    const write = (id: string) =>
      post(`/v1/conversations/${id}/messages`, { body: "Hola" }, "two-places");
    const first = await write(conversation);
    const second = await write(other.id);
    for (const { status, headers } of [first, second])
      expect([status, headers.get("idempotent-replayed")]).toEqual([201, null]);
    expect(second.body.data).toMatchObject({ conversation_id: other.id });
  });

  test("keeps no secret readable", async () => {
    const webhook = { url: "https://crm.example.com/", events: ["*"] };
    const { body } = await post("/v1/webhooks", webhook, "secret");
    const rows = await server.store.database
      .selectFrom("idempotency_keys")
      .selectAll()
      .execute();
    expect(rows.map(({ key }) => key)).toContain("secret");
    expect(JSON.stringify(rows)).not.toContain(
      body.data.secret.slice("whsec_".length),
    );
    expect(JSON.stringify(rows)).not.toContain(body.data.id);
  });

  test("with the same fields in another order is the same body, and with other values a 422", async () => {
    const reversed = Object.fromEntries(Object.entries(ticket).reverse());
    const first = await post("/v1/tickets", ticket, "order");
    const inReverse = {
      ...reversed,
      custom_fields: { a: 2, b: 1 },
      priority: "normal",
    };
    expect(await post("/v1/tickets", inReverse, "order")).toMatchObject({
      status: 201,
      body: first.body,
    });
    const swapped = { ...reversed, custom_fields: { a: 1, b: 2 } };
    const { status, body } = await post("/v1/tickets", swapped, "order");
    const reused = { path: ["Idempotency-Key"], reason: "reused" };
    expect(status).toBe(422);
    expect(body.error.details).toMatchObject([reused]);
  });

  test("gets a response of a later version, whose fields and defaults this one does not know", async () => {
    const first = await post("/v1/tickets", ticket, "later");
    const contract = loadContract();
    const schemas = contract.components?.schemas as Record<
      string,
      { properties: Record<string, unknown> }
    >;
    delete schemas["Ticket"]?.properties["tags"];
    schemas["CreateTicketRequest"]!.properties["priority"] = { type: "string" };
    const older = await serve({
      ...server,
      validator: await createValidator(contract),
    });
    onTestFinished(older.close);
    const again = await send(`${older.address}/v1/tickets`, ticket, "later");
    expect(again.status).toBe(201);
    expect(await again.json()).toEqual(first.body);
  });

  test("gets a response of a later version, which this one may not send", async () => {
    // Given a stored response whose subject is longer than this version allows.
    const first = await post("/v1/tickets", ticket, "longer");
    const subject = "x".repeat(10_000);
    const data = { ...first.body.data, subject };
    await storeAgain("longer", { status: 201, body: { data } });

    const again = await send(`${server.address}/v1/tickets`, ticket, "longer");

    expect(again.status).toBe(201);
    expect(await again.json()).toEqual({ data });
  });

  test.each(["request_hash", "body_hash"] as const)(
    "gets the response of a server that stored one hash of the body, the present %s",
    async (column) => {
      const first = await post("/v1/tickets", ticket, column);
      await server.store.database
        .updateTable("idempotency_keys")
        .set({ request_hash: sql<string>`${sql.ref(column)}`, body_hash: null })
        .where("key", "=", column)
        .execute();

      const again = await post("/v1/tickets", ticket, column);
      const other = { ...ticket, subject: "Otra" };
      const refused = await post("/v1/tickets", other, column);

      expect(again.body).toEqual(first.body);
      expect(refused.status).toBe(422);
    },
  );

  test("of twenty simultaneous requests creates one ticket", async () => {
    const before = await tickets();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => post("/v1/tickets", ticket, "race")),
    );
    expect(await tickets()).toBe(before + 1);
    const created = responses
      .filter(({ status }) => status === 201)
      .map(({ body }) => body.data.id);
    expect(new Set(created).size).toBe(1);
    const refused = responses
      .filter(({ status }) => status !== 201)
      .map(({ status, body }) => [status, body.error.code]);
    expect(refused).toEqual(refused.map(() => [409, "request_in_progress"]));
  });

  test("of a refused request can be used again", async () => {
    expect(
      (await post("/v1/tickets", { ...ticket, contact_id: "nobody" }, "retry"))
        .status,
    ).toBe(422);
    expect((await post("/v1/tickets", ticket, "retry")).status).toBe(201);
  });

  test("is kept until its time", async () => {
    const first = await post("/v1/tickets", ticket, "kept");
    now += limits.idempotencyHours * 60 * 60 * 1000 - 1;
    const again = await post("/v1/tickets", ticket, "kept");
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
  });

  test("is another one for each API key of a workspace", async () => {
    const other = await server.key(["*"]);
    const first = await post("/v1/tickets", ticket, "shared");
    const second = await post("/v1/tickets", ticket, "shared", other);
    expect(first.status).toBe(201);
    expect(second.status).toBe(201);
    expect(second.body.data.id).not.toBe(first.body.data.id);
    expect(second.headers.get("Idempotent-Replayed")).toBeNull();
  });

  test("is forgotten after its time, before and after the old ones are deleted", async () => {
    const first = await post("/v1/tickets", ticket, "old");
    now += limits.idempotencyHours * 60 * 60 * 1000;
    const second = await post("/v1/tickets", ticket, "old");
    expect(second.body.data.id).not.toBe(first.body.data.id);
    await applyRetention(server.store);
    const rows = await server.store.database
      .selectFrom("idempotency_keys")
      .select("key")
      .execute();
    expect(rows).toEqual([{ key: "old" }]);
  });

  test("of an erased contact is free after its time, and then kept for the new contact", async () => {
    const json = { name: "Eva", email: "eva@example.com" };
    const first = await post("/v1/contacts", json, "person");
    const path = `/v1/contacts/${first.body.data.id}` as const;
    await server.call(path, { key, method: "DELETE" });
    expect((await post("/v1/contacts", json, "person")).status).toBe(422);
    now += limits.idempotencyHours * 60 * 60 * 1000;

    const second = await post("/v1/contacts", json, "person");
    const again = await post("/v1/contacts", json, "person");

    expect(second.status).toBe(201);
    expect(again.body).toEqual(second.body);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
  });

  test("of a contact that was erased late is free once the time of its request is over", async () => {
    const json = { name: "Iris", email: "iris@example.com" };
    const { body } = await post("/v1/contacts", json, "erased-late");
    const lifetime = limits.idempotencyHours * 60 * 60 * 1000;
    now += lifetime - 1;
    const path = `/v1/contacts/${body.data.id}` as const;
    await server.call(path, { key, method: "DELETE" });
    expect((await post("/v1/contacts", json, "erased-late")).status).toBe(422);

    now += 1;

    expect((await post("/v1/contacts", json, "erased-late")).status).toBe(201);
  });
});
