import fc from "fast-check";
import { limits } from "../../generated/constants.ts";
import type { Json } from "../support/at.ts";
import { must } from "../support/check-response.ts";
import {
  alone,
  pick,
  type Reader,
  type DueEvent,
  type Workspace,
} from "./model.ts";
import { step } from "./step.ts";
import { by, send } from "./world.ts";

/** The moment from which on events are kept. */
export const oldestKept = ({ server }: Workspace) =>
  server.now() - limits.eventDays * 24 * 60 * 60 * 1000;

/** The type of an event and its object, of a message its conversation. */
export const nameOf = ({ type, about }: DueEvent) =>
  `${type} ${(about.kind === "message" ? about.parent : about)?.id}`;

/** Returns the same name for an event of the feed. */
const nameOfEvent = ({ type, data }: Json) =>
  `${type} ${data.object === "message" ? data.conversation_id : data.id}`;

/** Returns true when an event stays in the feed: not when it is about an erased person. */
export const stays = ({ type, about }: DueEvent) =>
  type === "contact.deleted" || !about.person?.isLeaving;

/** The events that a reader has to see still, with those of people who are erased by now. */
export function unseen({
  workspace,
  seen,
  types,
  excused,
}: Reader): DueEvent[] {
  const names = [...seen.values()];
  return workspace.expected.filter((event) => {
    if (excused.has(event) || types?.includes(event.type) === false)
      return false;
    const index = names.indexOf(nameOf(event));
    return index < 0 || names.splice(index, 1).length === 0;
  });
}

/** Reads a page, from where the reader is. Returns true when there is more. */
export async function readOn(reader: Reader, limit: number): Promise<boolean> {
  const { workspace, cursor, types } = reader;
  const isLate = ({ at }: DueEvent) => at <= oldestKept(workspace);
  const late = unseen(reader).filter(isLate);
  // Whoever reads some types may stand before events of others, which are no longer latest.
  const mayBeLate = types
    ? workspace.expected.some((it) => isLate(it) && !reader.excused.has(it))
    : late.length > 0;
  const query = {
    limit: String(limit),
    ...(cursor !== undefined && { cursor }),
    ...(types && { types: types.join() }),
  };
  const { status, body, text } = await send(
    by(workspace, "reader"),
    "listEvents",
    { query },
  );
  const description = () =>
    `${cursor} (${reader.seen.get(cursor ?? "")}): ${text}`;
  const isSo = status === 200 || (status === 422 && mayBeLate);
  must("a reader goes on where it was", isSo, description);
  // The reader begins at the oldest event that is kept, and does not see those before it.
  if (status === 422 || cursor === undefined) {
    reader.cursor = undefined;
    reader.seen.clear();
    reader.excused = new Set(workspace.expected.filter(isLate));
  } else must("a reader learns what it missed", !late.some(stays), description);
  if (status === 422) return true;
  for (const event of body.data) {
    must(
      "each event once",
      !reader.seen.has(event.id),
      () => `${event.id} ${event.type}`,
    );
    reader.seen.set(event.id, nameOfEvent(event));
  }
  reader.cursor = body.next_cursor ?? cursor;
  return body.has_more;
}

/** Reads pages until there are no more. */
export async function readToEnd(reader: Reader, limit = 100): Promise<void> {
  while (await readOn(reader, limit));
}

export const readFeed = step(
  "readFeed",
  { limit: fc.constantFrom(1, 2, 100), toEnd: fc.boolean() },
  async ({ workspace, which, limit, toEnd }) => {
    const reader = pick(workspace.readers, which);
    const read = toEnd ? readToEnd : readOn;
    if (reader) await alone([reader], async () => read(reader, limit));
  },
);
