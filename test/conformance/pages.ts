import { isDeepStrictEqual } from "node:util";
import type { Driver, Exchange } from "./driver.ts";
import { must } from "../support/check-response.ts";
import type { TestedOperation } from "../support/operation.ts";
import type { Json } from "../support/at.ts";

/**
 * Checks that a page has the requested elements in the documented order, and the cursor of the next
 * page.
 */
export function checkPage(
  operation: TestedOperation,
  path: string,
  { data, next_cursor, has_more }: Json,
): void {
  const sent = Object.fromEntries(queryOf(path));
  const parameter = operation.parameters.find(({ name }) => name === "limit");
  const limit = Number(sent["limit"] ?? parameter?.schema.default);
  must(
    "page",
    data.length <= limit,
    () => `${data.length} elements, although limit is ${limit}`,
  );
  must(
    "page",
    !has_more || data.length === limit,
    () => `${data.length} of ${limit}, and has_more`,
  );
  const last = data.at(-1)?.id;
  const ends =
    last === undefined
      ? next_cursor === null || sent["cursor"] !== undefined
      : next_cursor === last;
  must("page", ends, () => `next_cursor is ${next_cursor} after ${last}`);
  checkOrder(operation.description, data);
  for (const item of data) {
    must(
      "filter",
      matches(operation, sent, item),
      () => `${path} shows ${JSON.stringify(item)}`,
    );
  }
}

const queryOf = (path: string) => new URLSearchParams(path.split("?")[1]);

function checkOrder(description: string, data: Json[]): void {
  const timestamps = data.map((item) => item.published_at ?? item.created_at);
  const sorted = timestamps.toSorted();
  if (!description.includes("oldest first")) sorted.reverse();
  must("order", isDeepStrictEqual(timestamps, sorted), () => timestamps.join());
}

/** Returns true when an object matches the filters of a list. */
export function matches(
  { parameters }: TestedOperation,
  sent: Record<string, string>,
  item: Json,
): boolean {
  return Object.entries(sent).every(([name, value]) => {
    if (name === "limit" || name === "cursor") return true;
    if (name === "types") return value.split(",").includes(item.type);
    if (name === "tag") return item.tags.includes(value);
    if (name === "email")
      return item.email.toLowerCase() === value.toLowerCase();
    if (name === "created_since")
      return Date.parse(item.created_at) >= timeOf(value);
    if (name === "updated_since")
      return Date.parse(item.updated_at) >= timeOf(value);
    const [, parameter = "", field = ""] = /^(\w+)\[(.*)\]$/s.exec(name) ?? [];
    if (parameter)
      return (
        Object.hasOwn(item[parameter], field) &&
        String(item[parameter][field]) === value
      );
    if (name !== "q") return item[name] === value;
    const { description = "" } =
      parameters.find((parameter) => parameter.name === name) ?? {};
    const fields = searched(description);
    return fields.some((field) =>
      plain(String(item[field])).includes(plain(value)),
    );
  });
}

/** In milliseconds, of which Date gives whole ones only. */
const timeOf = (text: string) =>
  Date.parse(text.toUpperCase()) +
  Number(`0.${/\.\d{3}(\d+)/.exec(text)?.[1] ?? 0}`);

/**
 * The fields that a search looks into, as its description says: "whose title, excerpt or body
 * contains".
 */
function searched(description: string): string[] {
  const [, fields = ""] =
    /whose ([\w, ]+) contains? this text/.exec(description) ?? [];
  return fields.split(/, | or /);
}

/** A text as a search compares it. */
const plain = (text: string) =>
  text
    .normalize("NFD")
    .replaceAll(/[\p{M}\p{DI}]/gu, "")
    .toLowerCase();

const smallPage = 2;
const manyPages = 3;

/** Page after page shows the same as one large page: nothing twice, nothing skipped. */
export async function checkWalk(
  driver: Driver,
  { operation, wire, rows }: Exchange,
): Promise<void> {
  const get = async (limit: number, cursor?: string) => {
    const query = queryOf(wire.path);
    query.set("limit", String(limit));
    query.delete("cursor");
    if (cursor !== undefined) query.set("cursor", cursor);
    const path = `${wire.path.split("?")[0]}?${query.toString()}`;
    const { status, body } = await driver.fetch(
      operation,
      { method: "GET", path },
      rows,
    );
    must("refused", status === 200, () => `${status}: ${JSON.stringify(body)}`);
    checkPage(operation, path, body);
    return body;
  };
  const all = await get(100);
  const ids = idsOf(all);
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let i = 0; i < manyPages; i++) {
    const page = await get(smallPage, cursor);
    seen.push(...idsOf(page));
    const isLast = seen.length >= ids.length && !all.has_more;
    must(
      "walk",
      page.has_more === !isLast,
      () =>
        `has_more is ${page.has_more} after ${seen.length} of ${ids.length}`,
    );
    if (!page.has_more) break;
    cursor = page.next_cursor;
  }
  const same = isDeepStrictEqual(seen, ids.slice(0, seen.length));
  must("walk", same, () => `pages show ${seen.join()}, one page ${ids.join()}`);
}

const idsOf = (page: { data: { id: string }[] }) =>
  page.data.map(({ id }) => id);
