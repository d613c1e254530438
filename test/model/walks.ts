import fc from "fast-check";
import { limits } from "../../generated/constants.ts";
import { checkPage, matches } from "../conformance/pages.ts";
import type { Json } from "../support/at.ts";
import { must } from "../support/check-response.ts";
import { operationOf, type Parameter } from "../support/operation.ts";
import { alive, alone, isGone, isLeaving, pick } from "./model.ts";
import type { Thing, Walk, Workspace } from "./model.ts";
import { patch } from "./resources.ts";
import { step, thingOf, allSettled } from "./step.ts";
import { by, send } from "./world.ts";

/** The lists of the contract but the feed, by what they hold, and what they hang on. */
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
/** The types whose lists have all objects of a workspace. */
export const wholeLists = [
  "contact",
  "conversation",
  "ticket",
  "article",
  "webhook",
] as const;

/** Filters of a list, by some of its parameters, that match some of what is there. */
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
  // The model does not know each delivery, nor what the operator answers of an article.
  const all = of === "delivery" ? [] : alive(workspace, of);
  const owed = all
    .filter((it) => !isLeaving(it) && it.changes % 2 === 0)
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
    owed: new Map(owed.map((it) => [it, it.changes])),
    queue: Promise.resolve(),
  };
  workspace.walks.push(walk);
  return walk;
}

/** Reads the next page of a walk; ends the walk after the last one. */
export const goOn = (walk: Walk, limit: number): Promise<void> =>
  alone([walk], async () => {
    const { workspace } = walk;
    if (!workspace.walks.includes(walk)) return;
    const { of, parent, filters, cursor, visited } = walk;
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
    // The position of a deleted element is kept as long as events are.
    const longest = (limits.eventDays - 1) * 24 * 60 * 60 * 1000;
    const isOver =
      isLeaving(parent) || workspace.server.now() - walk.startedAt > longest;
    must("a walk goes on", status === 200 || isOver, description);
    if (status === 200) {
      checkPage(
        operationOf(list),
        `${list}?${new URLSearchParams(query).toString()}`,
        body,
      );
      for (const { id } of body.data) {
        must(
          "a walk visits each once",
          !visited.includes(id),
          () => `${id}: ${description()}`,
        );
        must(
          "a walk visits what is there",
          !deleted.includes(id),
          () => `${id}: ${description()}`,
        );
        visited.push(id);
      }
      walk.cursor = body.next_cursor ?? cursor;
      if (body.has_more) return;
    }
    workspace.walks.splice(workspace.walks.indexOf(walk), 1);
    if (isOver) return;
    // A change may be a reason to be left out.
    const owed = [...walk.owed].filter(
      ([it, changes]) =>
        !isGone(it) && !isLeaving(it) && it.changes === changes,
    );
    const missing = owed
      .map(([{ id }]) => id)
      .filter((id) => !visited.includes(id));
    must(
      "a walk visits each once",
      missing.length === 0,
      () => `${missing.join()} not in ${description()}`,
    );
  });

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
 * A list is read again and again while what it shows changes: each page shows what matches at one
 * moment.
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
