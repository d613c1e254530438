import { contract, table } from "./case.ts";

const using = (reference: string, schemas: string, more = "") =>
  `{ ${more} paths: { /t: { get: { responses: { '200': { description: Done., content: { application/json: { schema: { $ref: '${reference}' } } } } } } } },
  components: { schemas: { ${schemas} } } }`;
const byAnchor = (type: string, other: string) =>
  using("#a", `A: { $anchor: a, type: ${type} }, B: ${other}`);
const withId = (type: string, reference: string) =>
  using(
    reference,
    `A: { $id: 'https://e.test/a', properties: { x: { $ref: '#/$defs/x' } }, $defs: { x: { type: ${type} } } }`,
  );
const withSelf = (type: string) =>
  using(
    "https://e.test/api#/components/schemas/A",
    `A: { type: ${type} }`,
    "openapi: 3.2.0, $self: 'https://e.test/api',",
  );
const inValue = "{ example: { $anchor: a } }";
const inOther =
  "{ $id: 'https://e.test/b', properties: { z: { $anchor: a } } }";

/** References to anchors, and into schemas and files that have an address. */
export const resources = table(
  "resources",
  contract,
  `
an anchor that an example seems to have too | ${byAnchor("string", inValue)} !! ${byAnchor("integer", inValue)}
an anchor that another resource has too | ${byAnchor("string", inOther)} !! ${byAnchor("integer", inOther)}
a reference to a dynamic anchor | ${using("#a", "A: { $dynamicAnchor: a, type: string }")} !!
  ${using("#a", "A: { $dynamicAnchor: a, type: integer }")}
a reference inside a schema with an $id | ${withId("string", "#/components/schemas/A")} !!
  ${withId("integer", "#/components/schemas/A")}
a reference to an $id | ${withId("string", "https://e.test/a")} !! ${withId("integer", "https://e.test/a")}
a reference to the contract by its $self | ${withSelf("string")} !! ${withSelf("integer")}
a reference to the components from a schema with an $id |
  ${using("#/components/schemas/A", "A: { $id: 'https://e.test/a', $ref: '#/components/schemas/B' }, B: { type: string }")} !!
  ${using("#/components/schemas/A", "A: { $id: 'https://e.test/a', $ref: '#/components/schemas/B' }, B: { type: integer }")}
`,
);
