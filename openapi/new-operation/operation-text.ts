import { capital, collectionOf, type Wish } from "./wish.ts";

/** What an operation adds to the contract, as YAML without indentation. */
export interface Texts {
  operation: string;
  schemas: string;
  examples: string;
  scope: string;
  tag: string;
}

const withBody = new Set(["post", "put", "patch"]);
const example = { id: "xx_01jq7x2v4ef8stn5x0q9c6hd3k", name: "Un ejemplo" };

/** The texts of an operation that passes lint as it is and wants to be made true. */
export function operationTexts({ id, method, path }: Wish): Texts {
  const name = capital(id);
  const list = method === "get" && !path.endsWith("}");
  const body = withBody.has(method);
  const status = method === "post" ? "201" : "200";
  const scope = `${collectionOf(path)}:${method === "get" ? "read" : "write"}`;
  const tag = capital(collectionOf(path));
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = ""]) => pathParameter(parameter));
  if (list) parameters.push(reference("parameters/Limit"), cursor);
  const operation = `${method}:
  operationId: ${id}
  tags: [${tag}]
  summary: ${sentence(id)}
  description: Says what the operation does, and for whom.
  security:
    - apiKey: ["${scope}"]
${parameters.length > 0 ? `  parameters:\n${indent(parameters.join("\n"), 4)}\n` : ""}${body ? requestBody(id, name) : ""}  responses:
    "${status}":
      description: Says what came of it.
      headers:${status === "201" ? createdHeaders : " *headers"}
      content:
        application/json:
          schema: { $ref: "#/components/schemas/${name}Response" }
          examples:
            usual: { $ref: "#/components/examples/${id}.${status}.usual" }
${errors({ body, identified: path.includes("{"), validated: body || list })}`;
  return {
    operation,
    schemas: [...(body ? [requestSchema(name)] : []), responseSchema(name, list)].join("\n"),
    examples: [...(body ? [requestExample(id)] : []), responseExample(id, status, list)].join("\n"),
    scope,
    tag,
  };
}

const reference = (target: string) => `- $ref: "#/components/${target}"`;

const cursor = `- name: cursor
  in: query
  description: The \`next_cursor\` of the previous page.
  schema: { $ref: "#/components/schemas/Reference" }
  example: ${example.id}`;

const pathParameter = (name: string) => `- name: ${name}
  in: path
  required: true
  description: Says what it identifies.
  schema: { $ref: "#/components/schemas/Reference" }
  example: ${example.id}`;

const requestBody = (id: string, name: string) => `  requestBody:
    required: true
    content:
      application/json:
        schema: { $ref: "#/components/schemas/${name}Request" }
        examples:
          usual: { $ref: "#/components/examples/${id}.request.usual" }
`;

const createdHeaders = ["Location: Location", "X-RateLimit-Limit: RateLimitLimit"]
  .concat("X-RateLimit-Remaining: RateLimitRemaining", "X-RateLimit-Reset: RateLimitReset")
  .concat("X-Request-Id: RequestId")
  .map((pair) => pair.split(": "))
  .map(([header, component]) => `\n        ${header}: { $ref: "#/components/headers/${component}" }`)
  .join("");

function errors({
  body,
  identified,
  validated,
}: Record<"body" | "identified" | "validated", boolean>): string {
  const names = [
    body ? "400 BadRequest" : "400 MalformedRequest",
    "401 Unauthorized",
    "403 Forbidden",
    ...(identified ? ["404 NotFound"] : []),
    "408 RequestTimeout",
    ...(body ? ["413 PayloadTooLarge", "415 UnsupportedMediaType"] : []),
    ...(validated ? ["422 ValidationFailed"] : []),
    ...["429 RateLimited", "431 HeadersTooLarge", "500 InternalError", "503 ServiceUnavailable"],
    "default OtherError",
  ];
  return names
    .map((one) => one.split(" "))
    .map(
      ([status, component]) =>
        `    ${status === "default" ? status : `"${status}"`}: { $ref: "#/components/responses/${component}" }`,
    )
    .join("\n");
}

const member = "name: { type: string, minLength: 1, maxLength: 200, pattern: *not-blank }";

const requestSchema = (name: string) => `${name}Request:
  type: object
  description: What the caller sends.
  required: [name]
  properties:
    ${member}
  additionalProperties: false`;

const responseSchema = (name: string, list: boolean) =>
  `${name}Response:
  type: object
  description: What the caller gets.
  required: [data${list ? ", next_cursor, has_more" : ""}]
  properties:
    data:${list ? `\n      type: array\n      maxItems: 100\n      items:${object(8)}` : object(6)}
${list ? '    next_cursor: { type: [string, "null"], maxLength: 64 }\n    has_more: { type: boolean }\n' : ""}`.trimEnd();

const object = (spaces: number) =>
  `\n${indent(
    `type: object
required: [id, name]
properties:
  id: { $ref: "#/components/schemas/Reference" }
  ${member}`,
    spaces,
  )}`;

const requestExample = (id: string) => `${id}.request.usual:
  summary: Says which case this is
  value: { name: ${example.name} }`;

const responseExample = (id: string, status: string, list: boolean) => {
  const data = `{ id: ${example.id}, name: ${example.name} }`;
  return `${id}.${status}.usual:
  summary: Says which case this is
  value:
    data: ${list ? `[${data}]` : data}${list ? "\n    next_cursor: null\n    has_more: false" : ""}`;
};

/** `Create tag` of `createTag`. */
const sentence = (id: string) => capital(id.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

/** The text, further to the right. */
export const indent = (text: string, spaces: number): string =>
  text.replaceAll(/^(?=.)/gm, " ".repeat(spaces));
