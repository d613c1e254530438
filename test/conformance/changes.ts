import { isDeepStrictEqual } from "node:util";
import { compile, contract, flat, type Json } from "../support/at.ts";
import { onSamePath, type TestedOperation } from "../support/operation.ts";
import type { Schema } from "../../openapi/model/contract.ts";
import type { Driver, Exchange } from "./driver.ts";
import { must } from "../support/check-response.ts";
import { missesOf } from "./near-misses.ts";
import { toWire, type Request } from "./request.ts";
import { parsed } from "./verdict.ts";

/** What a read says now of what a request is about; nothing of what cannot be read. */
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
 * Requests to the same object that add and remove a label of two in each of its lists, and then change every field alone, to
 * each of its boundary values; `null` comes last, when there is something to remove.
 */
export function* singleChanges(operation: TestedOperation, request: Request): Generator<Request> {
  const bodyOf = (json: object): Request => ({ ...request, headers: {}, body: { json } });
  const fields = Object.entries<Schema>(operation.body?.properties ?? {});
  for (const list of fields.flatMap(([name]) => /^remove_(.*)/.exec(name)?.[1] ?? [])) {
    const [add, remove] = [{ [`add_${list}`]: [" one "] }, { [`remove_${list}`]: [" one "] }];
    for (const change of [{ [list]: ["one", "two"] }, { ...add, ...remove }, add, remove])
      yield bodyOf(change);
  }
  for (const [name, field] of fields) {
    const isValid = compile(flat(field));
    const values = missesOf(field, undefined).toSorted((a, b) => Number(a === null) - Number(b === null));
    for (const value of values) if (isValid(value) && sizeOf(value) <= few) yield bodyOf({ [name]: value });
  }
}

/** What is merged or added stays, so that large values of several requests would be too many together. */
const few = 5;
const sizeOf = (value: unknown) => (typeof value === "object" ? Object.keys(Object(value)).length : 0);

/**
 * A change changes what was sent, and nothing else: what was not sent stays, and of a merged field the other keys (D-36).
 * What has changed has a later `updated_at`.
 */
export function checkChange(before: Json, { operation, request, body: { data } }: Exchange): void {
  const sent = Object(request.body && parsed(request.body)) as Record<string, Json>;
  const names = Object.keys(data).filter((name) => name in before && !follows.has(name));
  for (const name of names) {
    const [was, is] = [before[name], data[name]];
    const { [name]: value, [`add_${name}`]: added, [`remove_${name}`]: removed } = sent;
    const isFree = value !== undefined && !isMerged(operation.body?.properties?.[name] ?? {});
    const expected = Array.isArray(was) ? labelsAfter(was, added, removed) : merged(was, value);
    const isMeant = isFree || isDeepStrictEqual(is, expected);
    must("unsent", isMeant, () => `${name} was ${JSON.stringify(was)}, is ${JSON.stringify(is)}`);
  }
  const changed = names.filter((name) => !isDeepStrictEqual(data[name], before[name]));
  // Only what has an event has to have one order (D-14).
  const isOrdered = "updated_at" in data && `${data.object}.updated` in contract.webhooks;
  const isLater = !isOrdered || data.updated_at > before.updated_at;
  must("unsent", isLater || changed.length === 0, () => `${changed.join()} changed at ${data.updated_at}`);
}

/** What the server derives from the fields that were sent. */
const follows = new Set(["updated_at", "disabled_reason"]);

/** Labels without some, and with others that it may have already. */
function labelsAfter(before: string[], added: string[] = [], removed: string[] = []): string[] {
  const [come, gone] = [added, removed].map((labels) => new Set(labels.map((label) => label.trim())));
  return [...new Set([...before.filter((label) => come?.has(label) || !gone?.has(label)), ...(come ?? [])])];
}

/** A value after a change by what was sent, if anything was; `null` removes a key, or all. */
function merged(before: unknown, sent: object | null | undefined): unknown {
  if (sent === undefined) return before;
  const entries =
    sent === null ? [] : Object.entries({ ...Object(before), ...JSON.parse(JSON.stringify(sent)) });
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

/** Whether a field of a change is merged by key: `null` removes a key, and keys that were not sent stay (D-36). */
export const isMerged = (member: Schema): boolean =>
  [flat(flat(member).additionalProperties ?? {}).type].flat().includes("null");

/** Whether a field has the value of one that a creation does not send: its default, else an empty one. */
export function isUnset(operation: TestedOperation, name: string, value: unknown): boolean {
  const path = operation.path.replace(/\/\{\w+\}$/, "");
  const creating = operation.method === "POST" ? operation : onSamePath({ ...operation, path }, "POST");
  const { default: usual } = flat(creating?.body?.properties?.[name] ?? {});
  if (usual !== undefined) return isDeepStrictEqual(value, usual);
  return value === "" || value === null || (typeof value === "object" && Object.keys(value).length === 0);
}
