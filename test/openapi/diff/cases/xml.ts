import { operation, table } from "./case.ts";

const body = (schema: string) =>
  `requestBody: { content: { application/xml: { schema: ${schema} } } }`;
const field = (schema: string) =>
  body(`{ type: object, properties: { a: ${schema} } }`);
const list = (more: string, items = "") =>
  field(`{ type: array, ${more} items: { type: string, ${items} } }`);
const root = (name: string, schema = "{ type: object }") =>
  `{ operation: { ${body(`{ $ref: '#/components/schemas/${name}' }`)} }, components: { schemas: { ${name}: ${schema} } } }`;

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
a list in JSON has another name in XML | ${list("").replace("/xml", "/json")} ==
  ${list("", "xml: { name: b }").replace("/xml", "/json")}
`,
);
