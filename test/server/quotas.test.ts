import { expect, test } from "vitest";
import { addContact } from "../../server/resources/contacts.ts";
import { change } from "../../server/store/change.ts";
import { startServer } from "../support/server.ts";
import { onPostgres } from "../support/store.ts";

const server = await startServer();
let count = 0;
const contact = () => ({ name: "Ana", email: `ana${++count}@example.com` });

/** Posts for a workspace of its own; that of another stays as it is. */
async function workspace(name: string) {
  const key = await server.key(["*"], name);
  return server.caller(() => key);
}

const refusal = (message: string) => ({ code: "validation_error", details: [{ path: [], message }] });

test("of creations at one moment as many pass as the quota of contacts has room for", async () => {
  server.store.quotas = { contacts: 3, bytes: 1024 ** 2 };
  const [full, other] = [await workspace("full"), await workspace("other")];
  const first = await full("/v1/contacts", contact());
  const twice = await full("/v1/contacts", { ...contact(), email: first.body.data.email });
  expect(twice.status).toBe(409); // not counted, as it made nothing
  const rest = await Promise.all(Array.from({ length: 10 }, () => full("/v1/contacts", contact())));
  const refused = rest.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(8);
  for (const { status, body } of refused) {
    expect(status).toBe(422);
    expect(body.error).toMatchObject(refusal("el espacio de trabajo ya tiene 3 contactos, el máximo"));
  }
  const ticket = { contact_id: first.body.data.id, subject: "Factura", description: "Está mal." };
  expect((await full("/v1/tickets", ticket)).status).toBe(201);
  expect((await other("/v1/contacts", contact())).status).toBe(201);
});

test.runIf(onPostgres)(
  "a change that others bring near the quota begins again, and then counts exactly",
  async () => {
    const call = await workspace("nearly full");
    const { id } = await server.store.database
      .selectFrom("workspaces")
      .select("id")
      .where("name", "=", "nearly full")
      .executeTakeFirstOrThrow();
    server.store.quotas = { contacts: 10_003, bytes: 1024 ** 4 };
    let runs = 0;
    await change(server.store, id, async (change) => {
      // The first time, nobody is near the quota when this begins, and four contacts later everybody is.
      if (++runs === 1) for (let n = 0; n < 4; n++) await call("/v1/contacts", contact());
      addContact(change, { name: "Ana", email: "last@example.com", country: "Chile" });
    });
    expect(runs).toBe(2);
  },
);

test("what is created counts by its bytes, and what is refused leaves nothing", async () => {
  server.store.quotas = { contacts: 10, bytes: 100_000 };
  const call = await workspace("writer");
  const contact_id = (await call("/v1/contacts", contact())).body.data.id;
  const first = { contact_id, body: "x".repeat(20_000) };
  const { id } = (await call("/v1/conversations", first)).body.data;
  const send = () => call(`/v1/conversations/${id}/messages`, { body: "ñ".repeat(10_000) });
  const statuses = [];
  for (let n = 0; n < 6; n++) statuses.push((await send()).status);
  expect(statuses).toEqual([201, 201, 201, 422, 422, 422]);
  const refused = await call("/v1/conversations", first);
  expect(refused.body.error).toMatchObject(
    refusal("el espacio de trabajo ya guarda 100000 bytes, el máximo"),
  );
  expect((await call("/v1/tickets", { contact_id, subject: "x", description: "y" })).status).toBe(201);
  const { rows } = await server.store.database
    .selectFrom("messages")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .execute()
    .then((rows) => ({ rows }));
  expect(rows).toEqual([{ count: "4" }]);
});
