import { operation, table } from "./case.ts";

const body = (schema: string) =>
  `requestBody: { content: { application/xml: { schema: ${schema} } } }`;
const field = (schema: string) =>
  body(`{ type: object, properties: { a: ${schema} } }`);
const list = (more: string, items = "") =>
  field(`{ type: array, ${more} items: { type: string, ${items} } }`);
const root = (name: string, schema = "{ type: object }") =>
  `{ operation: { ${body(`{ $ref: '#/components/schemas/${name}' }`)} }, components: { schemas: { ${name}: ${schema} } } }`;

const branches = (one: string, other: string) =>
  field(`{ anyOf: [{ type: string${one} }, { type: integer${other} }] }`);
const rootBranches = (name: string, more = "") => {
  const named = (own: string, xml: string) =>
    `{ type: object, required: [${own}], additionalProperties: false, properties: { ${own}: {} }${xml} }`;
  const choice = `{ oneOf: [{ $ref: '#/components/schemas/${name}' }, { $ref: '#/components/schemas/B' }] }`;
  return `{ operation: { ${body(choice)} }, components: { schemas: { ${name}: ${named("a", more)}, B: ${named("b", "")} } } }`;
};

/** Names of elements in XML, which are written, or those of the field or the component. */
export const xml = table(
  "xml",
  operation,
  `
the name of a field is written | ${field("{ type: string }")} == ${field("{ type: string, xml: { name: a } }")}
the name of a field changes | ${field("{ type: string }")} !! ${field("{ type: string, xml: { name: b } }")}
the name of items is written | ${list("")} == ${list("", "xml: { name: a }")}
the name of items changes | ${list("")} !! ${list("", "xml: { name: b }")}
the name of a list without an element of its own is ignored | ${list("")} == ${list("xml: { name: b },")}
the name of a list with an element of its own | ${list("xml: { wrapped: true },")} !!
  ${list("xml: { wrapped: true, name: b },")}
the name of the root is written | ${root("A")} == ${root("A", "{ type: object, xml: { name: A } }")}
the name of the root changes | ${root("A")} !! ${root("A", "{ type: object, xml: { name: b } }")}
the component that names the root is renamed | ${root("A")} !! ${root("B")}
the component is renamed, and the root keeps its name | ${root("A", "{ type: object, xml: { name: b } }")} ~~
  ${root("B", "{ type: object, xml: { name: b } }")}
a field becomes an attribute | ${field("{ type: string }")} !! ${field("{ type: string, xml: { attribute: true } }")}
the name of a branch changes | ${branches("", "")} !! ${branches(", xml: { name: b }", "")}
the name of a branch is written | ${branches("", "")} == ${branches(", xml: { name: a }", "")}
a branch becomes an attribute | ${branches("", "")} !! ${branches("", ", xml: { attribute: true }")}
a branch of JSON becomes an attribute | ${branches("", "").replace("/xml", "/json")} ==
  ${branches("", ", xml: { attribute: true }").replace("/xml", "/json")}
the items in a branch change their name | ${field("{ anyOf: [{ type: array, items: { type: string } }, { type: string }] }")} !!
  ${field("{ anyOf: [{ type: array, items: { type: string, xml: { name: b } } }, { type: string }] }")}
a second part of allOf has another namespace |
  ${field("{ allOf: [{ type: string, xml: { name: b } }, { xml: { namespace: 'http://one.test' } }] }")} !!
  ${field("{ allOf: [{ type: string, xml: { name: b } }, { xml: { namespace: 'http://two.test' } }] }")}
the component of a branch of the root is renamed | ${rootBranches("A")} !! ${rootBranches("C")}
a branch of the root states its own name | ${rootBranches("A")} == ${rootBranches("A", ", xml: { name: A }")}
a branch of the root states another name | ${rootBranches("A")} !! ${rootBranches("A", ", xml: { name: b }")}
a list in JSON has another name in XML | ${list("").replace("/xml", "/json")} ==
  ${list("", "xml: { name: b }").replace("/xml", "/json")}
`,
);
