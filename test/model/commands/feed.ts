import fc from "fast-check";
import { limits } from "../../../generated/constants.ts";
import type { Event } from "../../../generated/types.ts";
import { must } from "../law.ts";
import { alone, type Reader, type Told, type Workspace } from "../model.ts";
import { step, values, where, which, who, workspaceAt } from "../step.ts";
import { isGranted, pick, send, type World } from "../world.ts";

/** The moment from which on events are kept. */
export const oldestKept = ({ server }: World) => server.now() - limits.eventDays * 24 * 60 * 60 * 1000;

const isFor = ({ types }: Reader, { type }: Told) => types === undefined || types.includes(type);

/** The events that a reader has to see still, with those of people who are erased by now. */
export function unseen(workspace: Workspace, reader: Reader): Told[] {
  const left = new Map<string, number>();
  for (const name of reader.seen.values()) left.set(name, (left.get(name) ?? 0) + 1);
  return workspace.told.filter((told) => {
    if (reader.excused.has(told) || !isFor(reader, told)) return false;
    const count = left.get(nameOf(told)) ?? 0;
    left.set(nameOf(told), count - 1);
    return count <= 0;
  });
}

/** The type of an event and its object, of a message its conversation. */
export const nameOf = ({ type, about }: Told) =>
  `${type} ${(about.kind === "message" ? about.parent : about)?.id}`;

/** The same of an event of the feed. */
export const nameOfEvent = ({ type, data }: Event) =>
  `${type} ${data.object === "message" ? data.conversation_id : data.id}`;

/** Whether an event is in the feed as long as it is kept: not when it is about somebody who is erased. */
export const stays = ({ type, about }: Told) => type === "contact.deleted" || !about.person?.isLeaving;

/** Reads a page, from where the reader is. Gives whether there is more. */
export async function readOn(
  world: World,
  workspace: Workspace,
  reader: Reader,
  limit: number,
): Promise<boolean> {
  const { cursor, types } = reader;
  const isLate = ({ at }: Told) => at <= oldestKept(world);
  const late = unseen(workspace, reader).filter(isLate);
  // Whoever reads some types may stand before events of others, which are no longer known.
  const mayBeLate = types
    ? workspace.told.some((it) => isLate(it) && !reader.excused.has(it))
    : late.length > 0;
  const query = { limit, ...(cursor !== undefined && { cursor }), ...(types && { types: types.join() }) };
  const { status, body, text } = await send(world, await world.key(workspace, "follower"), "listEvents", {
    query,
  });
  const last = reader.seen.get(cursor ?? "");
  if (status === 422 || cursor === undefined) startAgain(world, workspace, reader);
  if (status === 422) {
    must("a reader goes on where it was", mayBeLate, () => `${cursor} (${left(workspace, last)}): ${text}`);
    return true;
  }
  must("a reader goes on where it was", status === 200, () => text);
  const missed = late.filter(stays).map(nameOf);
  must(
    "a reader learns what it missed",
    cursor === undefined || missed.length === 0,
    () => `${cursor}: ${missed}`,
  );
  for (const event of body.data) {
    must("each event once", !reader.seen.has(event.id), () => `${event.id} ${event.type}`);
    reader.seen.set(event.id, nameOfEvent(event));
  }
  reader.cursor = body.next_cursor ?? cursor;
  return body.has_more;
}

/** What became of the event of a cursor. */
function left({ told }: Workspace, name: string | undefined): string {
  const event = told.find((it) => nameOf(it) === name);
  return `${name}, ${event && !stays(event) ? "erased" : "expired"}`;
}

/** The reader begins at the oldest event that is kept, and does not see those before it. */
function startAgain(world: World, { told }: Workspace, reader: Reader): void {
  reader.cursor = undefined;
  reader.seen.clear();
  reader.excused = new Set(told.filter(({ at }) => at <= oldestKept(world)));
}

export const readFeed = step(
  "readFeed",
  values({ ws: where, which, limit: fc.constantFrom(1, 2, 100), toEnd: fc.boolean() }),
  async (world, { ws, which, limit, toEnd }) => {
    const workspace = workspaceAt(world, ws);
    const reader = pick(workspace.readers, which);
    if (!reader) return;
    await alone([reader], async () => {
      while ((await readOn(world, workspace, reader, limit)) && toEnd);
    });
  },
);

/** Reads one event again. */
export const getEvent = step(
  "getEvent",
  values({ ws: where, key: who, which }),
  async (world, { ws, key, which }) => {
    const workspace = workspaceAt(world, ws);
    const caller = await world.key(workspace, key);
    const event = pick([...(workspace.readers[0]?.seen.keys() ?? [])], which);
    if (!event || !isGranted(caller, "getEvent")) return;
    const { status, text } = await send(world, caller, "getEvent", { path: { id: event } });
    must("what was acknowledged exists", [200, 404].includes(status), () => text);
  },
);
