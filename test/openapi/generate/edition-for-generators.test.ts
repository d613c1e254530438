import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { editionForGenerators } from "../../../openapi/generate/edition-for-generators.ts";
import {
  operationsOf,
  resolve,
  type Body,
  type Contract,
  type Operation,
  type Parameter,
} from "../../../openapi/model/contract.ts";
import { inWordsOf31 } from "../../../openapi/model/version-30.ts";
import type { Json } from "../../support/at.ts";

const read = (name: string): Contract =>
  JSON.parse(readFileSync(`generated/${name}`, "utf8"));
const published = read("openapi.json");
const edition = inWordsOf31(read("openapi-codegen.json"));

const operationIn = (contract: Contract, id: string): Operation => {
  const found = operationsOf(contract).find(
    ({ operation }) => operation.operationId === id,
  );
  if (!found) throw new Error(`no ${id}`);
  return found.operation;
};

/** Returns a validator of the schemas of a contract. */
function validatorOf(contract: Contract) {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema({ components: contract.components }, "contract");
  const inContract = (schema: Json) =>
    JSON.parse(
      JSON.stringify(schema).replaceAll(
        '"#/components',
        '"contract#/components',
      ),
    );
  return (schema: Json) => ajv.compile(inContract(schema));
}
const [compile, compileEdition] = [published, edition].map(validatorOf);

/** Values that are wrong almost everywhere, and a name that is too long for a custom field. */
const wrong = [null, 5, -1, "", "zzz", "x".repeat(3000), [], {}, true];
const longName = "x".repeat(100);

/** A value with one thing changed: removed, replaced or added. */
function* variantsOf(value: Json, path = ""): Generator<[string, Json]> {
  for (const other of wrong) yield [`${path} is another value`, other];
  if (typeof value !== "object" || value === null) return;
  const isList = Array.isArray(value);
  const copyWith = (key: string, child: Json) =>
    isList ? value.with(Number(key), child) : { ...value, [key]: child };
  if (!isList) yield [`${path} has a long name`, { ...value, [longName]: "a" }];
  if (isList) yield [`${path} has elements twice`, [...value, ...value]];
  for (const [key, child] of Object.entries<Json>(value)) {
    if (!isList) {
      const { [key]: _, ...others } = value;
      yield [`${path} lacks ${key}`, others];
    }
    const inside = isList ? path : `${path}.${key}`;
    for (const [change, variant] of variantsOf(child, inside))
      yield [change, copyWith(key, variant)];
  }
}

/** The bodies of an operation: of its request, and of its responses by status. */
function bodiesOf(contract: Contract, { requestBody, responses }: Operation) {
  const bodies: [string, Body][] = Object.entries(responses).map(
    ([status, response]) => [status, resolve<Body>(contract, response)],
  );
  if (requestBody) bodies.push(["request", requestBody]);
  return bodies.flatMap(([name, { content }]) => {
    const json: Json = content?.["application/json"];
    return json === undefined ? [] : [{ name, json }];
  });
}

const examplesIn = ({ example, examples = {} }: Json): Json[] => [
  ...(example === undefined ? [] : [example]),
  ...Object.values<Json>(examples).map(
    (each) => resolve<Json>(published, each).value,
  ),
];

test("the edition for generators accepts and refuses the same bodies as the contract, but for long names of custom fields", () => {
  const differences = new Set<string>();
  const seen = new Set<string>();
  let refused = 0;
  let accepted = 0;
  for (const { operation } of operationsOf(published)) {
    const other = operationIn(edition, operation.operationId);
    const others = bodiesOf(edition, other);
    for (const { name, json } of bodiesOf(published, operation)) {
      const body = others.find((each) => each.name === name);
      const key = JSON.stringify(json);
      if (seen.has(key)) continue;
      seen.add(key);
      const isValid = compile?.(json.schema);
      const isValidInEdition = compileEdition?.(body?.json.schema);
      for (const example of examplesIn(json)) {
        for (const [change, variant] of [
          ["", example],
          ...variantsOf(example),
        ]) {
          const [before, after] = [
            isValid?.(variant),
            isValidInEdition?.(variant),
          ];
          if (before) accepted += 1;
          else refused += 1;
          if (before !== after) differences.add(change);
        }
      }
    }
  }
  expect([accepted > 1000, refused > 1000]).toEqual([true, true]);
  const isOfCustomFields = /(^|\.)custom_fields has a long name$/;
  expect(
    [...differences].filter((each) => !isOfCustomFields.test(each)),
  ).toEqual([]);
  expect(differences.size).toBeGreaterThan(0);
});

test("it has the same parameters with the same values, but for the filter by custom fields", () => {
  const parametersIn = (contract: Contract, { parameters = [] }: Operation) =>
    parameters.map((each) => resolve<Parameter>(contract, each));
  const missing: string[] = [];
  for (const { operation } of operationsOf(published)) {
    const { operationId } = operation;
    const others = parametersIn(edition, operationIn(edition, operationId));
    for (const { schema, ...parameter } of parametersIn(published, operation)) {
      const other = others.find(({ name }) => name === parameter.name);
      if (!other) {
        missing.push(`${parameter.name} of ${operationId}`);
        continue;
      }
      expect([other.in, other.required]).toEqual([
        parameter.in,
        parameter.required,
      ]);
      const values = [
        parameter.example,
        ...wrong,
        0,
        101,
        ["a"],
        "2026-11-20T10:00:00Z",
      ];
      expect(
        values.map((value) => compileEdition?.(other.schema)(value)),
        `${parameter.name} of ${operationId}`,
      ).toEqual(values.map((value) => compile?.(schema)(value)));
    }
  }
  expect(missing).toEqual(["custom_fields of listContacts"]);
});

test("an event has a schema for its type, and one of a type of tomorrow is an OtherEvent", () => {
  const { schemas } = edition.components as Json;
  const { anyOf, discriminator } = schemas.Event;
  const types: string[] = (published.components.schemas as Json).KnownEventType
    .enum;
  expect(Object.keys(discriminator.mapping).sort()).toEqual([...types].sort());
  expect(anyOf.map(({ $ref }: Json) => $ref)).toEqual([
    ...Object.values(discriminator.mapping),
    "#/components/schemas/OtherEvent",
  ]);
  const [event]: Json[] = examplesIn(
    bodiesOf(published, operationIn(published, "listEvents"))[0]?.json,
  ).flatMap(({ data }) => data);
  const accepts = (name: string, value: Json) =>
    compileEdition?.({ $ref: `#/components/schemas/${name}` })(value);
  const named = discriminator.mapping[event.type].split("/").at(-1);
  const tomorrow = { ...event, type: "contact.merged", data: { into: 5 } };
  expect([accepts(named, event), accepts("Event", event)]).toEqual([
    true,
    true,
  ]);
  expect([
    accepts(named, tomorrow),
    accepts("OtherEvent", tomorrow),
    accepts("Event", tomorrow),
  ]).toEqual([false, true, true]);
});

test("an error has no header that every response has, and keeps its own", () => {
  const headersOf = (status: string) => {
    const { responses } = operationIn(edition, "getContact");
    const response = responses[status] ?? { $ref: "" };
    return Object.keys(resolve<Json>(edition, response).headers ?? {});
  };
  expect(headersOf("404")).toEqual([]);
  expect(headersOf("429")).toEqual(["Retry-After"]);
  expect(headersOf("401")).toEqual(["WWW-Authenticate"]);
  expect(headersOf("200")).toEqual(
    expect.arrayContaining(["X-Request-Id", "RateLimit", "ETag"]),
  );
});

test("in another contract a list of unique elements gets a named enum, and a map in the query is left out and reported", () => {
  const map = { type: "object", additionalProperties: { type: "string" } };
  const fields = { type: "object", properties: { plan: { type: "string" } } };
  const inQuery = (name: string, schema: object) => ({
    name,
    in: "query",
    style: "deepObject",
    schema,
  });
  const listBooks = {
    operationId: "listBooks",
    parameters: [inQuery("labels", map), inQuery("filter", fields)],
    responses: { "200": { description: "Done." } },
  };
  const tags = {
    type: "array",
    uniqueItems: true,
    items: { type: "string", enum: ["new", "old"] },
  };
  const other = {
    openapi: "3.1.1",
    info: { title: "Books", version: "1.0.0" },
    tags: [],
    webhooks: {},
    paths: { "/books": { get: listBooks } },
    components: { schemas: { Book: { type: "object", properties: { tags } } } },
  } as unknown as Contract;

  const made = editionForGenerators(other);

  expect(made.leftOut).toEqual(["labels of listBooks"]);
  expect(made.contract).toMatchObject({
    openapi: "3.0.3",
    paths: { "/books": { get: { parameters: [{ name: "filter" }] } } },
    components: {
      schemas: {
        Book: {
          properties: {
            tags: { items: { $ref: "#/components/schemas/BookTagsItem" } },
          },
        },
        BookTagsItem: { enum: ["new", "old"] },
      },
    },
  });
});
