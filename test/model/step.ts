import fc from "fast-check";
import type { OperationId } from "../../generated/operations.ts";
import type { EventType } from "../../generated/types.ts";
import { must } from "../support/check-response.ts";
import {
  alive,
  alone,
  isLeaving,
  receiverOf,
  type Kind,
  type Model,
  type Thing,
  type Workspace,
} from "./model.ts";
import { change, pick, send, type Answer, type Caller, type KeyName, type World } from "./world.ts";

/** A step of a meeting. */
export type Step = fc.AsyncCommand<Model, World>;

/** Where a step happens, and by whom. */
export interface At {
  world: World;
  workspace: Workspace;
  caller: Caller;
  /** Which of a few things: few, so that steps meet. */
  which: number;
  /** An Idempotency-Key of few, or none. */
  once: string | undefined;
}

type Arbitraries<Values> = { [Name in keyof Values]: fc.Arbitrary<Values[Name]> };

/** What a step is told, in a form that is shown without noise. */
const values = <Values>(of: Arbitraries<Values>) =>
  fc.record(of, { noNullPrototype: true }) as fc.Arbitrary<Values>;

const where = {
  // Most of what happens, happens in one workspace.
  ws: fc.constantFrom(0, 0, 0, 0, 1),
  which: fc.nat({ max: 3 }),
  key: fc.constantFrom<KeyName>("team", "team", "partner"),
  once: fc.option(fc.constantFrom("k1", "k2", "k3"), { nil: undefined, freq: 2 }),
};

/** Steps that do this with such values. */
export const step = <Values extends object>(
  name: string,
  given: Arbitraries<Values>,
  run: (at: At & Values) => Promise<unknown>,
): fc.Arbitrary<Step> =>
  fc.tuple(values(where), values(given)).map(([{ ws, key, ...at }, told]) => ({
    check: () => true,
    run: async (model, world) => {
      const workspace = workspaceAt(model, ws);
      const caller = await world.key(workspace, key);
      await run({ world, workspace, caller, ...at, ...told });
    },
    toString: () => `${name}(${fc.stringify({ ws, key, ...at, ...told })})`,
  }));

function workspaceAt({ workspaces }: Model, n: number): Workspace {
  const found = workspaces[n];
  if (!found) throw new Error(`There is no workspace ${n}.`);
  return found;
}

/** The thing of a kind that a step is about, if the workspace has one. */
export const thingOf = ({ workspace, which }: Pick<At, "workspace" | "which">, kind: Kind) =>
  pick(alive(workspace, kind), which);

/** Whether something that was asked about a thing happened; it may not have when the thing is on its way out. */
export function isDone(
  thing: Thing,
  { status, text }: Pick<Answer<OperationId>, "status" | "text">,
  success: number,
): boolean {
  const expected = isLeaving(thing) ? [success, 404, 422] : [success];
  must("what was acknowledged exists", expected.includes(status), () => `${thing.id}: ${text}`);
  return status === success;
}

/** Does what may change a thing, after what is being done to it. */
export const changing = <T>(thing: Thing, work: () => Promise<T>): Promise<T> =>
  alone([thing], async () => {
    thing.changes++;
    const result = await work();
    thing.changes++;
    return result;
  });

const reads = { contact: "getContact", conversation: "getConversation", ticket: "getTicket" } as const;
export const readOf = { ...reads, webhook: "getWebhook", article: "getArticle" } as const;
const updates = {
  contact: "updateContact",
  conversation: "updateConversation",
  ticket: "updateTicket",
} as const;
const updateOf = { ...updates, webhook: "updateWebhook" } as const;

/** What other things change, and no request to this one. */
export const volatile = [
  ...["conversations", "tickets", "conversations_count", "tickets_count", "messages_count"],
  ...["last_message_at", "last_seen_at", "updated_at"],
];

/** Whether the fields of a thing differ in what was shown before and after. */
const differ = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  Object.keys(after).some((name) => !volatile.includes(name) && text(before[name]) !== text(after[name]));

/** A value in a form in which the order of fields does not count. */
export const text = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort())
      : inner,
  );

/** Notes that an event happened. */
export const tell = ({ server }: World, about: Thing, ...types: EventType[]): void =>
  void about.workspace.told.push(...types.map((type) => ({ type, about, at: server.now() })));

/**
 * Notes what a request has changed: `updated_at` moves with a change, and the event of it is told, and otherwise neither.
 * Gives whether there was a change.
 */
export function noteUpdate(
  world: World,
  thing: Thing,
  before: Record<string, unknown>,
  after: { updated_at?: string; id: string },
): boolean {
  const isChanged = differ(before, { ...after });
  const hasMoved = (before["updated_at"] ?? null) !== (after.updated_at ?? null);
  // A receiver that leaves disables its webhook at any moment, and so does a deletion, before it deletes.
  const mayMove = () => isChanged || isLeaving(thing) || world.server.receivers.left.has(receiverOf(thing));
  const isSo = thing.kind === "webhook" ? !hasMoved || mayMove() : isChanged === hasMoved;
  must("updated_at moves with a change", isSo, () => `${text(before)} → ${text(after)}`);
  const { kind } = thing;
  if (isChanged && (kind === "contact" || kind === "conversation" || kind === "ticket"))
    tell(world, thing, `${kind}.updated`);
  thing.shown = { ...after };
  return isChanged;
}

/** Changes a thing by a PATCH. What requests to other things change too is read before. */
export const update = (
  { world, caller }: Pick<At, "world" | "caller">,
  kind: keyof typeof updateOf,
  thing: Thing,
  bodyOf: (shown: Record<string, unknown>) => object,
): Promise<void> =>
  changing(thing, async () => {
    const path = { id: thing.id };
    let { shown } = thing;
    if (kind === "conversation" || kind === "webhook") {
      const team = await world.key(thing.workspace, "team");
      const { status, body } = await send(world, team, readOf[kind], { path });
      if (status === 200) shown = { ...body.data };
    }
    const answer = await change(world, caller, updateOf[kind], { path, body: bodyOf(shown) });
    if (answer && isDone(thing, answer, 200)) noteUpdate(world, thing, shown, answer.body.data);
  });
