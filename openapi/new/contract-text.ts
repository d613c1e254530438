import { mark } from "../rules/no-marks.ts";
import { one, pascal, words, type Field, type Resource } from "./resource.ts";

/** What a resource adds to each section of the contract, as YAML without indentation. */
export type ContractTexts = Record<
  "tags" | "scopes" | "paths" | "parameters" | "schemas" | "examples",
  string
>;

const newest = "01jqx0a4m2e7yrt9d6b8p5vw3n";
const createdAt = "2026-04-02T09:15:00.123Z";

/** The texts of a resource that can be listed, created and read. `decision` is the one that says why it is so. */
export function contractTexts(resource: Resource, decision: string): ContractTexts {
  const { plural, singular } = resource;
  return {
    tags: `- name: ${capital(words(plural))}\n  description: "${mark} say what ${words(plural)} are."`,
    scopes: `${plural}:read: Read ${words(plural)}.\n${plural}:write: Create ${words(plural)}.`,
    paths: paths(resource, decision),
    parameters: parameters(resource),
    schemas: schemas(resource, decision),
    examples: examples(resource, { singular: pascal(singular), plural: pascal(plural) }),
  };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const parameter = (name: string) => `- $ref: "#/components/parameters/${name}"`;

function paths({ singular, plural }: Resource, decision: string): string {
  const [Name, Names] = [pascal(singular), pascal(plural)];
  const operation = (
    method: string,
    id: string,
    summary: string,
    description: string,
    scope: string,
  ) => `${method}:
  operationId: ${id}
  tags: [${capital(words(plural))}]
  summary: ${summary}
  description: ${description}
  x-decision: [${decision}]
  security:
    - apiKey: ["${plural}:${scope}"]
`;
  return `
/v1/${plural}:
  ${indent(
    operation(
      "get",
      `list${Names}`,
      `List ${words(plural)}`,
      `Lists the ${words(plural)} of the workspace, most recent first, by \`created_at\`.`,
      "read",
    ) +
      `  parameters:
    ${parameter("Limit")}
    ${parameter("Cursor")}
  responses:
    "200":
      description: A page of ${words(plural)}.
      content:
        application/json:
          schema: { $ref: "#/components/schemas/${Name}Page" }
` +
      operation("post", `create${Name}`, `Create ${one(singular)}`, `Creates ${one(singular)}.`, "write") +
      `  parameters:
    ${parameter("IdempotencyKey")}
  requestBody:
    required: true
    content:
      application/json:
        schema: { $ref: "#/components/schemas/Create${Name}Request" }
  responses:
    "201":
      description: The ${words(singular)} was created.
      content:
        application/json:
          schema: { $ref: "#/components/schemas/${Name}Response" }`,
    2,
  ).trimStart()}

/v1/${plural}/{id}:
  ${indent(
    operation("get", `get${Name}`, `Read ${one(singular)}`, `Returns the ${words(singular)}.`, "read") +
      `  parameters:
    ${parameter(`${Name}IdInPath`)}
  responses:
    "200":
      description: The ${words(singular)}.
      content:
        application/json:
          schema: { $ref: "#/components/schemas/${Name}Response" }`,
    2,
  ).trimStart()}`;
}

const parameters = ({ singular, prefix }: Resource) => `${pascal(singular)}IdInPath:
  name: id
  in: path
  required: true
  description: Identifier of the ${words(singular)} (\`${prefix}_<id>\`).
  schema: { $ref: "#/components/schemas/Reference" }
  example: ${prefix}_${newest}`;

function schemas({ singular, plural, prefix, fields }: Resource, decision: string): string {
  const Name = pascal(singular);
  const property = ({ name, isRequired }: Field, isSent: boolean) => `${name}:
  $ref: "#/components/schemas/${Name}${pascal(name)}"
  description: "${mark} say what ${name} is${isRequired || isSent ? "" : "; empty when unknown"}."`;
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return `
# ${capital(words(plural))}
${Name}Id:
  { type: string, maxLength: ${prefix.length + 27}, pattern: "^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$", x-decision: [D-01] }
${fields.map((field) => `${Name}${pascal(field.name)}: ${textSchema(field)}`).join("\n")}
Create${Name}Request:
  description: The fields of a new ${words(singular)}.
  x-decision: [D-24, D-31, ${decision}]
  type: object
${required.length > 0 ? `  required: [${required.join(", ")}]\n` : ""}  properties:
${indent(fields.map((field) => property(field, true)).join("\n"), 4)}
  additionalProperties: false
${Name}:
  description: "${mark} say what ${one(singular)} is."
  x-decision: [${decision}]
  type: object
  required: [id, object, ${fields.map(({ name }) => name).join(", ")}, created_at]
  properties:
    id: { $ref: "#/components/schemas/${Name}Id", description: Identifier of the ${words(singular)}. }
    object: { type: string, const: ${singular}, description: The type of this object. }
${indent(fields.map((field) => property(field, false)).join("\n"), 4)}
    created_at: { $ref: "#/components/schemas/Timestamp", description: When the ${words(singular)} was created. }
${Name}Response:
  description: One ${words(singular)}.
  properties: { data: { $ref: "#/components/schemas/${Name}" } }
${Name}Page:
  description: A page of ${words(plural)}.
  properties:
    data: { description: The ${words(plural)} of this page., items: { $ref: "#/components/schemas/${Name}" } }`;
}

const textSchema = ({ isRequired }: Field) =>
  isRequired
    ? "{ type: string, minLength: 1, maxLength: 255, pattern: *not-blank, x-exact: *not-blank-exact }"
    : "{ type: string, maxLength: 255, pattern: *text }";

/** The file of its examples: the object stands once, and the other examples show the same one. */
function examples(
  { singular, prefix, fields }: Resource,
  names: { singular: string; plural: string },
): string {
  const values = fields.map((field) => `${field.name}: ${JSON.stringify(field.example)}`).join("\n");
  const reference = `{ $ref: "#/objects/${singular}" }`;
  return `objects:
  ${singular}:
    id: ${prefix}_${newest}
    object: ${singular}
${indent(values, 4)}
    created_at: "${createdAt}"

list${names.plural}.200:
  page:
    summary: One ${words(singular)}, and no more
    value:
      data: [${reference}]
      next_cursor: ${prefix}_${newest}
      has_more: false

create${names.singular}.request:
  full:
    summary: All fields
    value:
${indent(values, 6)}
create${names.singular}.201:
  full:
    summary: Created
    value: { data: ${reference} }

get${names.singular}.200:
  full:
    summary: The ${words(singular)}
    value: { data: ${reference} }
`;
}

/** The text, further to the right. */
export const indent = (text: string, spaces: number): string =>
  text.replaceAll(/^(?=.)/gm, " ".repeat(spaces));
