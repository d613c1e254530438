import type { IncomingHttpHeaders } from "node:http";
import { type OperationId, operations } from "../../generated/operations.ts";
import type { Document } from "./request-check.ts";

/** Something that callers send, and that a later version may remove. */
export interface DeprecatedElement {
  operation: OperationId;
  /** For example `operation`, `query.q`, `header.If-Match` or `body.books[].title`. */
  name: string;
  /** The day after which it may be removed, if the contract names one. */
  sunset: string | undefined;
}

/** A field or a header of responses, or a part of an event, for example `Book.title`. */
export type DeprecatedResponsePart = Omit<DeprecatedElement, "operation">;

/** The values of a request, before defaults are filled in. */
export interface SentValues {
  query: Record<string, unknown>;
  header: IncomingHttpHeaders;
  path: Record<string, string> | undefined;
  body: unknown;
}

/** Everything that a contract calls `deprecated`. */
export interface Deprecations {
  elements: DeprecatedElement[];
  responseParts: DeprecatedResponsePart[];
  /** Returns the names of the deprecated elements in a request, each once. */
  namesIn: (operation: OperationId, sent: SentValues) => string[];
}

/** Adds the name of each deprecated schema that a value has a part for. */
type Finder = (value: unknown, names: Set<string>) => void;

const none: string[] = [];

/** Finds everything deprecated in a contract, so that a request without any of it costs nothing. */
export function deprecationsOf(document: Document): Deprecations {
  const elements: DeprecatedElement[] = [];
  const finders = new Map<
    OperationId,
    (sent: SentValues, names: Set<string>) => void
  >();
  for (const id of Object.keys(operations) as OperationId[]) {
    const found: DeprecatedResponsePart[] = [];
    const find = createRequestFinder(document, id, found);
    if (found.length > 0) finders.set(id, find);
    elements.push(...found.map((element) => ({ operation: id, ...element })));
  }
  return {
    elements,
    responseParts: responsePartsOf(document),
    namesIn: (operation, sent) => {
      const find = finders.get(operation);
      if (find === undefined) return none;
      const names = new Set<string>();
      find(sent, names);
      return [...names];
    },
  };
}

/** A schema as far as it is read here. */
interface Schema extends Announced {
  $ref?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

interface Announced {
  deprecated?: boolean;
  "x-sunset"?: string;
}

interface Parameter extends Announced {
  $ref?: string;
  name: string;
  in: "query" | "header" | "path";
  schema?: Schema;
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

interface Response extends Content {
  $ref?: string;
  headers?: Record<string, Announced & { $ref?: string; schema?: Schema }>;
}

interface Operation extends Announced {
  parameters?: Parameter[];
  requestBody?: Content & { $ref?: string };
  responses?: Record<string, Response>;
}

function describedBy(document: Document, id: OperationId): Operation {
  const { path, method } = operations[id];
  return document.paths?.[path]?.[method] as Operation;
}

/** Returns what a `$ref` of the contract refers to. */
function followed<Part extends { $ref?: string }>(
  document: Document,
  part: Part,
): Part {
  if (part.$ref === undefined) return part;
  const names = part.$ref.split("/").slice(1);
  const found = names.reduce<unknown>(
    (node, name) =>
      (node as Record<string, unknown>)[
        name.replaceAll("~1", "/").replaceAll("~0", "~")
      ],
    document,
  );
  return followed(document, found as Part);
}

/** Makes the finder of one operation, and adds what it can find to `found`. */
function createRequestFinder(
  document: Document,
  id: OperationId,
  found: DeprecatedResponsePart[],
) {
  const operation = describedBy(document, id);
  const { deprecated, parameters = [], requestBody } = operation;
  const finders: ((sent: SentValues, names: Set<string>) => void)[] = [];
  if (deprecated === true) {
    found.push({ name: "operation", sunset: operation["x-sunset"] });
    finders.push((_sent, names) => names.add("operation"));
  }
  for (const declared of parameters) {
    const parameter = followed(document, declared);
    const { name, in: part, schema = {} } = parameter;
    const find = createFinder(document, found)(
      { ...announcedIn(parameter), allOf: [schema] },
      `${part}.${name}`,
    );
    if (find === undefined) continue;
    const key = part === "header" ? name.toLowerCase() : name;
    finders.push((sent, names) => {
      const value = sent[part]?.[key];
      if (value !== undefined) find(value, names);
    });
  }
  const body = requestBody && followed(document, requestBody);
  const schema = body?.content?.["application/json"]?.schema;
  const find = schema && createFinder(document, found)(schema, "body");
  if (find !== undefined) finders.push((sent, names) => find(sent.body, names));
  return (sent: SentValues, names: Set<string>) => {
    for (const finder of finders) finder(sent, names);
  };
}

const announcedIn = ({ deprecated, "x-sunset": sunset }: Announced) => ({
  ...(deprecated !== undefined && { deprecated }),
  ...(sunset !== undefined && { "x-sunset": sunset }),
});

/**
 * Makes the function that makes the finder of a schema; undefined when the schema has nothing
 * deprecated. A field that one branch of a `oneOf` or `anyOf` calls deprecated is found in a value
 * of another branch too. A schema that contains itself is found under the names of its first place,
 * so that the names are a finite list.
 */
function createFinder(document: Document, found: DeprecatedResponsePart[]) {
  const active = new Map<string, { find: Finder | undefined }>();
  return function finderOf(schema: Schema, name: string): Finder | undefined {
    const finders: Finder[] = [];
    const add = (finder: Finder | undefined) => {
      if (finder !== undefined) finders.push(finder);
    };
    if (schema.deprecated === true) {
      if (!found.some((element) => element.name === name))
        found.push({ name, sunset: schema["x-sunset"] });
      add((_value, names) => names.add(name));
    }
    if (schema.$ref !== undefined) add(finderOfReference(schema.$ref, name));
    for (const branch of branchesOf(schema)) add(finderOf(branch, name));
    if (schema.items !== undefined)
      add(onElements(finderOf(schema.items, `${name}[]`)));
    const { properties = {}, additionalProperties } = schema;
    for (const [field, inner] of Object.entries(properties))
      add(onField(field, finderOf(inner, `${name}.${field}`)));
    if (typeof additionalProperties === "object")
      add(onOthers(properties, finderOf(additionalProperties, `${name}.*`)));
    const [only] = finders;
    if (finders.length <= 1) return only;
    return (value, names) => {
      for (const find of finders) find(value, names);
    };

    function finderOfReference(ref: string, at: string): Finder | undefined {
      const around = active.get(ref);
      if (around !== undefined)
        return (value, names) => around.find?.(value, names);
      const reference: { find: Finder | undefined } = { find: undefined };
      active.set(ref, reference);
      reference.find = finderOf(followed(document, { $ref: ref }), at);
      active.delete(ref);
      return reference.find;
    }
  };
}

const branchesOf = ({ allOf = [], anyOf = [], oneOf = [] }: Schema) => [
  ...allOf,
  ...anyOf,
  ...oneOf,
];

function onElements(find: Finder | undefined): Finder | undefined {
  if (find === undefined) return undefined;
  return (value, names) => {
    if (Array.isArray(value)) for (const element of value) find(element, names);
  };
}

function onField(field: string, find: Finder | undefined): Finder | undefined {
  if (find === undefined) return undefined;
  return (value, names) => {
    if (isObject(value) && Object.hasOwn(value, field))
      find(value[field], names);
  };
}

/** Finds in the fields of a map that `properties` does not list. */
function onOthers(
  properties: object,
  find: Finder | undefined,
): Finder | undefined {
  if (find === undefined) return undefined;
  return (value, names) => {
    if (!isObject(value)) return;
    for (const [field, inner] of Object.entries(value))
      if (!Object.hasOwn(properties, field)) find(inner, names);
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Finds what is deprecated in responses and events: each part once, under the name of the schema
 * that has it.
 */
function responsePartsOf(document: Document): DeprecatedResponsePart[] {
  const found = new Map<string, DeprecatedResponsePart>();
  const seen = new Set<string>();
  const note = (announced: Announced, name: string) => {
    if (announced.deprecated === true && !found.has(name))
      found.set(name, { name, sunset: announced["x-sunset"] });
  };
  const walk = (schema: Schema, name: string): void => {
    note(schema, name);
    const { $ref: ref, items, properties = {}, additionalProperties } = schema;
    if (ref !== undefined && !seen.has(ref)) {
      seen.add(ref);
      walk(followed(document, { $ref: ref }), ref.split("/").at(-1) ?? name);
    }
    for (const branch of branchesOf(schema)) walk(branch, name);
    if (items !== undefined) walk(items, `${name}[]`);
    for (const [field, inner] of Object.entries(properties))
      walk(inner, `${name}.${field}`);
    if (typeof additionalProperties === "object")
      walk(additionalProperties, `${name}.*`);
  };
  const walkContent = ({ content = {} }: Content, name: string) => {
    for (const { schema } of Object.values(content))
      if (schema !== undefined) walk(schema, name);
  };
  for (const id of Object.keys(operations) as OperationId[]) {
    const { responses = {} } = describedBy(document, id);
    for (const [status, declared] of Object.entries(responses)) {
      const response = followed(document, declared);
      for (const [name, header] of Object.entries(response.headers ?? {}))
        note(followed(document, header), `header ${name}`);
      walkContent(response, `${id} ${status}`);
    }
  }
  const { webhooks = {} } = document as {
    webhooks?: Record<string, { post?: Operation }>;
  };
  for (const [type, { post = {} }] of Object.entries(webhooks)) {
    note(post, `event ${type}`);
    walkContent(post.requestBody ?? {}, `event ${type}`);
  }
  return [...found.values()];
}
