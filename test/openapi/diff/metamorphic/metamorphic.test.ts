import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { cases, findingsBetween } from "../measure.ts";
import { readContract } from "../../../../openapi/model/read-contract.ts";
import { isNode, type Node } from "../../../../openapi/model/node.ts";
import { refactors, type Choose } from "./refactors.ts";

const shop = `openapi: 3.0.3
info: { title: Shop, version: 1.0.0 }
servers: [{ url: https://shop.test/v1 }]
security: [{ key: [] }]
paths:
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getOrder
      parameters: [{ name: fields, in: query, schema: { type: array, items: { type: string, enum: [id, lines] } } }]
      responses:
        "200": { description: The order., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
        default: { description: A fault., content: { application/json: { schema: { $ref: "#/components/schemas/Fault" } } } }
    put:
      operationId: putOrder
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/OrderInput" } } } }
      responses:
        "200": { description: The order., headers: { ETag: { required: true, schema: { type: string } } }, content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    OrderInput: { type: object, required: [lines], properties: { note: { type: string, nullable: true, maxLength: 200 }, lines: { type: array, maxItems: 50, items: { $ref: "#/components/schemas/Line" } } } }
    Order: { allOf: [{ $ref: "#/components/schemas/OrderInput" }, { type: object, required: [id, state], properties: { id: { type: string, readOnly: true }, state: { type: string, enum: [open, paid, sent] }, total: { type: number, minimum: 0, exclusiveMinimum: true } } }] }
    Line: { type: object, required: [sku, count], properties: { sku: { type: string, minLength: 3 }, count: { type: integer, minimum: 1, maximum: 99 }, price: { type: number, nullable: true } } }
    Fault: { type: object, required: [message], properties: { message: { type: string } } }
`;

const read = (text: string): Node =>
  JSON.parse(JSON.stringify(parse(text, { maxAliasCount: -1 })));
/** The contracts that are changed at random: ours, and one in another style. */
const bases = [JSON.stringify((await readContract()).contract), shop].map(read);

const seed = Number(process.env["SEED"] ?? Date.now() % 2 ** 31);
console.log(`SEED=${seed} repeats these pairs`);

const names = fc.array(fc.constantFrom(...Object.keys(refactors)), {
  minLength: 1,
  maxLength: 8,
});
/** Returns a number below a limit, which fast-check chooses. */
type Below = (limit: number) => number;

/** Changes the order of keys in a document. Lists keep their order. */
function shuffled(value: unknown, below: Below): unknown {
  if (Array.isArray(value))
    return value.map((item: unknown) => shuffled(item, below));
  if (!isNode(value)) return value;
  const entries = Object.entries(value).map(
    ([key, item]): [string, unknown] => [key, shuffled(item, below)],
  );
  const cut = entries.length > 1 ? below(entries.length) : 0;
  return Object.fromEntries(
    [...entries.slice(cut), ...entries.slice(0, cut)].reverse(),
  );
}

/** Returns the findings between a contract and another one, after refactors of the second. */
function findingsInOtherWords(
  before: Node,
  after: Node,
  chosen: string[],
  below: Below,
): string[] {
  const choose: Choose = (list) =>
    list[list.length > 1 ? below(list.length) : 0];
  const changed = structuredClone(after);
  for (const name of chosen) refactors[name]?.(changed, choose);
  const text = (document: Node) =>
    JSON.stringify(shuffled(document, below), null, 1);
  return findingsBetween(text(before), text(changed)).map(
    ({ is, rule, change, at }) => `${is} ${rule}: ${change} (${at})`,
  );
}

test("refactors change nothing", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...bases),
      names,
      fc.gen(),
      (document, chosen, generate) => {
        const below: Below = (limit) => generate(fc.nat, limit - 1);
        const found = findingsInOtherWords(document, document, chosen, below);
        // Calls do not depend on the name of a schema.
        expect(
          found.filter((each) => !each.includes("diff/schema-renamed")),
        ).toEqual([]);
      },
    ),
    { numRuns: 100, seed, endOnFailure: true },
  );
}, 120_000);

test("a refactor changes no verdict", () => {
  // In the other cases names or the order of keys have a meaning, which a refactor would change.
  const plain = cases.filter(
    ({ topic, before, after }) =>
      !topic.startsWith("branches that ask for more") &&
      !/xml|discriminator|\$id|\$self|nullable|\/properties\//.test(
        before + after,
      ),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...plain),
      names,
      fc.gen(),
      (one, chosen, generate) => {
        const below: Below = (limit) => generate(fc.nat, limit - 1);
        const found = findingsInOtherWords(
          read(one.before),
          read(one.after),
          chosen,
          below,
        );
        const breaks = found.filter((finding) =>
          finding.startsWith("breaking"),
        );
        if (one.kind === "breaking") expect(breaks).not.toEqual([]);
        else expect(breaks).toEqual([]);
      },
    ),
    { numRuns: 400, seed, endOnFailure: true },
  );
}, 120_000);
