import { limits } from "../../../generated/constants.ts";
import fc from "fast-check";
import { must } from "../law.ts";
import { alive, alone, isGone, isLeaving, type Thing, type Walk, type Workspace } from "../model.ts";
import { step, values, where, which, workspaceAt } from "../step.ts";
import { erase, patch } from "./contacts.ts";
import { removeWebhook } from "./webhooks.ts";
import { pick, send, type World } from "../world.ts";

/** The lists of the contract but the feed: what they hold, what they hang on, and filters that match some of it. */
const lists = {
  listContacts: { of: "contact", on: undefined },
  listConversations: { of: "conversation", on: undefined },
  listMessages: { of: "message", on: "conversation" },
  listTickets: { of: "ticket", on: undefined },
  listArticles: { of: "article", on: undefined },
  listWebhooks: { of: "webhook", on: undefined },
  listDeliveries: { of: undefined, on: "webhook" },
} as const;
type ListId = keyof typeof lists;

interface Row extends Record<string, unknown> {
  id: string;
}

/** What a filter says of an element. */
const matches: Record<string, (row: Record<string, unknown>, value: string) => boolean> = {
  tag: ({ tags }, value) => Array.isArray(tags) && tags.includes(value),
  q: ({ name, email }, value) => `${String(name)} ${String(email)}`.includes(value),
  status: ({ status }, value) => status === value,
  contact_id: ({ contact_id }, value) => contact_id === value,
  updated_since: ({ updated_at, created_at }, value) => String(updated_at ?? created_at) >= value,
};

const isWanted = (filters: Record<string, string>, row: Record<string, unknown>) =>
  Object.entries(filters).every(([name, value]) => matches[name]?.(row, value));

function filtersOf(list: ListId, workspace: Workspace, n: number): Record<string, string> {
  const person = pick(alive(workspace, "contact"), n);
  const since = pick(alive(workspace, "contact"), 0)?.shown["created_at"];
  const ofPerson: Record<string, string>[] = person ? [{ contact_id: person.id }] : [];
  const sinceThen: Record<string, string>[] = since ? [{ updated_since: String(since) }] : [];
  const all: Record<string, Record<string, string>[]> = {
    listContacts: [{ tag: "a" }, { q: "zk" }, { tag: "b", q: "zk" }, ...sinceThen],
    listConversations: [{ status: "open" }, ...ofPerson, ...sinceThen],
    listTickets: [{ status: "open" }, { status: "solved" }, ...ofPerson, ...sinceThen],
    listDeliveries: [{ status: "succeeded" }],
  };
  return pick([{}, ...(all[list] ?? [])], n) ?? {};
}

/** A walk through a list that has not read a page yet. */
function newWalk(world: World, workspace: Workspace, list: ListId, n: number, parent?: Thing): Walk {
  const { of, on } = lists[list];
  const filters = filtersOf(list, workspace, n);
  // The model does not know each delivery.
  const listed = (of === undefined ? [] : alive(workspace, of)).filter(
    (it) => !isLeaving(it) && isWanted(filters, it.shown) && (on === undefined || it.parent === parent),
  );
  const walk: Walk = {
    ...{ operation: list, path: parent ? { id: parent.id } : {}, filters, of: parent, cursor: undefined },
    ...{ visited: [], startedAt: world.server.now(), turn: Promise.resolve() },
    owed: new Map(listed.map((it) => [it, it.changes])),
  };
  workspace.walks.push(walk);
  return walk;
}

/** Begins a walk through a list. */
export const startWalk = step(
  "startWalk",
  values({
    ...{ ws: where, which, n: fc.nat({ max: 11 }), limit: fc.constantFrom(1, 2) },
    list: fc.constantFrom(...(Object.keys(lists) as ListId[])),
  }),
  async (world, { ws, which, n, limit, list }) => {
    const workspace = workspaceAt(world, ws);
    const { on } = lists[list];
    const parent = on && pick(alive(workspace, on), which);
    if (on && !parent) return;
    const walk = newWalk(world, workspace, list, n, parent);
    await proceed(world, workspace, walk, limit);
  },
);

/** Reads the next page, unless the walk has ended meanwhile. */
const proceed = (world: World, workspace: Workspace, walk: Walk, limit: number): Promise<void> =>
  alone([walk], async () => {
    if (workspace.walks.includes(walk)) await goOn(world, workspace, walk, limit);
  });

/** Reads the next page; ends the walk after the last one. */
export async function goOn(world: World, workspace: Workspace, walk: Walk, limit: number): Promise<void> {
  const { operation, path, filters, cursor, of } = walk;
  const query = { ...filters, limit, ...(cursor !== undefined && { cursor }) };
  const id = operation as ListId;
  const answer = await send(world, await world.key(workspace, "everything"), id, { path, query });
  const { status, text } = answer;
  const told = () => `${operation} ${JSON.stringify(query)} → ${text.slice(0, 600)}`;
  // Deliveries end with their events; the position of a deleted element is kept as long as events are.
  const longest = operation === "listDeliveries" ? 1e9 : (limits.eventDays - 1) * 24 * 60 * 60 * 1000;
  const isOver = isLeaving(of) || world.server.now() - walk.startedAt > longest;
  if (status === 200) {
    const { data, has_more, next_cursor } = answer.body;
    for (const row of data as object[] as Row[]) {
      must(
        "a list holds what matches",
        isWanted(filters, row),
        () => `${JSON.stringify(filters)}: ${JSON.stringify(row)}`,
      );
      must("a walk visits each once", !walk.visited.includes(row.id), () => `${row.id}: ${told()}`);
      walk.visited.push(row.id);
    }
    walk.cursor = next_cursor ?? cursor;
    if (has_more) return;
  } else must("a walk goes on", isOver, told);
  workspace.walks.splice(workspace.walks.indexOf(walk), 1);
  if (isOver || status !== 200) return;
  const left = [...walk.owed].filter(
    ([thing, changes]) => isOwedStill(thing, changes) && !walk.visited.includes(thing.id),
  );
  must(
    "a walk visits each once",
    left.length === 0,
    () => `${left.map(([{ id }]) => id).join()} not in ${told()}`,
  );
}

/** Without filters, a change is no reason to be left out; with filters, it may be. */
const isOwedStill = (thing: Thing, changes: number) =>
  !isGone(thing) &&
  !isLeaving(thing) &&
  !thing.isBroken &&
  !thing.person?.isBroken &&
  thing.changes === changes;

export const continueWalk = step(
  "continueWalk",
  values({ ws: where, which, limit: fc.constantFrom(1, 2) }),
  async (world, { ws, which, limit }) => {
    const workspace = workspaceAt(world, ws);
    const walk = pick(workspace.walks, which);
    if (walk) await proceed(world, workspace, walk, limit);
  },
);

/** Walks through a list and deletes some of what it visits, as a program that tidies up does. */
export const tidyUp = step(
  "tidyUp",
  values({
    ...{ ws: where, n: fc.nat({ max: 11 }), limit: fc.constantFrom(1, 2) },
    list: fc.constantFrom("listContacts", "listWebhooks"),
    pattern: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
  }),
  async (world, { ws, n, limit, list, pattern }) => {
    const workspace = workspaceAt(world, ws);
    const walk = newWalk(world, workspace, list, n);
    for (let visited = 0; workspace.walks.includes(walk);) {
      await proceed(world, workspace, walk, limit);
      for (; visited < walk.visited.length; visited++) {
        const thing = workspace.things.find(({ id }) => id === walk.visited[visited]);
        if (!thing || !pattern[visited % pattern.length]) continue;
        await (thing.kind === "webhook" ? removeWebhook(world, thing) : erase(world, thing));
      }
    }
  },
);

/** A list is read again and again while what it shows changes: each page shows what matches at one moment. */
export const watchList = step(
  "watchList",
  values({
    ...{ ws: where, which, n: fc.nat({ max: 5 }) },
    changes: fc.array(fc.subarray(["a", "b"]), { minLength: 1, maxLength: 8 }),
  }),
  async (world, { ws, which, n, changes }) => {
    const workspace = workspaceAt(world, ws);
    const caller = await world.key(workspace, "everything");
    const filters = filtersOf("listContacts", workspace, n);
    const watch = async () => {
      for (const _ of changes) {
        const { status, body, text } = await send(world, caller, "listContacts", { query: filters });
        must("a walk goes on", status === 200, () => text);
        for (const row of body.data)
          must(
            "a list holds what matches",
            isWanted(filters, { ...row }),
            () => `${JSON.stringify(filters)}: ${text}`,
          );
      }
    };
    const alter = async () => {
      for (const [nth, tags] of changes.entries()) {
        const person = pick(alive(workspace, "contact"), which + nth);
        if (person) await patch(world, caller, person, { tags });
      }
    };
    const all = [watch(), watch(), alter()];
    await Promise.allSettled(all);
    await Promise.all(all);
  },
);
