import { isDeepStrictEqual } from "node:util";
import type { Schema } from "../../openapi/model/contract.ts";
import { compile, contract, flat, type Json } from "../support/at.ts";
import { must } from "../support/check-response.ts";
import {
  everyOperation,
  onSamePath,
  operationOf,
  type TestedOperation,
} from "../support/operation.ts";
import type { Driver, Exchange, Workspaces } from "./driver.ts";
import { missesOf } from "./near-misses.ts";
import { toWire, type Request } from "./request.ts";
import { parsed } from "./verdict.ts";

/** Reads the objects of a request. Leaves out objects that cannot be read. */
export async function readState(
  driver: Driver,
  operation: TestedOperation,
  { request, rows }: Pick<Exchange, "request" | "rows">,
): Promise<Json> {
  const reading = onSamePath(operation, "GET");
  if (!reading) return undefined;
  const { path } = toWire(operation, request, rows);
  return (await driver.fetch(reading, { method: "GET", path }, rows)).body.data;
}

/**
 * Requests to the same object that add and remove a label of two in each of its lists, and then
 * change every field alone, to each of its boundary values; `null` comes last, when there is
 * something to remove.
 */
export function* singleChanges(
  operation: TestedOperation,
  request: Request,
): Generator<Request> {
  const bodyOf = (json: object): Request => ({
    ...request,
    headers: {},
    body: { json },
  });
  const fields = Object.entries<Schema>(operation.body?.properties ?? {});
  for (const list of fields.flatMap(
    ([name]) => /^remove_(.*)/.exec(name)?.[1] ?? [],
  )) {
    const add = { [`add_${list}`]: [" one "] };
    const remove = { [`remove_${list}`]: [" one "] };
    for (const change of [
      { [list]: ["one", "two"] },
      { ...add, ...remove },
      add,
      remove,
    ])
      yield bodyOf(change);
  }
  for (const [name, field] of fields) {
    const isValid = compile(flat(field));
    const values = missesOf(field, undefined).toSorted(
      (a, b) => Number(a === null) - Number(b === null),
    );
    for (const value of values)
      if (isValid(value) && sizeOf(value) <= few)
        yield bodyOf({ [name]: value });
  }
}

/**
 * The maximal number of keys in a value. Merged values stay, so those of several requests must not
 * exceed a limit together.
 */
const few = 5;
const sizeOf = (value: unknown) =>
  typeof value === "object" ? Object.keys(Object(value)).length : 0;

/**
 * Checks a change: only the sent fields differ, and only the sent keys of a merged field (D-36). A
 * changed object has a later `updated_at`.
 */
export function checkChange(
  before: Json,
  { operation, request, body: { data } }: Exchange,
): void {
  const sent = Object(request.body && parsed(request.body)) as Record<
    string,
    Json
  >;
  const names = Object.keys(data).filter(
    (name) => name in before && !follows.has(name),
  );
  for (const name of names) {
    const was = before[name];
    const is = data[name];
    const {
      [name]: value,
      [`add_${name}`]: added,
      [`remove_${name}`]: removed,
    } = sent;
    const isFree =
      value !== undefined &&
      !isMerged(operation.body?.properties?.[name] ?? {});
    const expected = Array.isArray(was)
      ? labelsAfter(was, added, removed)
      : merged(was, value);
    const isMeant = isFree || isDeepStrictEqual(is, expected);
    must(
      "unsent",
      isMeant,
      () => `${name} was ${JSON.stringify(was)}, is ${JSON.stringify(is)}`,
    );
  }
  const changed = names.filter(
    (name) => !isDeepStrictEqual(data[name], before[name]),
  );
  // Only what has an event has to have one order (D-14).
  const isOrdered =
    "updated_at" in data && `${data.object}.updated` in contract.webhooks;
  const isLater = !isOrdered || data.updated_at > before.updated_at;
  must(
    "unsent",
    isLater || changed.length === 0,
    () => `${changed.join()} changed at ${data.updated_at}`,
  );
}

/** Fields that the server derives from sent fields. */
const follows = new Set(["updated_at", "version", "disabled_reason"]);

/** Labels without some, and with others that it may have already. */
function labelsAfter(
  before: string[],
  added: string[] = [],
  removed: string[] = [],
): string[] {
  const [come, gone] = [added, removed].map(
    (labels) => new Set(labels.map((label) => label.trim())),
  );
  return [
    ...new Set([
      ...before.filter((label) => come?.has(label) || !gone?.has(label)),
      ...(come ?? []),
    ]),
  ];
}

/** A value after a change by what was sent, if anything was; `null` removes a key, or all. */
function merged(before: unknown, sent: object | null | undefined): unknown {
  if (sent === undefined) return before;
  const entries =
    sent === null
      ? []
      : Object.entries({
          ...Object(before),
          ...JSON.parse(JSON.stringify(sent)),
        });
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

/**
 * Returns true for a field that a change merges by key: `null` removes a key, and keys that were
 * not sent stay (D-36).
 */
export const isMerged = (member: Schema): boolean =>
  [flat(flat(member).additionalProperties ?? {}).type].flat().includes("null");

/**
 * Returns true for the value of a field that a creation does not send: its default, or an empty
 * value.
 */
export function isUnset(
  operation: TestedOperation,
  name: string,
  value: unknown,
): boolean {
  const path = operation.path.replace(/\/\{\w+\}$/, "");
  const creating =
    operation.method === "POST"
      ? operation
      : onSamePath({ ...operation, path }, "POST");
  const { default: usual } = flat(creating?.body?.properties?.[name] ?? {});
  if (usual !== undefined) return isDeepStrictEqual(value, usual);
  return (
    value === "" ||
    value === null ||
    (typeof value === "object" && Object.keys(value).length === 0)
  );
}

const feed = operationOf("listEvents");
const cursors = new WeakMap<Workspaces, string>();

/** The events since the last time. */
export async function newEvents(driver: Driver): Promise<Json[]> {
  const events: Json[] = [];
  for (let more = true; more;) {
    const cursor = cursors.get(driver.world);
    const path = `${feed.path}?limit=100${cursor === undefined ? "" : `&cursor=${cursor}`}`;
    const { status, body } = await driver.fetch(
      feed,
      { method: "GET", path },
      {},
    );
    must("refused", status === 200, () => `${path} is ${status}`);
    events.push(...body.data);
    if (body.next_cursor !== null) cursors.set(driver.world, body.next_cursor);
    more = body.has_more;
  }
  return events;
}

/** The event of a change says what the response says; what was created or deleted has one. */
export async function checkEvents(
  driver: Driver,
  { operation, wire, status, headers, body }: Exchange,
  before?: Json,
): Promise<void> {
  const events = await newEvents(driver);
  const results: Json[] =
    body.data.results?.filter(({ status }: Json) => status !== "unchanged") ??
    [];
  const objects: Json[] = body.data.results
    ? results.flatMap(({ contact = [] }) => contact)
    : [body.data];
  await checkReads(driver, events);
  for (const object of objects) {
    const all = events.filter(({ data }) => data.id === object.id);
    const change = status === 201 ? "created" : "updated";
    const kind = operation.method === "DELETE" ? "deleted" : change;
    const type = `${object.object}.${kind}`;
    const hasChanged = before
      ? replacedIn(object, before).length > 0
      : body.data.results !== undefined;
    const isDue =
      type in contract.webhooks && (kind !== "updated" || hasChanged);
    const idempotency_key = wire.headers["Idempotency-Key"] ?? null;
    const isByKey = operation.scheme === "apiKey";
    const client_name = (isByKey && wire.headers["Client-Name"]) || null;
    const id = headers.get("X-Request-Id");
    const cause = { id, idempotency_key, client_name };
    for (const event of all) checkCause(event, cause, isByKey, before);
    must(
      "event",
      !isDue || all.length > 0,
      () => `no event tells of ${object.id}`,
    );
    // Of a batch, each element has its own.
    const same = all.length === 0 || all.some((event) => tells(event, object));
    must(
      "event",
      same,
      () => `${JSON.stringify(all.at(-1))} tells of ${JSON.stringify(object)}`,
    );
    if (!body.data.results && isDue)
      must(
        "event",
        all.some((event) => event.type === type),
        () => `no ${type} of ${object.id}`,
      );
  }
}

/** Checks that the last event of an object equals a read of it. */
async function checkReads(driver: Driver, events: Json[]): Promise<void> {
  for (const [id, { type, data }] of new Map<string, Json>(
    events.map((event) => [event.data.id, event]),
  )) {
    const reading = readOf(id);
    if (!reading || type.endsWith(".deleted")) continue;
    const { body } = await driver.fetch(
      reading,
      { method: "GET", path: reading.path.replace("{id}", id) },
      {},
    );
    const isSo = tells({ data: body.data }, data);
    must(
      "event",
      isSo,
      () =>
        `${type} tells ${JSON.stringify(data)}, a read ${JSON.stringify(body.data)}`,
    );
  }
}

/** Returns the operation that reads the object of an id, if there is one. */
const readOf = (id: string): TestedOperation | undefined =>
  everyOperation.find(
    ({ method, scheme, path, parameters }) =>
      method === "GET" &&
      scheme === "apiKey" &&
      path.endsWith("/{id}") &&
      parameters.some(
        (parameter) =>
          parameter.in === "path" && id.startsWith(`${parameter.kind}_`),
      ),
  );

/** An event names the request that caused it, and one of a change what the change replaced. */
function checkCause(
  { id, type, data, request: { api_key_id, ...request }, previous }: Json,
  cause: Record<"id" | "idempotency_key" | "client_name", string | null>,
  isByKey: boolean,
  before: Json,
): void {
  const isNamed =
    isDeepStrictEqual(request, cause) && (api_key_id !== null) === isByKey;
  must(
    "event",
    isNamed,
    () =>
      `${id} names ${JSON.stringify(request)} and not ${JSON.stringify(cause)}`,
  );
  const names = Object.keys(previous ?? {});
  const differs = names.every(
    (name) => !isDeepStrictEqual(previous[name], data[name]),
  );
  const isSo = type.endsWith(".updated")
    ? names.length > 0 && differs
    : previous === undefined;
  const isAll =
    !before ||
    isDeepStrictEqual(names.toSorted(), replacedIn(data, before).toSorted());
  must(
    "event",
    isSo && isAll,
    () => `${type} ${id} had ${JSON.stringify(previous)}`,
  );
}

/** The fields of an object that were others before, each of which a read of it shows. */
const replacedIn = (object: Json, before: Json) =>
  Object.keys(object).filter(
    (name) => name in before && !isDeepStrictEqual(object[name], before[name]),
  );

/** A key that only sends messages is not shown the name of their author (D-26). */
const tells = ({ data }: Json, object: Json): boolean =>
  Object.keys(object)
    .filter((name) => name in data && object[name]?.name !== "")
    .every((name) => isDeepStrictEqual(object[name], data[name]));
