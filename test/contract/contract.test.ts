import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { errors, scopes, values } from "../../generated/constants.ts";
import { operations } from "../../generated/operations.ts";
import { errorsInEvent } from "../../server/contract/schema.ts";
import { checkPage } from "../conformance/pages.ts";
import { at, contract, flat } from "../support/at.ts";
import { everyOperation, examplesOf } from "../support/operation.ts";
import { brokenInvariants } from "./invariants.ts";
import { codes, guards, responsesThat } from "./reading.ts";

// Checks of the whole contract that no rule of lint makes: codes, scopes, examples and patterns.

// The other direction is a matter of types: ApiError takes no code that the contract lacks.
test("the server can send every error code", () => {
  const sources = readdirSync("server", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join("server", name), "utf8"))
    .join();
  expect(
    Object.keys(errors).filter((code) => !sources.includes(`"${code}"`)),
  ).toEqual([]);
});

test("the scopes that operations require are those that keys can have", () => {
  expect(Object.keys(guards()).sort()).toEqual(Object.keys(scopes).sort());
});

const guarded = Object.entries(operations).filter(
  ([, { scopes: required }]) => required.length > 0,
);

test.each(guarded)(
  "the texts of the scopes of %s name what it does",
  (_, { scopes: required, method }) => {
    const words = {
      get: "read",
      post: "create|send|start",
      patch: "change|close",
      delete: "delete|erase",
    };
    const text = required.map((scope) => scopes[scope]).join(" ");
    expect(text).toMatch(
      new RegExp(`\\b(${words[method]}|full access)\\b`, "i"),
    );
  },
);

const writes = everyOperation.filter(
  ({ method, id }) => method !== "GET" && id !== "createMessengerSession",
);

test.each(writes)(
  "$id takes what makes it safe to repeat or to race",
  ({ method, parameters }) => {
    const header = method === "POST" ? "Idempotency-Key" : "If-Match";
    expect(parameters.map(({ name }) => name)).toContain(header);
  },
);

test.each(responsesThat((response) => !response.endsWith("/304")))(
  "%s has an example of each of its codes",
  (response) => {
    const exampleCodes = Object.values(examplesOf(at(response))).map(
      ({ error }) => error?.code,
    );
    expect(exampleCodes.length).toBeGreaterThan(0);
    if (/\/[45]\d\d$/.test(response))
      expect(exampleCodes).toEqual(expect.arrayContaining(codes(response)));
  },
);

const { examples } = contract.components;

// Lint holds each against its schema.
test.each(Object.keys(examples))("%s could be true", (name) => {
  expect(brokenInvariants(examples[name].value)).toEqual([]);
});

const shown = new Set<string>();
JSON.stringify(examples, (_, value) => {
  for (const name of Object.keys(Object(value)))
    shown.add(`${value.object}.${name}`);
  return value;
});

test("each field of an object is in an example of one", () => {
  const schemas = Object.values(contract.components.schemas).map(
    (schema) => flat(schema).properties ?? {},
  );
  const fields = schemas.flatMap(({ object, ...others }) =>
    Object.keys(object?.const ? others : {}).map(
      (name) => `${object.const}.${name}`,
    ),
  );
  expect(fields.filter((field) => !shown.has(field))).toEqual([]);
});

const pages = everyOperation
  .filter(({ listed }) => listed !== undefined)
  .flatMap((operation) =>
    Object.entries(examplesOf(operation.responses["200"])).map(
      ([name, page]) => ({ operation, name, page }),
    ),
  );

test.each(pages)(
  "$name of $operation.id is in order, and leads to the next",
  ({ operation, page }) => {
    // The page that was asked for is as long as the one that is shown; an empty one with a cursor
    // follows another.
    const last = page.data.length === 0 ? "cursor=" : "";
    const query = page.has_more ? `limit=${page.data.length}` : last;
    checkPage(operation, `${operation.path}?${query}`, page);
  },
);

const types = Object.keys(contract.webhooks);

test("every type of event has a webhook, and the test", () => {
  expect([...types].sort()).toEqual(
    [...values.EventType, "webhook.test"].sort(),
  );
});

test.each(types)(
  "the request of %s is an event of that type, in the feed as in a webhook",
  (type) => {
    const body = `/webhooks/${type}/post/requestBody/content/application~1json`;
    expect(at(`${body}/schema`).properties.type.const).toBe(type);
    const { value } = at(`${body}/examples/event`);
    expect(value.type).toBe(type);
    expect(errorsInEvent(value)).toEqual([]);
  },
);

/**
 * Every pattern of the contract: those that are published, and those that the server holds requests
 * against.
 */
const patterns = new Set<string>();
for (const name of ["openapi.json", "strict.json"])
  JSON.parse(
    readFileSync(`generated/${name}`, "utf8"),
    (key, value: unknown) => {
      if (key === "pattern" && typeof value === "string") patterns.add(value);
      return value;
    },
  );

/**
 * Long texts that end with what few patterns allow, so that those that can be read in many ways
 * are.
 */
const texts = ["a", " ", "-", "a ", "a-", "0", "A, "].flatMap((part) => {
  const text = part.repeat(100_000 / part.length);
  return [`${text}\0`, `v1,${text}\0`, `ct_${text}\0`];
});

test.each([...patterns])("no text takes %s long", (pattern) => {
  const expression = new RegExp(pattern, "u");
  for (const text of texts) {
    const began = performance.now();
    expression.test(text);
    // With the square of its length, a text would take some seconds; else it takes a thousandth of
    // one.
    expect(performance.now() - began).toBeLessThan(1000);
  }
});
