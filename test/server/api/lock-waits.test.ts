import { sql, type Kysely } from "kysely";
import { describe, expect, test } from "vitest";
import { newId } from "../../../server/store/ids.ts";
import type { Tables } from "../../../server/store/tables.ts";
import { createLog } from "../../../server/telemetry/log.ts";
import { startServer } from "../../support/server.ts";
import { onPostgres } from "../../support/store.ts";
import { whileLocked, withLocks } from "../../support/locks.ts";

const server = await startServer();
const key = await server.key(["*"]);
const call = server.caller(() => key);
const patch = (id: string, json: object, headers = {}) =>
  server.call(`/v1/contacts/${id}`, { key, method: "PATCH", json, headers });
const etagOf = ({ headers }: { headers: Headers }) => headers.get("etag") ?? "";

let n = 0;
const addContact = async () => {
  const fields = { name: "Ana", email: `ana${n++}@example.com` };
  return (await call("/v1/contacts", fields)).body.data;
};
const addConversation = async (contact_id: string) => {
  await call("/v1/conversations", { contact_id, body: "Hola" });
};
/** Returns the type of each of the newest events, and for a contact its conversations_count. */
const newestEvents = async (count: number) => {
  const { data } = (await call("/v1/events?limit=100")).body;
  return data
    .slice(-count)
    .map(({ type, data: object }) =>
      "conversations_count" in object
        ? [type, object.conversations_count]
        : [type],
    );
};

describe.runIf(onPostgres)(
  "a change of a contact that waits for a lock",
  () => {
    const lock = (id: string) => (transaction: Kysely<Tables>) =>
      sql`select from contacts where id = ${id} for no key update`.execute(
        transaction,
      );

    test("responds with the ETag of the next read, and its event counts the conversation before it", async () => {
      const { id } = await addContact();
      const changed = await whileLocked(
        server.store,
        lock(id),
        () => patch(id, { name: "Eva" }),
        () => addConversation(id),
      );
      expect(changed.body.data.conversations_count).toBe(1);
      expect(etagOf(changed)).toBe(etagOf(await call(`/v1/contacts/${id}`)));
      expect(await newestEvents(3)).toEqual([
        ["conversation.created"],
        ["message.created"],
        ["contact.updated", 1],
      ]);
    });

    test("with an If-Match of the state before the wait is a 412", async () => {
      const { id } = await addContact();
      const past = etagOf(await call(`/v1/contacts/${id}`));
      const refused = await whileLocked(
        server.store,
        lock(id),
        () => patch(id, { name: "Eva" }, { "If-Match": past }),
        () => addConversation(id),
      );
      expect(refused.status).toBe(412);
      expect(etagOf(refused)).toBe(etagOf(await call(`/v1/contacts/${id}`)));
    });

    test("for longer than two seconds gets a 503, and the log says that it was the lock", async () => {
      const lines: unknown[] = [];
      const write = (line: string) => void lines.push(JSON.parse(line));
      const log = createLog("error", { write });
      const logging = await startServer({ store: server.store, log });
      const { id } = await addContact();
      const path = `/v1/contacts/${id}`;
      const options = { key, method: "PATCH", json: { name: "Eva" } };

      const { status, headers } = await withLocks(server.store, lock(id), () =>
        logging.call(path, options),
      );

      expect([status, headers.get("retry-after")]).toEqual([503, "2"]);
      // 55P03: lock_not_available
      const error = expect.stringContaining("55P03");
      const last = { operation: "updateContact", reason: "timeout", error };
      await expect.poll(() => lines).toMatchObject([{ last }]);
      const { rows } = await sql`show lock_timeout`.execute(
        server.store.database,
      );
      expect(rows).toEqual([{ lock_timeout: "2s" }]);
    });

    test("as an element of a batch counts the conversation before it", async () => {
      const { id } = await addContact();
      const batch = await whileLocked(
        server.store,
        lock(id),
        () => call("/v1/contacts/batch", { contacts: [{ id, name: "Eva" }] }),
        () => addConversation(id),
      );
      const [result] = batch.body.data.results;
      expect(result?.contact?.conversations_count).toBe(1);
      expect(await newestEvents(1)).toEqual([["contact.updated", 1]]);
    });

    const insertConversation =
      (workspace_id: string, contact_id: string) =>
      (transaction: Kysely<Tables>) =>
        transaction
          .insertInto("conversations")
          .values({
            workspace_id,
            id: newId("cv"),
            contact_id,
            subject: "",
            status: "open",
            source: "api",
            created_at: sql`now()`,
            updated_at: sql`now()`,
            last_message_at: sql`now()`,
          })
          .execute();

    test.each<{ name: string; change: (id: string) => Promise<unknown> }>([
      { name: "a PATCH", change: (id: string) => patch(id, { name: "Eva" }) },
      {
        name: "a batch",
        change: (id: string) =>
          call("/v1/contacts/batch", { contacts: [{ id, name: "Eva" }] }),
      },
    ])(
      "waits for a conversation that is being stored: $name counts it",
      async ({ change }) => {
        const { id } = await addContact();
        const workspace = await server.workspaceId();
        await whileLocked(server.store, insertConversation(workspace, id), () =>
          change(id),
        );
        expect(await newestEvents(1)).toEqual([["contact.updated", 1]]);
      },
    );
  },
);

describe.runIf(onPostgres)("a conversation", () => {
  const openConversation = async () => {
    const contact = await addContact();
    const first = { contact_id: contact.id, body: "Hola" };
    const { id } = (await call("/v1/conversations", first)).body.data;
    return { id, contact: contact.id };
  };

  /** Adds a message in a transaction that has locked the conversation, as a request does. */
  const addMessage =
    (workspace: string, id: string) => async (transaction: Kysely<Tables>) => {
      await sql`select from conversations where id = ${id} for no key update`.execute(
        transaction,
      );
      await sql`
        insert into messages (workspace_id, id, conversation_id, author_type, body, created_at)
        values (${workspace}, ${newId("ms")}, ${id}, 'team', 'Buenas', now())`.execute(
        transaction,
      );
    };

  test("that is changed while it gets a message counts this message", async () => {
    const { id } = await openConversation();
    const add = addMessage(await server.workspaceId(), id);

    const changed = await whileLocked(server.store, add, () =>
      call(`/v1/conversations/${id}`, { status: "closed" }, "PATCH"),
    );

    expect(changed.body.data.messages_count).toBe(2);
  });

  test("that gets a message while its contact is erased is erased with it, and another goes on", async () => {
    const other = await openConversation();
    const { id, contact } = await openConversation();
    const add = addMessage(await server.workspaceId(), id);
    const writeToOther = async () => {
      const path = `/v1/conversations/${other.id}/messages`;
      const sent = await call(path, { body: "Hola", author_type: "team" });
      expect(sent.status).toBe(201);
    };

    const erased = await whileLocked(
      server.store,
      add,
      () => call(`/v1/contacts/${contact}`, undefined, "DELETE"),
      writeToOther,
    );

    expect(erased.status).toBe(200);
    const { rows } =
      await sql`select from messages where conversation_id = ${id}`.execute(
        server.store.database,
      );
    expect(rows).toEqual([]);
  });

  test("of the team with a contact that is being erased is refused", async () => {
    const { id } = await addContact();
    const erase = (transaction: Kysely<Tables>) =>
      transaction.deleteFrom("contacts").where("id", "=", id).execute();

    const refused = await whileLocked(server.store, erase, () =>
      call("/v1/conversations", { contact_id: id, body: "Hola" }),
    );

    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toMatchObject([
      { path: ["contact_id"], reason: "not_found" },
    ]);
  });
});
