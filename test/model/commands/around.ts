import { sql } from "kysely";
import fc from "fast-check";
import { retain } from "../../../server/boot/retention.ts";
import { must } from "../law.ts";
import { alive, type Thing } from "../model.ts";
import { readOn } from "./feed.ts";
import { step, values, where, which, workspaceAt } from "../step.ts";
import { forgetStored, pick, send, keys, type KeyName } from "../world.ts";

/** Time passes: an afternoon, a day, a month in which nothing happens, often after readers have read all that did. */
export const passTime = step(
  "passTime",
  values({ hours: fc.constantFrom(2, 25, 31 * 24), areDone: fc.boolean() }),
  async (world, { hours, areDone }) => {
    for (const workspace of areDone ? world.model.workspaces : [])
      for (const reader of workspace.readers) while (await readOn(world, workspace, reader, 100));
    world.server.pass(hours);
    await retain(world.server.store);
    if (hours < 24) return;
    forgetStored(world.model);
    for (const workspace of world.model.workspaces) workspace.visitors = [];
  },
);

/** A key asks who it is. */
export const getMe = step(
  "getMe",
  values({ ws: where, key: fc.constantFrom(...(Object.keys(keys) as KeyName[])) }),
  async (world, { ws, key }) => {
    const caller = await world.key(workspaceAt(world, ws), key);
    const { body, text } = await send(world, caller, "getMe");
    must("scopes", body.data.scopes.join() === keys[key].join(), () => text);
  },
);

const byId = {
  contact: ["getContact", "updateContact", "deleteContact"],
  conversation: ["getConversation", "updateConversation", "listMessages"],
  ticket: ["getTicket", "updateTicket"],
  webhook: ["getWebhook", "updateWebhook", "deleteWebhook", "listDeliveries"],
} as const;
const strange = Object.entries(byId).flatMap(([kind, all]) =>
  all.map((operation) => ({ kind: kind as keyof typeof byId, operation })),
);

/** Another workspace names what it has learnt the id of. */
export const askStranger = step(
  "askStranger",
  values({ which, what: fc.constantFrom(...strange) }),
  async (world, { which, what: { kind, operation } }) => {
    const thing: Thing | undefined = pick(alive(workspaceAt(world, 0), kind), which);
    if (!thing) return;
    const caller = await world.key(workspaceAt(world, 1), "everything");
    const body = operation.startsWith("update") ? { body: {} } : {};
    const { status, text } = await send(world, caller, operation, { path: { id: thing.id }, ...body });
    must("workspaces are apart", status === 404, () => text);
  },
);

/** A row that breaks the contract, as an import can bring one; it is as large as before. */
export const breakRow = step("breakRow", values({ ws: where, which }), async (world, { ws, which }) => {
  const workspace = workspaceAt(world, ws);
  const person = pick(alive(workspace, "contact"), which);
  if (!person || person.isLeaving) return;
  person.isBroken = true;
  await sql`update contacts set country = repeat(' ', length(country)) where id = ${person.id}`.execute(
    world.server.store.database,
  );
});
