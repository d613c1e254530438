import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { prepare } from "../../server/operator/run.ts";
import { workspaceTables } from "../../server/operator/workspace.ts";
import { settled } from "../support/delivery.ts";
import { nameOf, oldestKept, readOn, stays, unseen } from "./commands/feed.ts";
import { goOn } from "./commands/walks.ts";
import { deliveriesOf, removeWebhook } from "./commands/webhooks.ts";
import { must } from "../support/check-response.ts";
import { alive, isGone, newReader, receiverOf, textsIn } from "./model.ts";
import type { Reader, Stored, Thing, Workspace } from "./model.ts";
import { quotas } from "./server.ts";
import { readOf, text as sorted, volatile } from "./step.ts";
import { send, type World } from "./world.ts";

/** Holds what must be true after a meeting, and ends what would disturb the next one. */
export async function check(world: World): Promise<void> {
  const { receivers } = world.server;
  try {
    for (const [path, manner] of receivers.manners)
      if (manner === "waits") receivers.manners.set(path, "takes");
    receivers.release();
    await settled(world.server);
    for (const workspace of world.model.workspaces) await checkWorkspace(world, workspace);
  } finally {
    await tidy(world);
  }
}

/** Webhooks would go on to deliver. */
export async function tidy(world: World): Promise<void> {
  world.server.receivers.release();
  for (const workspace of world.model.workspaces)
    for (const webhook of alive(workspace, "webhook")) await removeWebhook(world, webhook);
}

async function checkWorkspace(world: World, workspace: Workspace): Promise<void> {
  const everything = newReader();
  while (await readOn(world, workspace, everything, 100));
  checkFeed(world, workspace, everything);
  for (const reader of workspace.readers) {
    while (await readOn(world, workspace, reader, 2));
    checkReader(world, workspace, reader, everything);
  }
  for (const walk of [...workspace.walks])
    while (workspace.walks.includes(walk)) await goOn(world, workspace, walk, 2);
  for (const thing of workspace.things) await checkThing(world, thing);
  for (const webhook of alive(workspace, "webhook")) await checkDeliveries(world, webhook, everything);
  const rows = await rowsOf(world, workspace);
  await checkUsage(world, workspace, rows);
  await checkErased(world, workspace, rows);
  const anew = workspace.stored.filter(createsAnew);
  // One that creates an erased person anew gives others their texts back, so one is enough.
  const repeated = [...workspace.stored.filter((it) => !anew.includes(it)), ...anew.slice(0, 1)];
  for (const it of repeated) await checkStored(it);
}

/** Whether a request, sent again, creates somebody who was erased. */
const createsAnew = ({ name, about }: Stored) =>
  about.some((it) => it.isLeaving) && /v1\/contacts(\/batch)?"/.test(name);

/** A response is sent again as it was, and one that is about somebody who is erased never. */
async function checkStored({ repeat, status, text, about }: Stored): Promise<void> {
  const again = await repeat();
  const gone = about.filter((it) => it.isLeaving);
  const isAs = gone.length > 0 || (again.status === status && again.text === text);
  // Others may name somebody who is erased, by an id in a field of their own.
  const isNew = gone.every(({ id }) => id === "" || !again.text.includes(`id":"${id}"`));
  must("a key replays its own request", isAs && isNew, () => `${text} → ${again.text}`);
}

/** The feed holds each event that happened and is kept, once, and no other. */
function checkFeed(world: World, workspace: Workspace, { seen }: Reader): void {
  const missing = workspace.told.filter((told) => told.at > oldestKept(world) && stays(told)).map(nameOf);
  const more = [...seen.values()].filter(
    (it) => !(missing.includes(it) && missing.splice(missing.indexOf(it), 1)),
  );
  const told = () => `too many: ${more.join()}; missing: ${missing.join()}`;
  must("the feed is what happened", more.length + missing.length === 0, told);
}

/** A reader that only ever continued has seen every event once, in order, and every erasure. */
function checkReader(world: World, workspace: Workspace, reader: Reader, all: Reader): void {
  const missing = unseen(workspace, reader).filter((told) => told.at > oldestKept(world) && stays(told));
  must("a reader sees every event", missing.length === 0, () => missing.map(nameOf).join());
  const order = [...all.seen.keys()];
  const indexes = [...reader.seen.keys()].map((id) => order.indexOf(id)).filter((index) => index >= 0);
  const isSo = indexes.every((index, n) => n === 0 || index > (indexes[n - 1] ?? 0));
  must("a reader sees events in order", isSo, () => indexes.join());
}

/** What is not compared: what receivers and messages change, and what is shown once. */
const others = [...volatile, "status", "disabled_reason", "secret"];

/** What was acknowledged is there, with every field, and what was ended is not. */
async function checkThing(world: World, thing: Thing): Promise<void> {
  const { kind, id, workspace, shown } = thing;
  if (kind === "message" || kind === "article") return;
  const caller = await world.key(workspace, "team");
  const { status, body, text } = await send(world, caller, readOf[kind], { path: { id } });
  must("what was acknowledged exists", status === (isGone(thing) ? 404 : 200), () => `${id}: ${text}`);
  if (status !== 200) return;
  const found: Record<string, unknown> = { ...body.data };
  const other = Object.keys(shown).find(
    (name) => !others.includes(name) && sorted(found[name]) !== sorted(shown[name]),
  );
  must("what was acknowledged exists", other === undefined, () => `${other} of ${sorted(shown)}: ${text}`);
}

/** What a receiver confirmed is a success with its attempt in the log; what is in the feed was queued. */
async function checkDeliveries(world: World, webhook: Thing, { seen }: Reader): Promise<void> {
  const deliveries = await deliveriesOf(world, webhook);
  const path = receiverOf(webhook);
  const confirmed = world.server.receivers.confirmed.filter((it) => it.path === path);
  for (const { eventId } of confirmed) {
    const delivery = deliveries.find((it) => it.event_id === eventId);
    must("deliveries stay", delivery !== undefined || !seen.has(eventId), () => `${webhook.id}: ${eventId}`);
    if (!delivery) continue;
    const isSuccess = (it: { response_status: number | null } | undefined) => it?.response_status === 200;
    const count = confirmed.filter((it) => it.eventId === eventId).length;
    const isSo =
      delivery.attempts.filter(isSuccess).length >= Math.min(count, 20) &&
      (!isSuccess(delivery.attempts.at(-1)) || delivery.status === "succeeded");
    must("a success stays", isSo, () => JSON.stringify(delivery));
  }
}

interface Row {
  table: string;
  row: string;
}

/** The rows of a workspace: their values, as the names of columns are no data. */
async function rowsOf({ server }: World, { name: workspace }: Workspace): Promise<Row[]> {
  const { database } = server.store;
  const all: Row[] = [];
  for (const name of workspaceTables.keys()) {
    const { rows } = await sql<Row>`
      select ${name} as "table", rows::text as row from ${sql.table(name)} rows
      where workspace_id = (select id from workspaces where name = ${workspace})`.execute(database);
    all.push(...rows);
  }
  return all;
}

/** The tables of what callers make the server keep. */
const counted = [
  ...["contacts", "conversations", "messages", "tickets", "events"],
  ...["webhook_deliveries", "idempotency_keys", "messenger_sessions"],
];

/** The ledger equals a recount of the rows, which are no smaller than what it says, and bounds them. */
async function checkUsage({ server }: World, { name }: Workspace, rows: Row[]): Promise<void> {
  const usage = prepare(["operator", "usage", "--workspace", name]);
  const shown = await usage(server.store).catch((error: unknown) => String(error));
  must("usage is what is stored", shown.startsWith("{"), () => shown);
  const { ledger } = JSON.parse(shown) as { ledger: { contacts: number; bytes: number } };
  const size = rows.reduce((sum, { table, row }) => sum + (counted.includes(table) ? row.length : 0), 0);
  must("usage is what is stored", ledger.bytes * 2 >= size, () => `${shown} for ${size}`);
  // A full workspace has a tenth for events of changes that make objects smaller; what else is written, as an erasure, is small.
  const isSo = ledger.bytes < quotas.bytes * 1.2 && ledger.contacts <= quotas.contacts;
  must("a quota bounds", isSo, () => shown);
}

/** What was about somebody who is erased stands nowhere. */
async function checkErased({ server, model }: World, { name }: Workspace, rows: Row[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "contacts-model-"));
  try {
    await prepare(["operator", "export", name, "all"])(server.store, { folder });
    const exported = { table: "the export", row: readFileSync(join(folder, "all"), "utf8") };
    for (const { table, row } of [...rows, exported])
      for (const [text, { person }] of textsIn(model, row)) {
        const told = () => `${text} in ${table}: ${row.slice(0, 500)}`;
        must("erased is erased", !person || !isGone(person), told);
      }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
