import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { prepare } from "../../server/operator/run.ts";
import { workspaceTables } from "../../server/operator/workspace-tables.ts";
import { settled } from "../support/delivery.ts";
import { deliveriesOf, pathOf, removeWebhook } from "./commands/webhooks.ts";
import { nameOf, oldestKept, readOn, stays, unseen } from "./commands/feed.ts";
import { goOn } from "./commands/walks.ts";
import { must } from "./law.ts";
import {
  alive,
  isGone,
  isLeaving,
  newReader,
  type Reader,
  type Stored,
  type Thing,
  type Workspace,
} from "./model.ts";
import { quotas } from "./server.ts";
import { textsIn } from "./texts.ts";
import { send, type World } from "./world.ts";

/** Holds what must be true after a meeting, and ends what would disturb the next one. */
export async function check(world: World): Promise<void> {
  const { server, model } = world;
  try {
    server.receivers.release();
    for (const workspace of model.workspaces) {
      for (const it of alive(workspace, "webhook"))
        if (server.receivers.manners.get(pathOf(it)) === "waits")
          server.receivers.manners.set(pathOf(it), "takes");
    }
    server.receivers.release();
    await settled(server);
    for (const workspace of model.workspaces) await checkWorkspace(world, workspace);
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
  await checkThings(world, workspace);
  for (const webhook of alive(workspace, "webhook")) await checkDeliveries(world, webhook, everything);
  await checkUsage(world, workspace);
  await checkErased(world, workspace);
  // What is done anew as somebody was erased cannot show another one whose row breaks the contract.
  const stored = workspace.stored.filter(
    ({ about }) => !about.some(isLeaving) || !about.some((it) => it.isBroken),
  );
  const anew = stored.filter(createsAnew);
  // One that creates an erased person anew gives others their texts back, so one is enough.
  for (const it of stored) if (!anew.includes(it)) await checkStored(it);
  for (const it of anew.slice(0, 1)) await checkStored(it);
}

/** Whether a request, sent again, creates somebody who was erased. */
const createsAnew = ({ name, about }: Stored) =>
  about.some((it) => it.isLeaving) && /v1\/contacts(\/batch)?"/.test(name);

/** A response is sent again as it was, and one that is about somebody who is erased never. */
async function checkStored({ repeat, status, text, about }: Stored): Promise<void> {
  const again = await repeat();
  const gone = about.filter((it) => it.isLeaving);
  const isAs = gone.length > 0 || (again.status === status && again.text === text);
  const isNew = gone.every(({ id }) => id === "" || !again.text.includes(id));
  must("a key replays its own request", isAs && isNew, () => `${text} → ${again.text}`);
}

/** The feed holds each event that happened and is kept, once, and no other. */
function checkFeed(world: World, workspace: Workspace, { seen }: Reader): void {
  const kept = workspace.told.filter((told) => told.at > oldestKept(world) && stays(told)).map(nameOf);
  const compared = (names: Iterable<string>) => [...names].sort().join("\n");
  must("the feed is what happened", compared(seen.values()) === compared(kept), () =>
    differing([...seen.values()], kept),
  );
}

function differing(found: string[], expected: string[]): string {
  const left = [...expected];
  const more = found.filter((it) => !(left.includes(it) && left.splice(left.indexOf(it), 1)));
  return `too many: ${more.join()}; missing: ${left.join()}`;
}

/** A reader that only ever continued has seen every event once, in order, and every erasure. */
function checkReader(world: World, workspace: Workspace, reader: Reader, all: Reader): void {
  const missing = unseen(workspace, reader).filter((told) => told.at > oldestKept(world) && stays(told));
  must("a reader sees every event", missing.length === 0, () => missing.map(nameOf).join());
  const order = [...all.seen.keys()];
  const places = [...reader.seen.keys()].map((id) => order.indexOf(id)).filter((place) => place >= 0);
  must(
    "a reader sees events in order",
    places.every((place, n) => n === 0 || place > (places[n - 1] ?? 0)),
    () => places.join(),
  );
}

const readOf = {
  contact: "getContact",
  conversation: "getConversation",
  ticket: "getTicket",
  webhook: "getWebhook",
} as const;
/** What other things change, and no request to this one. */
const others = [
  ...[
    "conversations",
    "tickets",
    "conversations_count",
    "tickets_count",
    "messages_count",
    "last_message_at",
  ],
  ...["last_seen_at", "updated_at", "status", "disabled_reason", "secret", "wasDisabled"],
];

async function checkThings(world: World, workspace: Workspace): Promise<void> {
  const caller = await world.key(workspace, "everything");
  for (const thing of workspace.things) {
    if (!(thing.kind in readOf) || thing.isBroken || thing.person?.isBroken) continue;
    const { status, body, text } = await send(world, caller, readOf[thing.kind as keyof typeof readOf], {
      path: { id: thing.id },
    });
    must(
      "what was acknowledged exists",
      status === (isGone(thing) ? 404 : 200),
      () => `${thing.id}: ${text}`,
    );
    if (status !== 200) continue;
    const found: Record<string, unknown> = { ...body.data };
    for (const [name, value] of Object.entries(thing.shown)) {
      if (others.includes(name)) continue;
      must(
        "what was acknowledged exists",
        sorted(found[name]) === sorted(value),
        () => `${thing.id} ${name} ${JSON.stringify(value)}: ${text}`,
      );
    }
  }
}

const sorted = (value: unknown) =>
  JSON.stringify(
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).sort()
      : value,
  );

/** What a receiver confirmed is a success with its attempt in the log; what is in the feed was queued. */
async function checkDeliveries(world: World, webhook: Thing, { seen }: Reader): Promise<void> {
  const deliveries = await deliveriesOf(world, webhook);
  const path = pathOf(webhook);
  const confirmed = world.server.receivers.confirmed.filter((it) => it.path === path);
  for (const { eventId } of new Set(confirmed)) {
    const delivery = deliveries.find((it) => it.event_id === eventId);
    if (!delivery) {
      must(
        "deliveries stay",
        !seen.has(eventId),
        () => `${webhook.id} has none of ${eventId}, ${seen.get(eventId)}`,
      );
      continue;
    }
    const { attempts, status } = delivery;
    const told = () => JSON.stringify(delivery);
    const isSuccess = ({ response_status }: { response_status: number | null }) => response_status === 200;
    const count = confirmed.filter((it) => it.eventId === eventId).length;
    must("a success stays", attempts.filter(isSuccess).length >= Math.min(count, 20), told);
    const last = attempts.at(-1);
    must("a success stays", !last || !isSuccess(last) || status === "succeeded", told);
  }
}

/** The rows of a workspace: their values, as the names of columns are no data. */
async function rowsOf({ server }: World, workspace: Workspace): Promise<{ table: string; row: string }[]> {
  const { database } = server.store;
  const all: { table: string; row: string }[] = [];
  for (const { name } of await workspaceTables(database)) {
    const { rows } = await sql<{ row: string }>`
      select rows::text as row from ${sql.table(name)} rows
      where workspace_id = (select id from workspaces where name = ${workspace.name})`.execute(database);
    all.push(...rows.map(({ row }) => ({ table: name, row })));
  }
  return all;
}

/** The ledger equals a recount of the rows, which are no smaller than what it says, and bounds them. */
async function checkUsage(world: World, workspace: Workspace): Promise<void> {
  const command = prepare(["operator", "usage", "--workspace", workspace.name]);
  const shown = await command(world.server.store).catch((error: unknown) => String(error));
  must("usage is what is stored", shown.startsWith("{"), () => shown);
  const { ledger } = JSON.parse(shown) as { ledger: { contacts: number; bytes: number } };
  const rows = await rowsOf(world, workspace);
  const sizes = rows.filter(({ table }) => counted.includes(table)).map(({ row }) => row.length);
  const size = sizes.reduce((sum, size) => sum + size, 0);
  must("usage is what is stored", ledger.bytes * 2 >= size, () => `${shown} for ${size}`);
  // What has to be written in a full workspace too, such as an erasure, is small.
  must(
    "a quota bounds",
    ledger.bytes < quotas.bytes * 1.1 && ledger.contacts <= quotas.contacts,
    () => shown,
  );
}

/** The tables of what callers make the server keep. */
const counted = [
  ...["contacts", "conversations", "messages", "tickets", "events"],
  ...["webhook_deliveries", "idempotency_keys", "messenger_sessions"],
];

/** What was about somebody who is erased stands nowhere. */
async function checkErased(world: World, workspace: Workspace): Promise<void> {
  const find = (where: string, some: string) => {
    for (const [text, { person, part }] of textsIn(world.model, some))
      must(
        "erased is erased",
        !person || !isGone(person),
        () => `${text} (${part}) in ${where}: ${some.slice(0, 500)}`,
      );
  };
  for (const { table, row } of await rowsOf(world, workspace)) find(table, row);
  const folder = mkdtempSync(join(tmpdir(), "contacts-model-"));
  try {
    await prepare(["operator", "export", workspace.name, "all"])(world.server.store, { folder });
    find("the export", readFileSync(join(folder, "all"), "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
