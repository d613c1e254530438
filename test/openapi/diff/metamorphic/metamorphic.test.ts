import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { cases } from "../cases/all.ts";
import { breaksBetween } from "../measure.ts";
import { readContract } from "../../../../openapi/model/read-contract.ts";
import { shuffled, type Choose, type Json } from "./document.ts";
import { refactors } from "./refactors.ts";

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

/** Contracts of two habits, ours among them, that random changes begin from. */
const bases: Record<string, Json> = Object.fromEntries(
  Object.entries({ ours: JSON.stringify(readContract().contract), shop }).map(([name, text]) => [
    name,
    parse(text, { maxAliasCount: -1 }) as Json,
  ]),
);

const seed = Number(process.env["SEED"] ?? Date.now() % 2 ** 31);
console.log(`SEED=${seed} repeats these pairs`);

/** One number decides all choices in a pair, so that fast-check can tell the pair again. */
function chooserOf(seedOfPair: number): { next: () => number; choose: Choose } {
  let state = seedOfPair >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return { next, choose: (list) => list[Math.floor(next() * list.length)] };
}

const words = {
  seed: fc.nat(),
  names: fc.array(fc.constantFrom(...Object.keys(refactors)), { minLength: 1, maxLength: 8 }),
};

/** The breaks from one contract to the other, when both say the same in other words. */
function breaksInOtherWords(before: Json, after: Json, names: string[], ofPair: number): string[] {
  const { next, choose } = chooserOf(ofPair);
  const changed = structuredClone(after);
  for (const name of names) refactors[name]?.(changed, choose);
  const text = (document: Json) => JSON.stringify(shuffled(document, next), null, 1);
  return breaksBetween(text(before), text(changed)).map(
    ({ rule, change, at }) => `${rule}: ${change} (${at})`,
  );
}

test("refactors are no breaks", () => {
  const pair = fc.record({ base: fc.constantFrom(...Object.keys(bases)), ...words });
  fc.assert(
    fc.property(pair, ({ base, names, seed: ofPair }) => {
      const document = bases[base] ?? {};
      expect(breaksInOtherWords(document, document, names, ofPair)).toEqual([]);
    }),
    { numRuns: 100, seed, endOnFailure: true },
  );
}, 120_000);

test("what is a break, and what is none, stays so under refactors", () => {
  // The names of these say something themselves, or a refactor would change what they mean.
  const plain = cases.filter(
    ({ before, after }) => !/discriminator|\$id|\$self|nullable/.test(before + after),
  );
  const read = (text: string): Json => JSON.parse(JSON.stringify(parse(text, { maxAliasCount: -1 })));
  fc.assert(
    fc.property(fc.record({ one: fc.constantFrom(...plain), ...words }), ({ one, names, seed: ofPair }) => {
      const breaks = breaksInOtherWords(read(one.before), read(one.after), names, ofPair);
      if (one.kind === "breaking") expect(breaks).not.toEqual([]);
      else expect(breaks).toEqual([]);
    }),
    { numRuns: 400, seed, endOnFailure: true },
  );
}, 120_000);
