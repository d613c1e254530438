import { beforeAll, expect, test } from "vitest";
import { prepare } from "../../server/operator/run.ts";
import { compile } from "../support/response-faults.ts";
import { credentialsOf } from "../support/credentials.ts";
import { everyOperation, type Parameter } from "../support/operation.ts";
import { startServer } from "../support/server.ts";
import { fillWorkspace, requestTo, type Rows } from "../support/world.ts";
import { matches } from "./pages.ts";

const server = await startServer();
const key = await server.key(["*"], "mine");
let rows: Rows;
let theirs: Rows;
beforeAll(async () => {
  [rows = {}] = await fillWorkspace(server, "mine");
  [theirs = {}] = await fillWorkspace(server, "strangers");
  // What the filters by status leave out.
  const operate = (...line: string[]) => prepare(["operator", ...line, "--workspace", "mine"])(server.store);
  await operate("conversation", rows["cv"] ?? "", "closed");
  await operate("ticket", rows["tk"] ?? "", "solved");
  const webhook = `/v1/webhooks/${rows["wh"]}`;
  for (const status of ["disabled", "enabled"]) {
    await server.call(webhook, { key, method: "PATCH", json: { status } });
  }
  await operate("contact", rows["ct"] ?? "", "--lifecycle", "customer", "--tags", "mayorista,otra");
  await server.call(`${webhook}/test`, { key, method: "POST" });
});

const filters = everyOperation
  .filter(({ listed }) => listed !== undefined)
  .flatMap((operation) =>
    operation.parameters
      .filter(({ name, in: place }) => place === "query" && name !== "limit" && name !== "cursor")
      .map((filter) => ({ operation, filter })),
  );

test.each(filters)("$filter.name of $operation.id finds what it says and nothing else", async (it) => {
  const { operation, filter } = it;
  const key = await credentialsOf(server, "mine").for(operation, rows); // each filter sends hundreds of requests
  const { path } = requestTo(operation, rows);
  const list = async (query: URLSearchParams) =>
    (await server.call(`${path}?${query.toString()}`, { key })).body.data as { id: string }[];
  const all = await list(new URLSearchParams({ limit: "100" }));
  const isValid = compile(filter.schema);
  const values = valuesFor(filter, all).filter((value) =>
    isValid(filter.schema.type === "array" ? value.split(",") : value),
  );
  const told = values.filter((value) => {
    const count = all.filter((item) => matches(operation, { [filter.name]: value }, item)).length;
    return count > 0 && count < all.length;
  });
  expect(told, "values that some have and others have not").not.toEqual([]);
  for (const value of new Set(values)) {
    const found = await list(new URLSearchParams({ limit: "100", [filter.name]: value }));
    const wanted = all.filter((item) => matches(operation, { [filter.name]: value }, item));
    expect(idsOf(found), value).toEqual(idsOf(wanted));
  }
});

const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

/** What the filter lists, what anything that is listed has in any field, also written otherwise, and what strangers have. */
function valuesFor({ schema }: Parameter, all: object[]): string[] {
  const texts = textsIn(all);
  const listed = (schema.enum ?? schema.items?.enum ?? []).map(String);
  const others = texts.flatMap((text) => [
    text.toUpperCase(),
    text.slice(1, -1),
    text.replace(/[aeo]/, accented),
  ]);
  return [...listed, listed.slice(0, 2).join(), ...texts, ...others, ...Object.values(theirs), "%", "_"];
}

const accented = (vowel: string) => `${vowel}\u0301`.normalize("NFC");

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? [...new Set(Object.values(value).flatMap(textsIn))]
    : [];
}
