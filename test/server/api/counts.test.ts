import { describe, expect, test } from "vitest";
import { at } from "../../support/at.ts";
import { startServer } from "../../support/server.ts";

// The counts of a contact are those of its conversations and tickets, whatever their state.

const server = await startServer();
const call = await server.as();

const create = async (name: string) => {
  const email = `${name}@example.com`;
  return (await call("/v1/contacts", { name, email })).body.data;
};

interface Counts {
  conversations_count: number;
  tickets_count: number;
}
const countsIn = ({ conversations_count, tickets_count }: Counts) => [
  conversations_count,
  tickets_count,
];

/** The counts of a contact in each response that shows them. */
async function countsOf(id: string, email: string) {
  const list = (await call(`/v1/contacts?email=${email}`)).body.data;
  const batch = (await call("/v1/contacts/batch", { contacts: [{ email }] }))
    .body.data;
  return {
    get: countsIn((await call(`/v1/contacts/${id}`)).body.data),
    list: list.map(countsIn),
    batch: batch.results.map(({ contact }) => contact && countsIn(contact)),
  };
}
const everywhere = (counts: number[]) => ({
  get: counts,
  list: [counts],
  batch: [counts],
});

const statuses = (name: string): string[] =>
  at(`/components/schemas/${name}/properties/status/enum`);

describe("a conversation counts once", () => {
  test.each(statuses("UpdateConversationRequest"))("as %s", async (status) => {
    const { id: contact_id, email } = await create(`conversation-${status}`);
    await create(`other-${status}`);
    expect(await countsOf(contact_id, email)).toEqual(everywhere([0, 0]));
    for (const count of [1, 2]) {
      const json = { contact_id, body: "Hola" };
      const { id } = (await call("/v1/conversations", json)).body.data;
      const path = `/v1/conversations/${id}` as const;
      const changed = await call(path, { status }, "PATCH");
      expect(changed.status).toBe(200);
      expect(await countsOf(contact_id, email)).toEqual(everywhere([count, 0]));
    }
  });
});

describe("a ticket counts once", () => {
  test.each(statuses("UpdateTicketRequest"))("as %s", async (status) => {
    const { id: contact_id, email } = await create(`ticket-${status}`);
    for (const count of [1, 2]) {
      const json = { contact_id, subject: "Factura", description: "Mal" };
      const { id } = (await call("/v1/tickets", json)).body.data;
      const changed = await call(`/v1/tickets/${id}`, { status }, "PATCH");
      expect(changed.status).toBe(200);
      expect(await countsOf(contact_id, email)).toEqual(everywhere([0, count]));
    }
  });
});
