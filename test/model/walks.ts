import fc from "fast-check";
import { limits } from "../../generated/constants.ts";
import { checkPage, matches } from "../conformance/pages.ts";
import type { Json } from "../support/at.ts";
import { must } from "../support/check-response.ts";
import { operationOf, type Parameter } from "../support/operation.ts";
import { alive, alone, isChanging, isGone, isLeaving, pick } from "./model.ts";
import type { Thing, Walk, Workspace } from "./model.ts";
import { patch } from "./resources.ts";
import { step, thingOf, allSettled } from "./step.ts";
import { by, send } from "./world.ts";

/**
 * All lists except the event feed: the type of the elements → the operation, and the type of the
 * parent.
 */
const lists = {
  contact: { list: "listContacts", on: undefined },
  conversation: { list: "listConversations", on: undefined },
  message: { list: "listMessages", on: "conversation" },
  ticket: { list: "listTickets", on: undefined },
  article: { list: "listArticles", on: undefined },
  webhook: { list: "listWebhooks", on: undefined },
  delivery: { list: "listDeliveries", on: "webhook" },
} as const;
type Listed = keyof typeof lists;
/** Picks filters of a list that match some of the existing objects. */
function filtersOf(
  of: Listed,
  workspace: Workspace,
  picks: number[],
): Record<string, string> {
  const parameters = operationOf(lists[of].list).parameters.filter(
    ({ in: location, name, style }) =>
      location === "query" &&
      !["limit", "cursor"].includes(name) &&
      style !== "deepObject",
  );
  const filters = picks.flatMap((n) => {
    const parameter = pick(parameters, n);
    const value = parameter && valueOf(parameter, workspace, n);
    return typeof value === "string" ? [[parameter?.name, value]] : [];
  });
  return Object.fromEntries(filters);
}

function valueOf(
  { name, schema, kind }: Parameter,
  workspace: Workspace,
  n: number,
): Json {
  const person = pick(alive(workspace, "contact"), n);
  if (kind === "ct") return person?.id;
  if (name === "q") return "zk";
  if (name === "tag") return pick(["a", "b"], n);
  if (name === "category") return "faq";
  return schema.enum
    ? pick(schema.enum, n)
    : person?.shown[name.replace("_since", "_at")];
}

/** A walk through a list that has not read a page yet. */
export function newWalk(
  workspace: Workspace,
  of: Listed,
  filters: Record<string, string>,
  parent?: Thing,
): Walk {
  const operation = operationOf(lists[of].list);
  // The model does not know all deliveries, nor the articles that the operator changes.
  const all = of === "delivery" ? [] : alive(workspace, of);
  const expected = all
    .filter((it) => !isLeaving(it) && !isChanging(it))
    .filter(
      (it) => it.parent === parent && matches(operation, filters, it.shown),
    );
  const walk: Walk = {
    workspace,
    of,
    parent,
    filters,
    cursor: undefined,
    visited: [],
    startedAt: workspace.server.now(),
    expected: new Map(expected.map((it) => [it, it.changes])),
    queue: Promise.resolve(),
  };
  workspace.walks.push(walk);
  return walk;
}

/** Reads the next page of a walk, and ends the walk after the last one. */
export const goOn = (walk: Walk, limit: number): Promise<void> =>
  alone([walk], async () => {
    const { workspace } = walk;
    if (!workspace.walks.includes(walk)) return;
    const { of, parent, filters, cursor } = walk;
    const { list } = lists[of];
    const query = {
      ...filters,
      limit: String(limit),
      ...(cursor !== undefined && { cursor }),
    };
    const path = parent ? { id: parent.id } : {};
    const deleted = workspace.things.filter(isGone).map(({ id }) => id);
    const { status, body, text } = await send(by(workspace), list, {
      path,
      query,
    });
    const description = () =>
      `${list} ${JSON.stringify(query)} → ${text.slice(0, 600)}`;
    const isOver = isLeaving(parent) || isTooOld(walk);
    must("a walk goes on", status === 200 || isOver, description);
    if (status === 200) {
      const address = `${list}?${new URLSearchParams(query).toString()}`;
      checkPage(operationOf(list), address, body);
      visit(walk, body.data, { deleted, description });
      walk.cursor = body.next_cursor ?? cursor;
      if (body.has_more) return;
    }
    workspace.walks.splice(workspace.walks.indexOf(walk), 1);
    if (!isOver) checkComplete(walk, description);
  });

/**
 * Returns true when the cursor may have expired: cursors of deleted elements are kept as long as
 * events. The place of an expired delivery is in the time of its id, which the model's clock does
 * not move.
 */
function isTooOld({ workspace, of, parent, startedAt }: Walk): boolean {
  const longest = (limits.eventDays - 1) * 24 * 60 * 60 * 1000;
  const oldest =
    of === "delivery"
      ? Date.parse(String(parent?.shown["created_at"]))
      : startedAt;
  return workspace.server.now() - oldest > longest;
}

/** Notes the elements of a page, of which none may be deleted or repeated. */
function visit(
  { visited }: Walk,
  elements: { id: string }[],
  { deleted, description }: { deleted: string[]; description: () => string },
): void {
  for (const { id } of elements) {
    const place = () => `${id}: ${description()}`;
    must("a walk visits each once", !visited.includes(id), place);
    must("a walk visits what is there", !deleted.includes(id), place);
    visited.push(id);
  }
}

/** Checks that a walk has visited all objects that existed at its start and did not change. */
function checkComplete(
  { expected, visited }: Walk,
  description: () => string,
): void {
  // A changed object may no longer match the filters, so the walk may miss it.
  const unchanged = [...expected].filter(
    ([it, changes]) => !isGone(it) && !isLeaving(it) && it.changes === changes,
  );
  const missing = unchanged
    .map(([{ id }]) => id)
    .filter((id) => !visited.includes(id));
  must(
    "a walk visits each once",
    missing.length === 0,
    () => `${missing.join()} not in ${description()}`,
  );
}

const limit = fc.constantFrom(1, 2);

export const startWalk = step(
  "startWalk",
  {
    limit,
    of: fc.constantFrom(
      "contact",
      "contact",
      ...(Object.keys(lists) as Listed[]),
    ),
    picks: fc.oneof(
      fc.constant<number[]>([]),
      fc.array(fc.nat({ max: 11 }), { maxLength: 2 }),
    ),
  },
  async ({ picks, limit, of, ...at }) => {
    const { workspace } = at;
    const { on } = lists[of];
    const parent = on && thingOf(at, on);
    if (on && !parent) return;
    const filters = filtersOf(of, workspace, picks);
    await goOn(newWalk(workspace, of, filters, parent), limit);
  },
);

export const continueWalk = step(
  "continueWalk",
  { limit },
  async ({ workspace, which, limit }) => {
    const walk = pick(workspace.walks, which);
    if (walk) await goOn(walk, limit);
  },
);

/**
 * Reads a list repeatedly while its objects change. Each page must show the state of one moment.
 */
export const watchList = step(
  "watchList",
  {
    tag: fc.constantFrom("a", "b"),
    changes: fc.array(fc.subarray(["a", "b"]), { minLength: 1, maxLength: 8 }),
  },
  async ({ tag, changes, ...at }) => {
    const { workspace } = at;
    const watch = async () => {
      for (const _ of changes)
        await goOn(newWalk(workspace, "contact", { tag }), 25);
    };
    const alter = async () => {
      for (const [nth, tags] of changes.entries()) {
        const person = thingOf({ workspace, which: at.which + nth }, "contact");
        if (person) await patch(at, "contact", person, () => ({ tags }));
      }
    };
    await allSettled([watch(), watch(), alter()]);
  },
);
