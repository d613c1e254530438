import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isCounted } from "../../server/store/usage/usage.ts";
import type { Tables } from "../../server/store/tables.ts";
import { prepare } from "../../server/operator/run.ts";
import type { Json } from "../support/at.ts";
import { settled } from "../support/delivery.ts";
import { must } from "../support/check-response.ts";
import { nameOf, oldestKept, readToEnd, stays, unseen } from "./feed.ts";
import { alive, isGone, listedTypes, newReader, textsIn } from "./model.ts";
import type { Reader, Stored, Thing, Workspace, World } from "./model.ts";
import { readThing } from "./resources.ts";
import { patiently, quotas } from "./server.ts";
import { goOn, newWalk } from "./walks.ts";
import { deliveriesOf, removeWebhook } from "./webhooks.ts";
import { isUsed, requestName, sameAs, send } from "./world.ts";

/** Checks all that must be true after a run. */
export async function check(world: World): Promise<void> {
  const { receivers } = world.server;
  for (const [url, behaviour] of receivers.behaviours)
    if (behaviour === "waits") receivers.behaviours.set(url, "takes");
  receivers.release();
  await patiently(() => settled(world.server));
  for (const workspace of world.workspaces) await checkWorkspace(workspace);
}

/** Removes the webhooks, whose deliveries would disturb the next run. */
export async function tidy(world: World): Promise<void> {
  world.server.receivers.release();
  for (const workspace of world.workspaces)
    for (const webhook of alive(workspace, "webhook"))
      await removeWebhook(webhook);
}

async function checkWorkspace(workspace: Workspace): Promise<void> {
  const everything = newReader(workspace);
  await readToEnd(everything);
  checkFeed(everything);
  for (const reader of workspace.readers) {
    await readToEnd(reader, 2);
    checkReader(reader, everything);
  }
  for (const type of listedTypes) newWalk(workspace, type, {});
  for (const walk of [...workspace.walks])
    while (workspace.walks.includes(walk)) await goOn(walk, 2);
  for (const thing of workspace.things) await readThing(thing);
  for (const webhook of alive(workspace, "webhook"))
    await checkDeliveries(webhook, everything);
  const rows = await patiently(() => rowsOf(workspace));
  await checkUsage(workspace, rows);
  checkErased(workspace, rows);
  const all = [...workspace.requests.values()].flatMap(
    ({ stored }) => stored ?? [],
  );
  for (const stored of all) await checkStored(workspace, stored);
}

/**
 * Checks that a response is sent again as it was, and never when it is about an erased person. The
 * same key is a new one for another object.
 */
async function checkStored(
  { things, requests }: Workspace,
  stored: Stored,
): Promise<void> {
  const { caller, operation, input } = stored.request;
  const leaving = stored.about.filter((it) => it.isLeaving);
  const again = await send(caller, operation, input);
  // Others may name somebody who is erased, by an id in a field of their own.
  const isNew = leaving.every(
    ({ id }) => id === "" || !again.text.includes(`id":"${id}"`),
  );
  const description = () => `${stored.text} → ${again.text}`;
  must(
    "a key replays its own request",
    isNew && (leaving.length > 0 || sameAs(again, stored)),
    description,
  );
  const one = things.find(({ id }) => id === input.path?.["id"]);
  const other = things.find(
    (it) => it !== one && it.kind === one?.kind && !isGone(it),
  );
  if (!other) return;
  const elsewhere = { ...input, path: { ...input.path, id: other.id } };
  if (requests.has(requestName({ caller, operation, input: elsewhere })))
    return;
  requests.set(requestName({ caller, operation, input: elsewhere }), {
    queue: Promise.resolve(),
  }); // another stored one may lead there
  const answer = await send(caller, operation, elsewhere);
  must(
    "a key replays its own request",
    !isUsed(answer),
    () => `${stored.text} → ${answer.text}`,
  );
}

/** Checks that the feed has each event that happened and is kept, once, and no other. */
function checkFeed({ workspace, seen }: Reader): void {
  const missing = workspace.expected
    .filter((it) => it.at > oldestKept(workspace) && stays(it))
    .map(nameOf);
  const more = [...seen.values()].filter(
    (it) => !(missing.includes(it) && missing.splice(missing.indexOf(it), 1)),
  );
  const description = () =>
    `too many: ${more.join()}; missing: ${missing.join()}`;
  must(
    "the feed is what happened",
    more.length + missing.length === 0,
    description,
  );
}

/** Checks that a reader which always continued has seen every event once and in order. */
function checkReader(reader: Reader, all: Reader): void {
  const oldest = oldestKept(reader.workspace);
  const missing = unseen(reader).filter(
    (event) => event.at > oldest && stays(event),
  );
  must("a reader sees every event", missing.length === 0, () =>
    missing.map(nameOf).join(),
  );
  const order = [...all.seen.keys()];
  const indexes = [...reader.seen.keys()]
    .map((id) => order.indexOf(id))
    .filter((index) => index >= 0);
  const isSo = indexes.every(
    (index, n) => n === 0 || index > (indexes[n - 1] ?? 0),
  );
  must("a reader sees events in order", isSo, () => indexes.join());
}

/**
 * Checks that each confirmed delivery is a success with its attempt in the log, and that events of
 * the feed were queued.
 */
async function checkDeliveries(
  webhook: Thing,
  { seen }: Reader,
): Promise<void> {
  const deliveries = await deliveriesOf(webhook);
  const { url } = webhook.shown;
  const confirmed = webhook.workspace.server.receivers.confirmed.filter(
    (it) => it.url === url,
  );
  for (const { eventId } of confirmed) {
    const delivery = deliveries.find((it) => it.event_id === eventId);
    must(
      "deliveries stay",
      delivery || !seen.has(eventId),
      () => `${webhook.id}: ${eventId}`,
    );
    if (!delivery) continue;
    const isSuccess = (it: Json) => it?.response_status === 200;
    const count = confirmed.filter((it) => it.eventId === eventId).length;
    const isSo =
      delivery.attempts.filter(isSuccess).length >= Math.min(count, 20) &&
      (!isSuccess(delivery.attempts.at(-1)) || delivery.status === "succeeded");
    must("a success stays", isSo, () => JSON.stringify(delivery));
  }
}

type Rows = { table: keyof Tables; row: string }[];

/**
 * The rows of a workspace, as the operator exports them: their tables, and their values without the
 * names of columns.
 */
async function rowsOf({ server, name }: Workspace): Promise<Rows> {
  const folder = mkdtempSync(join(tmpdir(), "contacts-model-"));
  try {
    await prepare(["operator", "export", name, "all"])(server.store, {
      folder,
    });
    const lines = readFileSync(join(folder, "all"), "utf8").split("\n");
    const rows: [keyof Tables, object][] = lines.flatMap((line) =>
      line.startsWith("[") ? [JSON.parse(line)] : [],
    );
    return rows.map(([table, row]) => ({
      table,
      row: JSON.stringify(Object.values(row)),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Checks that the usage equals a recount of the rows, and is no smaller than their bytes. */
async function checkUsage(
  { server, name }: Workspace,
  rows: Rows,
): Promise<void> {
  const usage = prepare(["operator", "usage", "--workspace", name]);
  const stored = await patiently(() => usage(server.store)).catch(
    (error: unknown) => String(error),
  );
  must("usage is what is stored", stored.startsWith("{"), () => stored);
  const { ledger } = JSON.parse(stored);
  // The position of the newest event that has expired is free.
  const counted = rows.filter(
    ({ table }) => isCounted(table) && table !== "cursor_positions",
  );
  const size = counted.reduce((sum, { row }) => sum + row.length, 0);
  must(
    "usage is what is stored",
    ledger.bytes * 2 >= size,
    () => `${stored} for ${size}`,
  );
  // A full workspace has a tenth for events of changes that make objects smaller; what else is
  // written, as an erasure, is small.
  const isSo =
    ledger.bytes < quotas.bytes * 1.2 && ledger.contacts <= quotas.contacts;
  must("a quota bounds", isSo, () => stored);
}

/** Checks that no data of an erased person is left. */
function checkErased(workspace: Workspace, rows: Rows): void {
  for (const { table, row } of rows)
    for (const { text, person } of textsIn(workspace, row)) {
      const description = () => `${text} in ${table}: ${row.slice(0, 500)}`;
      must("erased is erased", !person || !isGone(person), description);
    }
}
