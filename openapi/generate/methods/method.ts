import {
  requirementOf,
  resolve,
  schemeOf,
  type Contract,
  type Operation,
  type Parameter,
  type Schema,
} from "../../model/contract.ts";
import { identifier, pascal, singular, unusedName } from "../client-names.ts";
import {
  acceptedTypeOf,
  fieldStyles,
  field,
  formOf,
  isForm,
  isMultipart,
  isObjectBody,
  isRaw,
  jsonMediaOf,
  maySendBody,
  nameOf,
  partTypes,
  sentMediaOf,
  successOf,
  type NamedMedia,
} from "../success.ts";
import { isJson } from "../../model/media-names.ts";
import { typesInUse } from "../types-file.ts";
import { errorStatusesOf, errorTexts } from "./operation-errors.ts";

/** A method of the client: what its interface says of it, and what it needs at run time. */
export interface Method {
  declaration: string;
  /**
   * Method, path, words for its input and its output, and the statuses of its own errors, separated
   * by spaces.
   */
  facts: string;
  /** The types of the contract that a caller meets. */
  types: string[];
  /** The type of its query, and the operation that has it. */
  query: { name: string; operationId: string } | undefined;
}

/** The operation from which a method is generated. */
export interface MethodSource {
  contract: Contract;
  /** E.g. `GET /v1/contacts/{contact_id}`. */
  request: string;
  operation: Operation;
  /** The code of its example. */
  sample: string;
  /** The statuses of the errors that every operation declares. */
  common: number[];
}

/**
 * Writes the method of an operation. Its arguments are the ids of its path, the body, the query and
 * the options.
 * @param used the names of types that another type cannot have; the name of its query's type is
 *   added
 */
export function methodFor(source: MethodSource, used: Set<string>): Method {
  const { contract, request, operation, common } = source;
  const { operationId, parameters = [] } = operation;
  const result = resultOf(source);
  const [method = ""] = request.split(" ");
  const body = maySendBody(method) ? bodyOf(operation) : undefined;
  const resolved = parameters.map((each) => resolve<Parameter>(contract, each));
  const options = optionsOf(resolved);
  const queried = resolved.filter((each) => each.in === "query");
  const query =
    queried.length > 0
      ? { name: unusedName(`${pascal(operationId)}Query`, used), operationId }
      : undefined;

  const args = pathArguments(request).map((name) => `${name}: string`);
  if (body) args.push(`body: ${body.argument}`);
  if (query) {
    const isRequired = queried.some(({ required }) => required);
    args.push(`query${isRequired ? "" : "?"}: ${query.name}`);
  }
  args.push(`options?: ${options.types.join(" & ") || "CallOptions"}`);

  const facts = [request];
  if (result.form === "page") facts.push("list", ...pageFacts(source, queried));
  if (result.form === "bare") facts.push("bare");
  if (result.isText) facts.push("text");
  if (query) facts.push("query");
  if (body) facts.push("body", ...mediaFacts(contract, body.media));
  const accepted = acceptedTypeOf(contract, operation);
  if (accepted !== undefined)
    facts.push(`accept:${accepted.replaceAll(/\s/g, "")}`);
  facts.push(...options.facts);
  if (operation["x-idempotent"] || result.deleted !== undefined)
    facts.push("idempotent");
  if (result.deleted !== undefined) facts.push(`deletes:${result.deleted}`);
  const errors = ownErrors(operation, common);
  facts.push(...errors.map(String));

  const kind = result.form === "page" ? "List" : "Call";
  return {
    declaration: `${comment(textOf(source))}\n(${args.join(", ")}) => ${kind}<${result.type}, ${keyOf(operation)}>`,
    facts: facts.join(" "),
    types: [result.type, result.item, body?.type].flatMap((name) =>
      name !== undefined && /^\w+$/.test(name) ? [name] : [],
    ),
    query,
  };
}

/** The result of a call. */
interface Result {
  form: ReturnType<typeof formOf>;
  type: string;
  /** The type of an element of a page, when it has a name. */
  item: string | undefined;
  /** The type of the object that a deletion deletes. */
  deleted: string | undefined;
  /** True for a body that is no JSON, even when its text could be read as a number. */
  isText: boolean;
}

function resultOf({ contract, request, operation }: MethodSource): Result {
  const body = successOf(contract, operation);
  const media = jsonMediaOf(body);
  const success = media?.schema;
  const form = formOf(contract, success);
  const data = success && field(contract, success, "data");
  const content = form === "enveloped" ? data : success;
  const isDeletion = request.startsWith("DELETE ") && data !== undefined;
  const deleted = isDeletion && field(contract, data, "object")?.const;
  const elements = form === "page" && data && resolve(contract, data).items;
  return {
    form,
    type: typeOf(content) ?? unnamedResult(operation, media, form),
    item: elements ? typeOf(elements) : undefined,
    deleted: deleted ? String(deleted) : undefined,
    isText: media === undefined && body.content !== undefined,
  };
}

/** Returns the type of a result whose schema has no name that a type can have. */
function unnamedResult(
  operation: Operation,
  media: NamedMedia | undefined,
  form: Result["form"],
): string {
  const isEnveloped = form === "enveloped";
  const key = keyOf(operation);
  if (isPlain(media)) return `${isEnveloped ? "Data" : "ResponseOf"}<${key}>`;
  const status =
    Object.keys(operation.responses).find((each) => each.startsWith("2")) ?? "";
  const statusKey = /^\d+$/.test(status) ? status : JSON.stringify(status);
  const content = `operations[${key}]["responses"][${statusKey}]["content"][${JSON.stringify(media?.name)}]`;
  return isEnveloped ? `${content}["data"]` : content;
}

/** Returns the body that a method sends: its media type, its type, and the type of the argument. */
function bodyOf(operation: Operation) {
  const media = operation.requestBody && sentMediaOf(operation.requestBody);
  if (!media?.schema) return undefined;
  if (isRaw(media))
    return { media, type: undefined, argument: "string | Blob" };
  const key = keyOf(operation);
  const unnamed = isPlain(media)
    ? `RequestOf<${key}>`
    : `NonNullable<operations[${key}]["requestBody"]>["content"][${JSON.stringify(media.name)}]`;
  const type = typeOf(media.schema) ?? unnamed;
  const argument = `${isMultipart(media) ? "Form" : "Body"}<${type}>`;
  return { media, type, argument };
}

/** Returns what the headers of an operation add to the options, and their words at run time. */
function optionsOf(parameters: Parameter[]) {
  const names = parameters.map(({ name }) => name);
  const types: string[] = [];
  const facts: string[] = [];
  if (names.includes("Idempotency-Key")) {
    types.push("CreateOptions");
    facts.push("keyed");
  }
  if (names.includes("If-Match")) {
    types.push("ChangeOptions");
    facts.push("conditional");
  }
  return { types, facts };
}

/** Returns the word for the largest page of a list. */
function pageFacts({ contract }: MethodSource, query: Parameter[]): string[] {
  const limit = query.find(({ name }) => name === "limit");
  const { maximum } = resolve<Schema>(contract, limit?.schema ?? {});
  return maximum === undefined ? [] : [`pages:${maximum}`];
}

/**
 * Returns the words for a body that is no object in `application/json`: its media type, the styles
 * of its fields, and `value` for JSON of any type.
 */
function mediaFacts(contract: Contract, media: NamedMedia): string[] {
  const anyValue =
    isJson(media.name) && !isObjectBody(contract, media) ? ["value"] : [];
  if (media.name === "application/json") return anyValue;
  const styles = Object.entries(isForm(media) ? fieldStyles(media) : {});
  const styled = styles.map(
    ([name, { style, explode }]) =>
      `${encodeURIComponent(name)}=${style}${explode ? "*" : ""}`,
  );
  const parts = [...partTypes(media)].map((pair) =>
    pair.map(encodeURIComponent).join("="),
  );
  return [
    `type:${media.name.replaceAll(/\s/g, "")}`,
    ...(styled.length > 0 ? [`styles:${styled.join(",")}`] : []),
    ...(parts.length > 0 ? [`parts:${parts.join(",")}`] : []),
    ...anyValue,
  ];
}

/** Returns the statuses of errors that not every operation has. */
const ownErrors = (operation: Operation, common: number[]): number[] =>
  errorStatusesOf(operation).filter((status) => !common.includes(status));

/** Writes what the comment of a method says: its text, its scopes, its errors and an example. */
function textOf({ contract, operation, sample, common }: MethodSource): string {
  const paragraphs = [operation.description.trim()];
  if (schemeOf(contract, operation)?.["x-scopes"]) {
    const scopes = requirementOf(operation).scopes.map((each) => `\`${each}\``);
    paragraphs.push(`Scope: ${scopes.join(" and ") || "none"}.`);
  }
  const tags: string[] = [];
  if (operation.deprecated) {
    const sunset = operation["x-sunset"];
    const until = sunset ? ` It works until ${sunset}.` : "";
    tags.push(`@deprecated${until}`);
  }
  const errors = errorTexts(contract, operation, ownErrors(operation, common));
  if (errors.length > 0)
    tags.push(`@throws (rejects) ApiError: ${errors.join(", ")}`);
  tags.push(`@example\n${sample}`);
  return [...paragraphs, tags.join("\n")].join("\n\n");
}

const comment = (text: string) =>
  `/**\n${text
    .replaceAll("*/", "*\\/")
    .split("\n")
    .map((line) => ` * ${line}`.trimEnd())
    .join("\n")}\n */`;

/** Returns the name of an operation in the types of openapi-typescript. */
export const typeKey = (operationId: string) =>
  operationId.replaceAll("#", "/");

const keyOf = ({ operationId }: Operation) =>
  JSON.stringify(typeKey(operationId));

/** Returns true when the client's own types include the media type. */
const isPlain = (media: NamedMedia | undefined) =>
  media === undefined || media.name === "application/json";

/**
 * Returns the type of a schema by its name, where openapi-typescript writes the name as it is and
 * the client has no such type.
 */
function typeOf(schema: Schema | undefined): string | undefined {
  const name = nameOf(schema) ?? "";
  const isFree = !ownTypes.includes(name) && !typesInUse.has(name);
  return /^([A-Z][a-z0-9]+)+$/.test(name) && isFree ? name : undefined;
}

/** The types of the client that methods name. */
export const ownTypes = [
  "Body",
  "Call",
  "CallOptions",
  "ChangeOptions",
  "CreateOptions",
  "Data",
  "Form",
  "List",
  "Methods",
  "Query",
  "RequestOf",
  "ResponseOf",
];

/** The words of JavaScript that no argument may be called. */
const reserved = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof var void while with yield"
  ).split(" "),
);

/**
 * Returns the names of the ids in a path: `webhookId`, `deliveryId` of
 * `/webhooks/{id}/deliveries/{delivery_id}`. The id of the innermost is `id`.
 */
function pathArguments(request: string): string[] {
  const names = [...request.matchAll(/(?:(\w+)\/)?\{(.+?)\}/g)].map(
    ([, owner, name = ""]) =>
      owner === undefined ? identifier(name) : `${singular(owner)}Id`,
  );
  const isInner = !/\{[^/]*\/[^/{]+s$/.test(request);
  const used = new Set(["body", "query", "options"]);
  return names.map((name, at) => {
    const wanted = isInner && at === names.length - 1 ? "id" : name;
    return unusedName(reserved.has(wanted) ? `${wanted}_` : wanted, used);
  });
}
