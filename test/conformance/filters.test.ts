import { beforeAll, expect, test } from "vitest";
import { prepare } from "../../server/operator/run.ts";
import { compile } from "../support/at.ts";
import {
  credentialsOf,
  fillWorkspace,
  requestTo,
  type Rows,
} from "../support/world.ts";
import {
  everyOperation,
  type TestedOperation,
  type Parameter,
} from "../support/operation.ts";
import { startServer } from "../support/server.ts";
import { matches } from "./pages.ts";

const server = await startServer();
const key = await server.key(["*"], "mine");
let rows: Rows;
let theirs: Rows;
beforeAll(async () => {
  [rows = {}] = await fillWorkspace(server, "mine");
  [theirs = {}] = await fillWorkspace(server, "strangers");
  // Objects with another status, which filters by status leave out.
  const operate = (...line: string[]) =>
    prepare(["operator", ...line, "--workspace", "mine"])(server.store);
  const change = (path: string, json: object) =>
    server.call(path, { key, method: "PATCH", json });
  await change(`/v1/conversations/${rows["cv"]}`, { status: "closed" });
  await change(`/v1/tickets/${rows["tk"]}`, { status: "solved" });
  const webhook = `/v1/webhooks/${rows["wh"]}`;
  for (const status of ["disabled", "enabled"])
    await change(webhook, { status });
  await operate("contact", rows["ct"] ?? "", "--lifecycle", "customer");
  await change(`/v1/contacts/${rows["ct"]}`, {
    tags: ["mayorista", "otra"],
    custom_fields: { plan: "anual" },
  });
  await server.call(`${webhook}/test`, { key, method: "POST" });
});

const lists = everyOperation.filter(({ listed }) => listed !== undefined);
const filters = lists.flatMap((operation) =>
  operation.parameters
    .filter(
      ({ name, in: location }) =>
        location === "query" && name !== "limit" && name !== "cursor",
    )
    .flatMap(asTexts)
    .map((filter) => ({ operation, filter })),
);

/** Returns the filter; for a filter with fields, one filter for each field of its example. */
function asTexts(filter: Parameter): Parameter[] {
  const { name, schema, style, example } = filter;
  if (style !== "deepObject" || typeof schema.additionalProperties !== "object")
    return [filter];
  const field = schema.additionalProperties;
  return Object.keys(Object(example)).map((key) => ({
    ...filter,
    name: `${name}[${key}]`,
    schema: field,
  }));
}

test.each(filters)(
  "$filter.name of $operation.id finds what it says and nothing else",
  async (it) => {
    const { operation, filter } = it;
    const { requireList, all } = await listOf(operation);
    expect(
      distinguishing(operation, filter, all),
      `no ${filter.name} that some objects have and others have not: give one in beforeAll of this file`,
    ).not.toEqual([]);
    for (const value of valuesFor(filter, all))
      await requireList({ [filter.name]: value });
  },
);

/** The filters of a list that may be sent together, in pairs. */
const pairs = filters.flatMap((one) =>
  filters
    .filter(
      ({ operation, filter }) =>
        operation === one.operation && filter.name > one.filter.name,
    )
    .map(({ filter }) => ({
      operation: one.operation,
      filter: one.filter,
      other: filter,
    })),
);

test.each(pairs)(
  "$filter.name and $other.name of $operation.id hold together",
  async (it) => {
    const { operation, filter, other } = it;
    const { requireList, all } = await listOf(operation);
    for (const one of distinguishing(operation, filter, all).slice(0, 4))
      for (const two of distinguishing(operation, other, all).slice(0, 4))
        await requireList({ [filter.name]: one, [other.name]: two });
  },
);

test.each(filters)(
  "a cursor of $operation.id need not match $filter.name",
  async ({ operation, filter }) => {
    const { requireList, all } = await listOf(operation);
    for (const value of distinguishing(operation, filter, all).slice(0, 2)) {
      const others = all.filter(
        (item) => !matches(operation, { [filter.name]: value }, item),
      );
      // The last but one, so that elements may follow.
      const cursor = others.at(-2) ?? others.at(-1);
      if (!cursor) throw new Error(`All elements have ${value}.`);
      await requireList(
        { [filter.name]: value, cursor: cursor.id },
        all.slice(all.indexOf(cursor) + 1),
      );
    }
  },
);

const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

/**
 * Reads all elements of a list, with a new key, as each filter sends hundreds of requests. A page of
 * `requireList` has room for the expected elements alone, so one element too many changes `has_more`,
 * whichever way the server searches (newest-matching.ts).
 */
async function listOf(operation: TestedOperation) {
  const key = await credentialsOf(server, "mine").for(operation, rows);
  const { path } = requestTo(operation, rows);
  const read = async (query: Record<string, string>) => {
    const { body } = await server.call(
      `${path}?${new URLSearchParams(query).toString()}`,
      { key },
    );
    return {
      items: body.data as { id: string }[],
      has_more: body.has_more as boolean,
    };
  };
  const { items: all } = await read({ limit: "100" });
  const requireList = async (query: Record<string, string>, among = all) => {
    const expected = among.filter((item) => matches(operation, query, item));
    const { items, has_more } = await read({
      ...query,
      limit: String(Math.max(1, expected.length)),
    });
    expect(idsOf(items), JSON.stringify(query)).toEqual(idsOf(expected));
    expect(has_more, JSON.stringify(query)).toBe(false);
  };
  return { requireList, all };
}

/** The values of a filter that some elements have and others have not. */
const distinguishing = (
  operation: TestedOperation,
  filter: Parameter,
  all: object[],
) =>
  valuesFor(filter, all).filter((value) => {
    const count = all.filter((item) =>
      matches(operation, { [filter.name]: value }, item),
    ).length;
    return count > 0 && count < all.length;
  });

/**
 * Returns values for the filter: of listed objects, in other spellings, and of other workspaces.
 */
function valuesFor({ schema }: Parameter, all: object[]): string[] {
  const isValid = compile(schema);
  const texts = textsIn(all);
  const listed = (schema.enum ?? schema.items?.enum ?? []).map(String);
  const others = texts.flatMap((text) => [
    text.toUpperCase(),
    text.slice(1, -1),
    text.replace(/[aeo]/, accented),
    text.replace(/Z$/, "-01:00"), // of another zone
    text.replace(/Z$/, "5Z"), // half a millisecond later
  ]);
  const values = [
    ...listed,
    listed.slice(0, 2).join(),
    ...texts,
    ...others,
    ...Object.values(theirs),
    "%",
    "_",
    "\n",
  ];
  return [...new Set(values)].filter((value) =>
    isValid(schema.type === "array" ? value.split(",") : value),
  );
}

const accented = (vowel: string) => `${vowel}\u0301`.normalize("NFC");

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? [...new Set(Object.values(value).flatMap(textsIn))]
    : [];
}
