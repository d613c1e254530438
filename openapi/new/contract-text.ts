import { mark } from "../rules/no-marks.ts";
import { camel, one, pascal, words, type Field, type Resource } from "./resource.ts";

/** What a resource adds to each section of the contract, as YAML without indentation. */
export type ContractTexts = Record<
  "tags" | "scopes" | "paths" | "webhooks" | "parameters" | "schemas" | "examples",
  string
>;

const newest = "01jqx0a4m2e7yrt9d6b8p5vw3n";
const createdAt = "2026-04-02T09:15:00.123Z";

/**
 * The texts of a resource that can be listed, created, read and changed, with an event for both writes. `decision` is the one
 * that says why it is so.
 */
export function contractTexts(resource: Resource, decision: string): ContractTexts {
  const { plural, singular } = resource;
  return {
    tags: `- name: ${capital(words(plural))}\n  description: "${mark} say what ${words(plural)} are."`,
    scopes: `${plural}:read: Read ${words(plural)}.\n${plural}:write: Create and change ${words(plural)}.`,
    paths: paths(resource, decision),
    webhooks: webhooks(resource),
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
    ...allowed: ("read" | "write")[]
  ) => `${method}:
  operationId: ${id}
  tags: [${capital(words(plural))}]
  summary: ${summary}
  description: ${description}
  x-decision: [${decision}]
  security:
    - apiKey: [${allowed.map((scope) => `"${plural}:${scope}"`).join(", ")}]
`;
  const body = (schema: string) => `  requestBody:
    required: true
    content:
      application/json:
        schema: { $ref: "#/components/schemas/${schema}" }
`;
  const responses = (status: number, description: string) => `  responses:
    "${status}":
      description: ${description}
      content:
        application/json:
          schema: { $ref: "#/components/schemas/${Name}Response" }
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
      operation(
        "post",
        `create${Name}`,
        `Create ${one(singular)}`,
        `Creates ${one(singular)}. It causes the event \`${singular}.created\`.`,
        "write",
      ) +
      `  parameters:
    ${parameter("IdempotencyKey")}
${body(`Create${Name}Request`)}${responses(201, `The ${words(singular)} was created.`)}`,
    2,
  ).trim()}

/v1/${plural}/{id}:
  ${indent(
    operation("get", `get${Name}`, `Read ${one(singular)}`, `Returns the ${words(singular)}.`, "read") +
      `  parameters:
    ${parameter(`${Name}IdInPath`)}
${responses(200, `The ${words(singular)}.`)}` +
      operation(
        "patch",
        `update${Name}`,
        `Change ${one(singular)}`,
        `>-
    Changes the fields that you send, and leaves the others as they are. A change causes the event
    \`${singular}.updated\`; a request that changes nothing causes none.`,
        "write",
        "read",
      ) +
      `  x-idempotent: true
  parameters:
    ${parameter(`${Name}IdInPath`)}
${body(`Update${Name}Request`)}${responses(200, `The ${words(singular)} after the change.`)}`,
    2,
  ).trim()}`;
}

const events = ["created", "updated"];

const webhooks = ({ singular }: Resource) =>
  events
    .map(
      (event) => `${singular}.${event}:
  post:
    summary: ${capital(one(singular))} was ${event}
    description: This API ${event} the ${words(singular)}.
    x-event: ${pascal(singular)}Event`,
    )
    .join("\n");

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
  const sent = indent(fields.map((field) => property(field, true)).join("\n"), 4);
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
${sent}
  additionalProperties: false
Update${Name}Request:
  description: The fields of ${one(singular)} that change.
  x-decision: [D-12, D-24, D-31, ${decision}]
  type: object
  properties:
${sent}
  additionalProperties: false
${Name}:
  description: "${mark} say what ${one(singular)} is."
  x-decision: [${decision}]
  type: object
  required: [id, object, ${fields.map(({ name }) => name).join(", ")}, created_at, updated_at]
  properties:
    id: { $ref: "#/components/schemas/${Name}Id", description: Identifier of the ${words(singular)}. }
    object: { type: string, const: ${singular}, description: The type of this object. }
${indent(fields.map((field) => property(field, false)).join("\n"), 4)}
    created_at: { $ref: "#/components/schemas/Timestamp", description: When the ${words(singular)} was created. }
    updated_at: { $ref: "#/components/schemas/Timestamp", description: When the ${words(singular)} was last changed. }
${Name}Event:
  description: ${capital(one(singular))} was created or changed.
  allOf:
    - $ref: "#/components/schemas/EventFields"
    - properties:
        data: { $ref: "#/components/schemas/${Name}", description: The ${words(singular)} right after the change. }
        previous: { $ref: "#/components/schemas/PreviousValues" }
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
    updated_at: "${createdAt}"

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

update${names.singular}.request:
  all:
    summary: All fields
    value:
${indent(values, 6)}
update${names.singular}.200:
  all:
    summary: After the change
    value: { data: ${reference} }

${events
  .map(
    (event) => `${camel(singular)}${capital(event)}.request:
  event:
    summary: ${capital(one(singular))}
    value:
      id: evt_${newest}
      object: event
      created_at: "${createdAt}"
      type: ${singular}.${event}
      data: ${reference}
`,
  )
  .join("")}`;
}

/** The text, further to the right. */
export const indent = (text: string, spaces: number): string =>
  text.replaceAll(/^(?=.)/gm, " ".repeat(spaces));
