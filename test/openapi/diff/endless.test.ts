import { describe, expect, test } from "vitest";
import { breaksBetween } from "./measure.ts";
import { contractOf, refersToA, schemas } from "./one-schema.ts";

// Tests the diff with small contracts that a simple comparison would take hours for.

const listOf = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index));

describe("what would take for ever", () => {
  /** Writes twelve YAML anchors: each has nine times the one before it. */
  const anchors = (first: string) => {
    const rest = listOf(11, (index) => {
      const fields = listOf(9, (field) => `p${field}: *a${index}`);
      return `x-${index + 1}: &a${index + 1} { type: object, properties: { ${fields.join(", ")} } }`;
    });
    return [`x-0: &a0 ${first}`, ...rest].join("\n");
  };
  const aliases = (type: string) =>
    `${anchors(`{ type: ${type} }`)}\n${contractOf("*a11")}`;
  const values = (value: string) =>
    `${anchors(value)}\n${contractOf("{ const: *a11 }")}`;

  /** Writes 25 schemas: each refers to the next one twice. */
  const references = (lastType: string) => {
    const nodes = listOf(24, (index) => {
      const name = index === 0 ? "A" : `N${index}`;
      const next = `{ $ref: "#/components/schemas/N${index + 1}" }`;
      return `${name}: { type: object, properties: { l: ${next}, r: ${next} } }`;
    });
    const last = `N24: { type: ${lastType} }`;
    return contractOf(refersToA, schemas([...nodes, last].join("\n    ")));
  };

  test.each([
    { name: "aliases", make: aliases, rule: "schema-type-changed" },
    { name: "values", make: values, rule: "enum-values-added" },
    { name: "references", make: references, rule: "schema-type-changed" },
  ] as const)("a bomb of $name is compared", ({ make, rule }) => {
    expect(breaksBetween(make("string"), make("string"))).toEqual([]);
    const breaks = breaksBetween(make("string"), make("integer"));
    expect(breaks).toMatchObject([{ rule }]);
    expect(breaks[0]?.change.length).toBeLessThan(300);
  });

  test("a schema is renamed and changed beside a bomb of aliases", () => {
    const named = (name: string, schema: string) => {
      const note = `{ $ref: "#/components/schemas/${name}" }`;
      const object = `{ type: object, properties: { bomb: *a11, note: ${note} } }`;
      return `${anchors("{ type: string }")}\n${contractOf(object, schemas(`${name}: ${schema}`))}`;
    };
    const base = named("Note", "{ type: string }");
    const head = named("Memo", "{ type: string, maxLength: 9 }");
    expect(breaksBetween(base, head)).toEqual([]);
  }, 15_000);

  describe.each([4, 7])("a server with %i variables is compared", (count) => {
    const names = listOf(count, (index) => `v${index}`);
    /** Writes a server whose variables have ten values each, but for the first one. */
    const server = (valuesOfFirst: number, host = "a.test") => {
      const variables = names.map((name, index) => {
        const size = index === 0 ? valuesOfFirst : 10;
        const allowed = listOf(size, (value) => `x${value}`).join(", ");
        return `${name}: { default: x0, enum: [${allowed}] }`;
      });
      const path = names.map((name) => `{${name}}`).join("/");
      return `${contractOf("{}")}servers: [{ url: 'https://${host}/${path}', variables: { ${variables.join(", ")} } }]\n`;
    };
    test.each([
      { name: "as it was", before: server(10), after: server(10), breaks: 0 },
      {
        name: "with a new value",
        before: server(9),
        after: server(10),
        breaks: 0,
      },
      {
        name: "without a value",
        before: server(10),
        after: server(9),
        breaks: 1,
      },
      {
        name: "at another host",
        before: server(10),
        after: server(10, "b.test"),
        breaks: 1,
      },
    ])(
      "$name",
      ({ before, after, breaks }) => {
        expect(breaksBetween(before, after)).toHaveLength(breaks);
      },
      15_000,
    );
  });

  test("a pattern that never ends is left, and the rest is compared", () => {
    const withEnum = (...texts: string[]) =>
      contractOf(
        `{ type: string, pattern: "^(a+)+$", enum: [${texts.join(", ")}] }`,
      );
    const endless = `${"a".repeat(40)}!`;
    expect(breaksBetween(withEnum(endless), withEnum(endless, "b"))).toEqual(
      [],
    );
    expect(
      breaksBetween(withEnum(endless), withEnum(endless, "aa")),
    ).toHaveLength(1);
  }, 60_000);

  test("a ring of schemas that all change is compared", () => {
    const size = 2000;
    const nameOf = (index: number) =>
      index % size === 0 ? "A" : `N${index % size}`;
    const ring = (bound: string) => {
      const nodes = listOf(size, (index) => {
        const next = `{ $ref: "#/components/schemas/${nameOf(index + 1)}" }`;
        return `${nameOf(index)}: { properties: { n: ${next}, t: { type: string${bound} } } }`;
      });
      return contractOf(refersToA, schemas(nodes.join("\n    ")));
    };
    expect(breaksBetween(ring(", maxLength: 9"), ring(""))).toHaveLength(size);
  });

  test("a union of 600 branches is compared by the branches that change", () => {
    const branch = (index: number, maximum: number) =>
      `{ type: object, required: [k], properties: { k: { const: k${index} }, n: { type: integer, maximum: ${maximum} } } }`;
    const union = (...changed: string[]) => {
      const kept = listOf(600, (index) => branch(index, 5));
      const list = [...changed, ...kept.slice(changed.length)].join(", ");
      return contractOf("{}").replace(
        "responses:",
        `requestBody: { content: { application/json: { schema: { oneOf: [${list}] } } } }\n      responses:`,
      );
    };
    expect(breaksBetween(union(), union(branch(0, 9)))).toEqual([]);
    expect(breaksBetween(union(), union(branch(0, 3)))).toMatchObject([
      { change: "`maximum` of `n` was 5 and is 3." },
    ]);
    expect(breaksBetween(union(), union(branch(2, 9)))).toMatchObject([
      { rule: "diff/cannot-tell" },
      { rule: "enum-values-removed" },
    ]);
  }, 60_000);

  test("a callback that leads back to itself is compared", () => {
    const withCallback = (status: string) => `openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    post:
      operationId: makeNote
      responses: { "204": { description: Done. } }
      callbacks: { made: { $ref: "#/components/callbacks/Made" } }
components:
  callbacks:
    Made:
      "{$request.query.url}":
        post:
          responses: { "${status}": { description: Taken. } }
          callbacks: { again: { $ref: "#/components/callbacks/Made" } }
`;
    const before = withCallback("200");
    expect(breaksBetween(before, before)).toEqual([]);
    expect(breaksBetween(before, withCallback("204"))).not.toEqual([]);
  });
});
