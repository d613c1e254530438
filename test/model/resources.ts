import fc from "fast-check";
import type { OperationId } from "../../generated/operations.ts";
import { isDeepStrictEqual } from "node:util";
import type { Json } from "../support/at.ts";
import { must } from "../support/check-response.ts";
import { bodyOf, fill, type Body } from "./bodies.ts";
import {
  alone,
  changing,
  draft,
  isGone,
  isLeaving,
  listedTypes,
  newText,
  pick,
  tell,
} from "./model.ts";
import type { Thing } from "./model.ts";
import { step, thingOf, allSettled, type At, type Step } from "./step.ts";
import { by, change, send, type Answer } from "./world.ts";

type Changeable = Exclude<(typeof listedTypes)[number], "article">;
/** Type of a created object → type of its parent. */
const owners = {
  contact: undefined,
  conversation: "contact",
  message: "conversation",
  ticket: "contact",
  webhook: undefined,
} as const;

/** The operation that does this with such things, by the names of the contract. */
const operationFor = <Verb extends string, Of extends string>(
  verb: Verb,
  of: Of,
) =>
  `${verb}${of.slice(0, 1).toUpperCase()}${of.slice(1)}` as `${Verb}${Capitalize<Of>}`;

/**
 * Returns true when a request had an effect. It may have none while the object is being deleted.
 */
export function isDone(
  thing: Thing,
  { status, text }: Answer,
  success: number,
): boolean {
  const expected = isLeaving(thing) ? [success, 404, 422] : [success];
  must(
    "what was acknowledged exists",
    expected.includes(status),
    () => `${thing.id}: ${text}`,
  );
  return status === success;
}

/** Notes that something exists. */
export function exists(thing: Thing, shown: Json): void {
  Object.assign(thing, {
    id: shown.id,
    shown,
    goneAt: thing.person?.goneAt ?? Infinity,
  });
  thing.workspace.things.push(thing);
}

/** Notes what was created, with the events of it. */
export function noteCreation(thing: Thing, shown: Json): void {
  const { kind, workspace, person, parent } = thing;
  exists(thing, shown);
  if (kind === "webhook" || kind === "article") return;
  tell(thing, `${kind}.created`);
  if (kind === "conversation")
    tell(draft(workspace, "message", person, thing), "message.created");
  // A message of the contact reopens its conversation.
  if (
    kind !== "message" ||
    shown.author.type === "team" ||
    parent?.shown.status !== "closed"
  )
    return;
  parent.shown = { ...parent.shown, status: "open" };
  tell(parent, "conversation.updated");
}

/** Creates something, also by several requests at one moment with one Idempotency-Key. */
export const create = (kind: keyof typeof owners): fc.Arbitrary<Step> => {
  const operation = operationFor("create", kind);
  const of = owners[kind];
  const inputs = {
    body: bodyOf(operation),
    times: fc.constantFrom(1, 1, 1, 1, 3),
  };
  return step(operation, inputs, async ({ body, times, ...at }) => {
    const { workspace, caller, once } = at;
    const owner = of && thingOf(at, of);
    if (of && !owner) return;
    const parent = kind === "message" ? owner : undefined;
    const thing = draft(workspace, kind, owner?.person, parent);
    const work = async () => {
      const filled = {
        path: parent ? { id: parent.id } : {},
        body: fill(body, thing),
      };
      const request = () => change(caller, operation, { ...filled, once });
      const answer = await (times === 1
        ? request()
        : repeated(at, operation, filled, times));
      if (answer && isDone(owner ?? thing, answer, 201))
        noteCreation(thing, answer.body.data);
    };
    await (parent ? changing(parent, work) : work());
  });
};

/** Sends a request again while the first still runs. Returns the response of the one that did it. */
async function repeated(
  { workspace, caller }: At,
  operation: OperationId,
  input: { path: Record<string, string>; body: Body },
  times: number,
): Promise<Answer | undefined> {
  const once = newText(workspace);
  const trials = Array.from({ length: times }, () =>
    send(caller, operation, { ...input, once }),
  );
  const answers = await allSettled(trials);
  const done = answers.filter(({ status }) => status === 201);
  const isSo = new Set(done.map(({ text }) => text)).size <= 1;
  must("a retry does it once", isSo, () =>
    answers.map(({ text }) => text).join("\n"),
  );
  const refusals = answers.filter(
    ({ status }) => status !== 201 && status !== 409,
  );
  return (
    done[0] ??
    refusals.find(({ body }) => body.error.details?.[0]?.path.length !== 0)
  );
}

/** Fields that change by requests to other objects. */
const volatile = [
  "conversations",
  "tickets",
  "conversations_count",
  "tickets_count",
  "messages_count",
  "last_message_at",
  "last_seen_at",
  "updated_at",
  "version",
];

/** The names of the fields that differ in what was shown before and after. */
const differing = (before: Json, after: Json) =>
  Object.keys(after).filter(
    (name) =>
      name in before &&
      !volatile.includes(name) &&
      !isDeepStrictEqual(before[name], after[name]),
  );

/**
 * Returns true when a webhook may become disabled at any moment, by its deletion or by failures of
 * its receiver.
 */
const mayBeDisabled = (thing: Thing) =>
  thing.kind === "webhook" &&
  (isLeaving(thing) ||
    thing.workspace.server.receivers.failed.has(thing.shown.url));

/**
 * Reads a thing that no request changes meanwhile: it is as it was last shown. Undefined when it is
 * gone.
 */
export async function readThing(thing: Thing): Promise<Json> {
  const { kind, id, workspace } = thing;
  if (kind === "message") return undefined;
  const wasGone = isGone(thing);
  const operation = operationFor("get", kind);
  const { status, body, text } = await send(by(workspace), operation, {
    path: { id },
  });
  const isSo = status === 200 ? !wasGone : status === 404 && isLeaving(thing);
  must("what was acknowledged exists", isSo, () => `${id}: ${text}`);
  if (status !== 200) return undefined;
  const others = differing(thing.shown, body.data).filter(
    (name) =>
      !(mayBeDisabled(thing) && ["status", "disabled_reason"].includes(name)),
  );
  const description = () =>
    `${others.join()} of ${JSON.stringify(thing.shown)}: ${text}`;
  must("what was acknowledged exists", others.length === 0, description);
  return body.data;
}

/**
 * Notes the change of a request: if a field differs, `updated_at` and `version` change, and there
 * is an event; otherwise none of these.
 */
export function noteUpdate(thing: Thing, before: Json, after: Json): void {
  const { kind } = thing;
  const isChanged = differing(before, after).length > 0;
  const hasMoved = before.updated_at !== after.updated_at;
  const hasNewVersion = before.version !== after.version;
  const isSo =
    hasNewVersion === hasMoved &&
    (isChanged === hasMoved || mayBeDisabled(thing));
  const description = () =>
    `${JSON.stringify(before)} → ${JSON.stringify(after)}`;
  must("updated_at moves with a change", isSo, description);
  if (
    isChanged &&
    (kind === "contact" || kind === "conversation" || kind === "ticket")
  )
    tell(thing, `${kind}.updated`);
  thing.shown = after;
}

/**
 * Things that nothing else changes than the requests to them: a message changes a conversation, a
 * failure a webhook.
 */
const isChangedAlone = (kind: Changeable) =>
  kind === "contact" || kind === "ticket";

/**
 * Changes a thing by a PATCH.
 * @param options.isGuarded whether it names the version that was read, which is still the present
 *   one
 */
export const patch = (
  { caller }: Pick<At, "caller">,
  kind: Changeable,
  thing: Thing,
  bodyFor: (shown: Json) => Body,
  { isGuarded = false } = {},
): Promise<void> =>
  changing(thing, async () => {
    const before = await readThing(thing);
    if (!before) return;
    const input = {
      path: { id: thing.id },
      body: bodyFor(before),
      version: isGuarded ? before.version : undefined,
    };
    const answer = await change(caller, operationFor("update", kind), input);
    if (answer && isDone(thing, answer, 200))
      noteUpdate(thing, before, answer.body.data);
  });

/** Changes something; `isSame` sends the values that the fields have. */
export const update = (kind: Changeable): fc.Arbitrary<Step> =>
  step(
    operationFor("update", kind),
    {
      body: bodyOf(operationFor("update", kind)),
      isSame: fc.constantFrom(false, false, false, true),
      isGuarded: isChangedAlone(kind) ? fc.boolean() : fc.constant(false),
    },
    async ({ body, isSame, isGuarded, ...at }) => {
      const thing = thingOf(at, kind);
      if (!thing) return;
      const same = (shown: Json) =>
        Object.fromEntries(
          Object.keys(body).flatMap((name) =>
            name in shown ? [[name, shown[name]]] : [],
          ),
        );
      const bodyFor = isSame ? same : () => fill(body, thing);
      await patch(at, kind, thing, bodyFor, { isGuarded });
    },
  );

/** Reads one thing, or one that is gone. */
export const get = step(
  "get",
  { kind: fc.constantFrom(...listedTypes) },
  async ({ workspace, which, kind }) => {
    const things = workspace.things.filter((it) => it.kind === kind);
    const thing = pick(things, which);
    if (thing) await alone([thing], () => readThing(thing));
  },
);
