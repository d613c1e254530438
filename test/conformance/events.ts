import { isDeepStrictEqual } from "node:util";
import type { Driver, Exchange } from "./driver.ts";
import { must } from "../support/check-response.ts";
import { everyOperation, type TestedOperation } from "../support/operation.ts";
import { contract, type Json } from "../support/at.ts";
import type { World } from "./driver.ts";

const feed = everyOperation.find(({ id }) => id === "listEvents");
const cursors = new WeakMap<World, string>();

/** The events since the last time. */
export async function newEvents(driver: Driver): Promise<Json[]> {
  const events: Json[] = [];
  for (let more = feed !== undefined; feed && more;) {
    const cursor = cursors.get(driver.world);
    const path = `${feed.path}?limit=100${cursor === undefined ? "" : `&cursor=${cursor}`}`;
    const { status, body } = await driver.fetch(feed, { method: "GET", path }, {});
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
  const results: Json[] = body.data.results?.filter(({ status }: Json) => status !== "unchanged") ?? [];
  const shown: Json[] = body.data.results ? results.flatMap(({ contact = [] }) => contact) : [body.data];
  await checkReads(driver, events);
  for (const object of shown) {
    const all = events.filter(({ data }) => data.id === object.id);
    const made = status === 201 ? "created" : "updated";
    const kind = operation.method === "DELETE" ? "deleted" : made;
    const type = `${object.object}.${kind}`;
    const hasChanged = before ? replacedIn(object, before).length > 0 : body.data.results !== undefined;
    const isDue = type in contract.webhooks && (kind !== "updated" || hasChanged);
    const idempotency_key = wire.headers["Idempotency-Key"] ?? null;
    const cause = { id: headers.get("X-Request-Id"), idempotency_key };
    for (const event of all) checkCause(event, cause, operation.scheme === "apiKey", before);
    must("event", !isDue || all.length > 0, () => `no event tells of ${object.id}`);
    // Of a batch, each element has its own.
    const same = all.length === 0 || all.some((event) => tells(event, object));
    must("event", same, () => `${JSON.stringify(all.at(-1))} tells of ${JSON.stringify(object)}`);
    if (!body.data.results && isDue)
      must(
        "event",
        all.some((event) => event.type === type),
        () => `no ${type} of ${object.id}`,
      );
  }
}

/** What the last event of an object tells is what a read of it says. */
async function checkReads(driver: Driver, events: Json[]): Promise<void> {
  for (const [id, { type, data }] of new Map<string, Json>(events.map((event) => [event.data.id, event]))) {
    const reading = readOf(id);
    if (!reading || type.endsWith(".deleted")) continue;
    const { body } = await driver.fetch(
      reading,
      { method: "GET", path: reading.path.replace("{id}", id) },
      {},
    );
    const isSo = tells({ data: body.data }, data);
    must("event", isSo, () => `${type} tells ${JSON.stringify(data)}, a read ${JSON.stringify(body.data)}`);
  }
}

/** What reads the object of an id, if anything does. */
const readOf = (id: string): TestedOperation | undefined =>
  everyOperation.find(
    ({ method, scheme, path, parameters }) =>
      method === "GET" &&
      scheme === "apiKey" &&
      path.endsWith("/{id}") &&
      parameters.some((parameter) => parameter.in === "path" && id.startsWith(`${parameter.kind}_`)),
  );

/** An event names the request that caused it, and one of a change what the change replaced. */
function checkCause(
  { id, type, data, request: { api_key_id, ...request }, previous }: Json,
  cause: { id: string | null; idempotency_key: string | null },
  isByKey: boolean,
  before: Json,
): void {
  const isNamed = isDeepStrictEqual(request, cause) && (api_key_id !== null) === isByKey;
  must("event", isNamed, () => `${id} names ${JSON.stringify(request)} and not ${JSON.stringify(cause)}`);
  const names = Object.keys(previous ?? {});
  const differs = names.every((name) => !isDeepStrictEqual(previous[name], data[name]));
  const isSo = type.endsWith(".updated") ? names.length > 0 && differs : previous === undefined;
  const isAll = !before || isDeepStrictEqual(names.toSorted(), replacedIn(data, before).toSorted());
  must("event", isSo && isAll, () => `${type} ${id} had ${JSON.stringify(previous)}`);
}

/** The fields of an object that were others before, each of which a read of it shows. */
const replacedIn = (object: Json, before: Json) =>
  Object.keys(object).filter((name) => name in before && !isDeepStrictEqual(object[name], before[name]));

/** A key that only sends messages is not shown the name of their author (D-26). */
const tells = ({ data }: Json, object: Json): boolean =>
  Object.keys(object)
    .filter((name) => name in data && object[name]?.name !== "")
    .every((name) => isDeepStrictEqual(object[name], data[name]));
