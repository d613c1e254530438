import fc from "fast-check";
import { limits } from "../../../generated/constants.ts";
import { matches } from "../../conformance/pages.ts";
import { must } from "../../support/check-response.ts";
import { everyOperation, type TestedOperation } from "../../support/operation.ts";
import { alive, alone, isGone, isLeaving } from "../model.ts";
import type { Thing, Walk, Workspace } from "../model.ts";
import { step, thingOf, update } from "../step.ts";
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
type Filters = Record<string, string>;
const operationOf = new Map<string, TestedOperation>(everyOperation.map((each) => [each.id, each]));

/** Whether an element is what the filters of a list ask for. */
function isWanted(list: string, filters: Filters, row: object): boolean {
  const operation = operationOf.get(list);
  return operation !== undefined && matches(operation, filters, row);
}

function mustMatch(list: string, filters: Filters, rows: object[]): void {
  const other = rows.find((row) => !isWanted(list, filters, row));
  must("a list holds what matches", !other, () => `${JSON.stringify(filters)}: ${JSON.stringify(other)}`);
}

function filtersOf(list: ListId, workspace: Workspace, n: number): Filters {
  const contacts = alive(workspace, "contact");
  const person = pick(contacts, n);
  const sinceThen: Filters[] = contacts[0]
    ? [
        { created_since: String(contacts[0].shown["created_at"]) },
        { updated_since: String(contacts[0].shown["created_at"]) },
      ]
    : [];
  const others: Filters[] = [...(person ? [{ contact_id: person.id }] : []), ...sinceThen];
  const all: Record<string, Filters[]> = {
    listContacts: [{ tag: "a" }, { q: "zk" }, { tag: "b", q: "zk" }, ...sinceThen],
    listConversations: [{ status: "open" }, ...others],
    listTickets: [{ status: "open" }, { status: "solved" }, ...others],
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
    (it) => !isLeaving(it) && isWanted(list, filters, it.shown) && (on === undefined || it.parent === parent),
  );
  const walk: Walk = {
    ...{ operation: list, path: parent ? { id: parent.id } : {}, filters, of: parent, cursor: undefined },
    ...{ visited: [], startedAt: world.server.now(), queue: Promise.resolve() },
    owed: new Map(listed.map((it) => [it, it.changes])),
  };
  workspace.walks.push(walk);
  return walk;
}

/** Reads the next page, unless the walk has ended meanwhile. */
const proceed = (world: World, workspace: Workspace, walk: Walk, limit: number): Promise<void> =>
  alone([walk], async () => {
    if (workspace.walks.includes(walk)) await goOn(world, workspace, walk, limit);
  });

/** Reads the next page; ends the walk after the last one. */
export async function goOn(world: World, workspace: Workspace, walk: Walk, limit: number): Promise<void> {
  const { operation, path, filters, cursor, of, visited } = walk;
  const query = { ...filters, limit, ...(cursor !== undefined && { cursor }) };
  const caller = await world.key(workspace, "team");
  const { status, body, text } = await send(world, caller, operation as ListId, { path, query });
  const told = () => `${operation} ${JSON.stringify(query)} → ${text.slice(0, 600)}`;
  // Deliveries end with their events; the position of a deleted element is kept as long as events are.
  const longest = operation === "listDeliveries" ? 1e9 : (limits.eventDays - 1) * 24 * 60 * 60 * 1000;
  const isOver = isLeaving(of) || world.server.now() - walk.startedAt > longest;
  must("a walk goes on", status === 200 || isOver, told);
  if (status === 200) {
    mustMatch(operation, filters, body.data);
    for (const { id } of body.data) {
      must("a walk visits each once", !visited.includes(id), () => `${id}: ${told()}`);
      visited.push(id);
    }
    walk.cursor = body.next_cursor ?? cursor;
    if (body.has_more) return;
  }
  workspace.walks.splice(workspace.walks.indexOf(walk), 1);
  if (isOver) return;
  // A change may be a reason to be left out.
  const owed = [...walk.owed].filter(
    ([it, changes]) => !isGone(it) && !isLeaving(it) && it.changes === changes,
  );
  const missing = owed.map(([{ id }]) => id).filter((id) => !visited.includes(id));
  must("a walk visits each once", missing.length === 0, () => `${missing.join()} not in ${told()}`);
}

const limit = fc.constantFrom(1, 2);

export const startWalk = step(
  "startWalk",
  { n: fc.nat({ max: 11 }), limit, list: fc.constantFrom(...(Object.keys(lists) as ListId[])) },
  async ({ n, limit, list, ...at }) => {
    const { on } = lists[list];
    const parent = on && thingOf(at, on);
    if (on && !parent) return;
    const walk = newWalk(at.world, at.workspace, list, n, parent);
    await proceed(at.world, at.workspace, walk, limit);
  },
);

export const continueWalk = step("continueWalk", { limit }, async ({ world, workspace, which, limit }) => {
  const walk = pick(workspace.walks, which);
  if (walk) await proceed(world, workspace, walk, limit);
});

/** A list is read again and again while what it shows changes: each page shows what matches at one moment. */
export const watchList = step(
  "watchList",
  {
    n: fc.nat({ max: 5 }),
    changes: fc.array(fc.subarray(["a", "b"]), { minLength: 1, maxLength: 8 }),
  },
  async ({ n, changes, ...at }) => {
    const { world, workspace, caller } = at;
    const filters = filtersOf("listContacts", workspace, n);
    const watch = async () => {
      for (const _ of changes) {
        const { status, body, text } = await send(world, caller, "listContacts", { query: filters });
        must("a walk goes on", status === 200, () => text);
        mustMatch("listContacts", filters, body.data);
      }
    };
    const alter = async () => {
      for (const [nth, tags] of changes.entries()) {
        const person = thingOf({ workspace, which: at.which + nth }, "contact");
        if (person) await update(at, "contact", person, () => ({ tags }));
      }
    };
    const all = [watch(), watch(), alter()];
    await Promise.allSettled(all);
    await Promise.all(all);
  },
);
