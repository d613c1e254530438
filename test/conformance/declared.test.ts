import { expect, onTestFinished, test } from "vitest";
import { values } from "../../generated/constants.ts";
import { prepare } from "../../server/operator/run.ts";
import { contract } from "../support/at.ts";
import { everythingDeclared } from "../support/declared.ts";
import { startServer } from "../support/server.ts";
import { fillWorkspace } from "../support/world.ts";

// Other tests show most of what the contract declares; here is what follows from a list of values alone.
const server = await startServer();
const key = await server.key(["*"]);
const [rows = {}] = await fillWorkspace(server, "test", ["one"]);
const { ct = "", cv = "", tk = "", ar = "", wh = "" } = rows;
const operate = (...line: string[]) => prepare(["operator", ...line, "--workspace", "test"])(server.store);

test("every value that the team may choose is shown, and each change is an event that is delivered", async () => {
  const change = (path: string, json: object) => server.call(path, { key, method: "PATCH", json });
  const shown = async <Path extends string>(path: Path) => (await server.call(path, { key })).body;
  for (const lifecycle of values.Lifecycle) {
    await operate("contact", ct, "--lifecycle", lifecycle);
    expect(await shown(`/v1/contacts/${ct}`)).toMatchObject({ data: { lifecycle } });
  }
  for (const status of values.TicketStatus) {
    await change(`/v1/tickets/${tk}`, { status });
    expect(await shown(`/v1/tickets/${tk}`)).toMatchObject({ data: { status } });
  }
  await change(`/v1/conversations/${cv}`, { status: "closed" });
  await operate("unpublish", ar);
  const spare = { name: "x", email: "erased@example.com" };
  const erased = (await server.call("/v1/contacts", { key, json: spare })).body.data.id;
  await server.call(`/v1/contacts/${erased}`, { key, method: "DELETE" });
  const events = (await shown("/v1/events?limit=100")).data;
  const byTeam = events.filter(({ type }) => type === "contact.updated").map(({ request }) => request);
  expect(byTeam).toEqual(values.Lifecycle.slice(1).map(() => null));
  // The article was published before there was a webhook.
  const delivered = (await shown(`/v1/webhooks/${wh}/deliveries?limit=100`)).data;
  expect(delivered.map(({ event_type }) => event_type)).toEqual(
    expect.arrayContaining([
      "contact.updated",
      "contact.deleted",
      "conversation.updated",
      "ticket.updated",
      "article.unpublished",
    ]),
  );
});

test("a value that the contract adds to an enum, and no response shows, is missed at the end of a run", () => {
  const before = everythingDeclared();
  const listed: string[] = contract.components.schemas.ConversationStatus["x-extensible-enum"];
  listed.push("archived");
  onTestFinished(() => void listed.pop());
  const added = [...everythingDeclared()].filter((choice) => !before.has(choice));
  expect(added).toEqual(['#/components/schemas/ConversationStatus: "archived"']);
});
