import { sql, type Kysely } from "kysely";
import { describe, expect, test } from "vitest";
import type { Tables } from "../../../server/store/tables.ts";
import { startServer } from "../../support/server.ts";
import { onPostgres } from "../../support/store.ts";
import { waitingForLock, whileLocked } from "../../support/locks.ts";

const server = await startServer();
const key = await server.key(["*"]);
const call = server.caller(() => key);
const patch = (id: string, json: object) =>
  call(`/v1/contacts/${id}`, json, "PATCH");

let n = 0;
const addContact = async (fields: object = {}) => {
  const unique = { name: "Ana", email: `ana${n++}@example.com` };
  return (await call("/v1/contacts", { ...unique, ...fields })).body.data;
};

describe.runIf(onPostgres)(
  "an email or external_id that its contact gives up in the meantime",
  () => {
    /**
     * Sends a request while another contact is about to get an email and an `external_id`. The
     * request waits, finds them taken, and only then the other contact gives both up.
     */
    const whileHandedOver = async <T>(
      keys: { email: string; external_id: string },
      request: () => Promise<T>,
    ): Promise<T> => {
      const { id, email } = await addContact();
      const { database } = server.store;
      const set =
        (values: { email: string; external_id: string | null }) =>
        (transaction: Kysely<Tables>) =>
          transaction
            .updateTable("contacts")
            .set(values)
            .where("id", "=", id)
            .execute();
      let givesUp = Promise.resolve();
      const response = await whileLocked(
        server.store,
        set(keys),
        request,
        async () => {
          // It gets the table once the request is refused, and before its holder can be looked up.
          givesUp = database.transaction().execute(async (transaction) => {
            await sql`lock table contacts in access exclusive mode`.execute(
              transaction,
            );
            await set({ email, external_id: null })(transaction);
          });
          await expect
            .poll(() => waitingForLock(server.store), { interval: 5 })
            .toBe(2);
        },
      );
      await givesUp;
      return response;
    };

    test.each(["email", "external_id"] as const)(
      "is the contact's whose PATCH asks for it: %s",
      async (name) => {
        const { id } = await addContact();
        const keys = { email: `patch-${name}@example.com`, external_id: name };
        const change = { [name]: keys[name] };
        const { status, body } = await whileHandedOver(keys, () =>
          patch(id, change),
        );
        expect(status).toBe(200);
        expect(body.data).toMatchObject({ id, ...change });
      },
    );

    test.each(["email", "external_id"] as const)(
      "is the contact's whose creation asks for it: %s",
      async (name) => {
        const keys = {
          email: `create-${name}@example.com`,
          external_id: `${n}`,
        };
        const own = { name: "Eva", email: `own-${name}@example.com` };
        const { status, body } = await whileHandedOver(keys, () =>
          call("/v1/contacts", { ...own, [name]: keys[name] }),
        );
        expect(status).toBe(201);
        expect(body.data).toMatchObject({ [name]: keys[name] });
      },
    );

    test("is the contact's whose element of a batch asks for it", async () => {
      const keys = { email: "batch@example.com", external_id: "batch" };
      const { body } = await whileHandedOver(keys, () =>
        call("/v1/contacts/batch", { contacts: [{ name: "Eva", ...keys }] }),
      );
      expect(body.data.results).toMatchObject([
        { status: "created", contact: keys },
      ]);
    });
  },
);

test("a key that goes to and fro between contacts is never a 503", async () => {
  const contacts = await Promise.all([1, 2, 3].map(() => addContact()));
  const statuses = new Set<number>();
  for (let round = 0; round < 20; round++) {
    const changes = contacts.map(({ id }, i) => ({
      id,
      external_id: i === round % 3 ? null : "to and fro",
    }));
    const responses = await Promise.all(
      changes.map(({ id, ...change }) => patch(id, change)),
    );
    for (const { status } of responses) statuses.add(status);
  }
  expect([...statuses].sort()).toEqual([200, 409]);
});

test("a key that is taken again and again, and that nobody has, is a 503 which says when to try again", async () => {
  const name = "Nadie lo tiene";
  await sql`
    create function always_taken() returns trigger language plpgsql as $$ begin
      raise exception 'taken' using errcode = 'unique_violation';
    end $$`.execute(server.store.database);
  await sql`
    create trigger always_taken before insert on contacts for each row
    when (new.name = ${sql.lit(name)}) execute function always_taken()`.execute(
    server.store.database,
  );

  const refused = await call("/v1/contacts", { name, email: "x@example.com" });

  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("1");
  expect((await addContact()).name).toBe("Ana");
});
