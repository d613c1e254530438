import { isDeepStrictEqual } from "node:util";
import { flat, type Json } from "../support/at.ts";
import type { Driver, Exchange } from "./driver.ts";
import { must } from "../support/check-response.ts";
import { everyOperation, onSamePath, patternOf } from "../support/operation.ts";
import { checkPage, checkWalk } from "./pages.ts";
import { isFaulty, parsed } from "./verdict.ts";
import { checkEvents, isMerged, isUnset, newEvents } from "./writes.ts";

/** The laws of every success, beyond the schema of its response. */
export function checkSuccess(exchange: Exchange): void {
  checkEcho(exchange);
  checkMoments(exchange);
  checkElements(exchange);
  const { operation, wire, body } = exchange;
  if (operation.listed !== undefined) checkPage(operation, wire.path, body);
}

/** No response shows anything of another workspace. */
export function checkStrangers({ world }: Driver, { body }: Exchange): void {
  const text = JSON.stringify(body ?? "");
  const leaked = world.strangers
    .flatMap((rows) => Object.values(rows))
    .find((id) => text.includes(id));
  must("stranger", leaked === undefined, () => `it shows ${leaked}`);
}

/**
 * Sent values come back unchanged. Fields that were not sent, or were set to null, have the values
 * of the contract.
 */
function checkEcho({
  operation,
  request,
  rows,
  status,
  body: { data },
}: Exchange): void {
  if (!operation.body) return;
  const sent = Object((request.body && parsed(request.body)) ?? {}) as Record<
    string,
    unknown
  >;
  for (const [name, field] of Object.entries(operation.body.properties ?? {})) {
    const value = sent[name];
    const is = data[name];
    if (is === undefined || isMerged(field)) continue;
    const difference = () =>
      `${name} was ${JSON.stringify(value)}, is ${JSON.stringify(is)}`;
    if (value === null || (value === undefined && status === 201))
      must("echo", isUnset(operation, name, is), difference);
    if (value === null || value === undefined) continue;
    const kind = operation.references[name];
    const expected = kind === undefined ? normal(name, value) : rows[kind];
    must("echo", isDeepStrictEqual(normal("", is), expected), difference);
  }
}

/** The timestamps of a new object are those of its creation. */
function checkMoments({ status, body: { data } }: Exchange): void {
  if (status !== 201) return;
  for (const [name, at] of Object.entries(data).filter(([name]) =>
    name.endsWith("_at"),
  ))
    must(
      "echo",
      at === null || at === data.created_at,
      () => `${name} is ${at}, not ${data.created_at}`,
    );
}

/**
 * Each element of a list that is checked one by one has its result: an error if it deserves one,
 * else none.
 */
function checkElements({ operation, request, body }: Exchange): void {
  for (const [name, field] of Object.entries(
    operation.body?.properties ?? {},
  )) {
    if (!field["x-per-element"]) continue;
    const sent = Object((request.body && parsed(request.body)) ?? {})[
      name
    ] as unknown[];
    const { results } = body.data;
    must(
      "element",
      results.length === sent.length,
      () => `${results.length} results of ${sent.length}`,
    );
    for (const [i, element] of sent.entries()) {
      const { error, contact } = results[i];
      must("element", (error === undefined) !== (contact === undefined), () =>
        JSON.stringify(results[i]),
      );
      // What a contact lacks, or has too much of after the change, its schema does not tell.
      const mayFail = [
        "id",
        "if_match",
        "external_id",
        "email",
        "name",
        "custom_fields",
        "tags",
        "add_tags",
      ].includes(error?.details[0].path.join());
      const right = isFaulty(flat(field.items), element)
        ? error !== undefined
        : !error || mayFail;
      must(
        "element",
        right,
        () => `${JSON.stringify(element)} got ${JSON.stringify(results[i])}`,
      );
    }
  }
}

/**
 * Returns the response value for a sent value: tags lose outer spaces and repetitions, as their
 * description says, and -0 becomes 0.
 */
function normal(name: string, value: unknown): unknown {
  if (name === "tags")
    return [...new Set((value as string[]).map((tag) => tag.trim()))];
  return JSON.parse(JSON.stringify(value), (_, inner) =>
    inner === 0 ? 0 : inner,
  );
}

/**
 * Checks a success by further requests.
 * @param before the object as a read returned it before a change
 */
export async function checkAfterwards(
  driver: Driver,
  exchange: Exchange,
  before?: Json,
): Promise<void> {
  const { operation, headers, wire } = exchange;
  if (operation.method !== "GET") await checkEvents(driver, exchange, before);
  if (operation.method === "GET") await checkHead(driver, exchange);
  if (operation.method === "GET" && headers.has("etag"))
    await checkCondition(driver, exchange);
  if (operation.listed !== undefined) await checkWalk(driver, exchange);
  if (headers.get("location") !== null) await checkLocation(driver, exchange);
  if (wire.headers["Idempotency-Key"] !== undefined)
    await checkRepeat(driver, exchange);
  if (operation.method === "PATCH") await checkStored(driver, exchange);
  if (operation.isIdempotent) await checkRepeat(driver, exchange);
  if (operation.method === "DELETE") await checkGone(driver, exchange);
  const others = operation.method === "GET" ? [] : await newEvents(driver);
  must(
    "event",
    others.length === 0,
    () => `a repetition caused ${JSON.stringify(others[0])}`,
  );
}

/** HEAD is GET without the body. */
async function checkHead(
  driver: Driver,
  { operation, wire, rows, authorization, headers, status }: Exchange,
): Promise<void> {
  const again = await driver.fetch(
    operation,
    { ...wire, method: "HEAD" },
    rows,
    authorization,
  );
  const length = [headers, again.headers].map((of) => of.get("content-length"));
  must(
    "head",
    again.status === status && length[0] === length[1],
    () => `${again.status}, ${length.join(" and ")}`,
  );
}

/** A read with the ETag of the object gets a 304, and with another ETag the object (D-44). */
async function checkCondition(
  driver: Driver,
  { operation, wire, rows, authorization, headers }: Exchange,
): Promise<void> {
  const etag = headers.get("etag") ?? "";
  for (const { sent, expected } of [
    { sent: `"x", W/${etag}`, expected: 304 },
    { sent: '"x"', expected: 200 },
  ]) {
    const conditional = { ...wire, headers: { "If-None-Match": sent } };
    const again = await driver.fetch(
      operation,
      conditional,
      rows,
      authorization,
    );
    const isSo =
      again.status === expected && again.headers.get("etag") === etag;
    must(
      "etag",
      isSo,
      () => `${again.status} ${again.headers.get("etag")} for ${sent}`,
    );
  }
}

/**
 * Checks that `Location` leads to the created object, or to its list when the object has no path.
 */
async function checkLocation(
  driver: Driver,
  { headers, rows, body: { data } }: Exchange,
): Promise<void> {
  const path = headers.get("location") ?? "";
  const reading = everyOperation.find(
    (operation) =>
      operation.method === "GET" && patternOf(operation.path).test(path),
  );
  must("location", reading !== undefined, () => `${path} cannot be read`);
  if (!reading) return;
  const {
    status,
    headers: read,
    body,
  } = await driver.fetch(reading, { method: "GET", path }, rows);
  const there = [body.data].flat().find((item) => item?.id === data.id);
  must(
    "location",
    status === 200 && there !== undefined,
    () => `${path} is ${status} without ${data.id}`,
  );
  const [made, shown] = [headers, read].map((of) => of.get("etag"));
  must(
    "etag",
    made === null || made === shown,
    () => `${made} at the creation, ${shown} at ${path}`,
  );
  // A key that only sends messages is not shown the name of their author (D-26).
  const isShown = (name: string) => name in there && data[name]?.name !== "";
  for (const name of Object.keys(data).filter(isShown)) {
    must(
      "location",
      isDeepStrictEqual(data[name], there[name]),
      () => `${name} is different at ${path}`,
    );
  }
}

/** The response of a change equals a later read. */
async function checkStored(
  driver: Driver,
  { operation, rows, wire, headers, body: { data } }: Exchange,
): Promise<void> {
  const reading = onSamePath(operation, "GET");
  if (!reading) return;
  const {
    status,
    headers: read,
    body,
  } = await driver.fetch(reading, { method: "GET", path: wire.path }, rows);
  must(
    "echo",
    status === 200,
    () => `${wire.path} is ${status} after a change`,
  );
  const [made, shown] = [headers, read].map((of) => of.get("etag"));
  must(
    "etag",
    made === shown,
    () => `${made} at the change, ${shown} at a read`,
  );
  for (const name of Object.keys(data))
    must(
      "echo",
      isDeepStrictEqual(data[name], body.data[name]),
      () => `${name} is not stored`,
    );
}

/**
 * Checks repetitions: a request with the same Idempotency-Key and body, or of an idempotent
 * operation, gets the same response again.
 */
export async function checkRepeat(
  driver: Driver,
  {
    operation,
    request,
    wire,
    rows,
    authorization,
    status,
    headers,
    body,
  }: Exchange,
): Promise<void> {
  const second = await driver.send(operation, request, rows, authorization);
  const places = [headers, second.headers].map((of) => of.get("location"));
  const same =
    second.status === status &&
    places[0] === places[1] &&
    isDeepStrictEqual(body, second.body);
  const replayed = [headers, second.headers].map((of) =>
    of.get("idempotent-replayed"),
  );
  const isReplay = wire.headers["Idempotency-Key"] !== undefined;
  must(
    "repeat",
    replayed[0] === null && replayed[1] === (isReplay ? "true" : null),
    () => `Idempotent-Replayed is ${replayed.join(", then ")}`,
  );
  must(
    "repeat",
    same,
    () => `${JSON.stringify(body)}, then ${JSON.stringify(second.body)}`,
  );
}

/** A deleted object cannot be read. */
async function checkGone(
  driver: Driver,
  { operation, rows, wire: { path } }: Exchange,
): Promise<void> {
  const reading = onSamePath(operation, "GET");
  if (!reading) return;
  const { status } = await driver.fetch(reading, { method: "GET", path }, rows);
  must("gone", status === 404, () => `${path} is ${status}`);
}
