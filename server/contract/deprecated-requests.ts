import type { IncomingHttpHeaders } from "node:http";
import type { OperationId } from "../../generated/operations.ts";
import type { DeprecatedPart } from "./deprecated-responses.ts";
import {
  type Announced,
  branchesOf,
  describedBy,
  followed,
  type Schema,
} from "./document.ts";
import type { Document } from "./request-check.ts";

/** The values of a request, before defaults are filled in. */
export interface SentValues {
  query: Record<string, unknown>;
  header: IncomingHttpHeaders;
  path: Record<string, string> | undefined;
  body: unknown;
}

/** Adds the name of each deprecated part that a value has. */
type Finder = (value: unknown, names: Set<string>) => void;

/** The work of finding the deprecated parts of one operation's requests. */
interface Search {
  document: Document;
  /** The deprecated parts that were found so far. */
  parts: DeprecatedPart[];
  /** The references that are being followed → their finders. */
  open: Map<string, { find: Finder | undefined }>;
}

/**
 * Finds the deprecated parts of an operation's requests.
 * @returns the parts, and a function that adds the names of those that a request has
 */
export function createRequestFinder(
  document: Document,
  id: OperationId,
): {
  parts: DeprecatedPart[];
  find: (sent: SentValues, names: Set<string>) => void;
} {
  const operation = describedBy(document, id);
  const { deprecated, parameters = [], requestBody } = operation;
  const search: Search = { document, parts: [], open: new Map() };
  const finders: ((sent: SentValues, names: Set<string>) => void)[] = [];
  if (deprecated === true) {
    search.parts.push({ name: "operation", sunset: operation["x-sunset"] });
    finders.push((_sent, names) => names.add("operation"));
  }
  for (const declared of parameters) {
    const parameter = followed(document, declared);
    const { name, in: place, schema = {} } = parameter;
    const announced = { ...announcedIn(parameter), allOf: [schema] };
    const find = finderOf(announced, `${place}.${name}`, search);
    if (find === undefined) continue;
    const key = place === "header" ? name.toLowerCase() : name;
    finders.push((sent, names) => {
      const value = sent[place]?.[key];
      if (value !== undefined) find(value, names);
    });
  }
  const body = requestBody && followed(document, requestBody);
  const schema = body?.content?.["application/json"]?.schema;
  const findInBody = schema && finderOf(schema, "body", search);
  if (findInBody !== undefined)
    finders.push((sent, names) => findInBody(sent.body, names));
  return {
    parts: search.parts,
    find: (sent, names) => {
      for (const find of finders) find(sent, names);
    },
  };
}

const announcedIn = ({ deprecated, "x-sunset": sunset }: Announced) => ({
  ...(deprecated !== undefined && { deprecated }),
  ...(sunset !== undefined && { "x-sunset": sunset }),
});

/**
 * Returns a function that finds the deprecated parts of a value, or undefined when the schema has
 * none. A field that one branch of a `oneOf` or `anyOf` calls deprecated is found in a value of
 * another branch too. In a recursive schema a part has the name of its first occurrence, so that the
 * list of names is finite.
 */
function finderOf(
  schema: Schema,
  name: string,
  search: Search,
): Finder | undefined {
  const finders: (Finder | undefined)[] = [];
  if (schema.deprecated === true) {
    if (!search.parts.some((part) => part.name === name))
      search.parts.push({ name, sunset: schema["x-sunset"] });
    finders.push((_value, names) => names.add(name));
  }
  if (schema.$ref !== undefined)
    finders.push(finderOfReference(schema.$ref, name, search));
  for (const branch of branchesOf(schema))
    finders.push(finderOf(branch, name, search));
  if (schema.items !== undefined)
    finders.push(onElements(finderOf(schema.items, `${name}[]`, search)));
  const { properties = {}, additionalProperties } = schema;
  for (const [field, inner] of Object.entries(properties))
    finders.push(onField(field, finderOf(inner, `${name}.${field}`, search)));
  if (typeof additionalProperties === "object") {
    const find = finderOf(additionalProperties, `${name}.*`, search);
    finders.push(onOthers(properties, find));
  }
  return together(finders.filter((find) => find !== undefined));
}

/** Returns the finder of a reference. One inside itself uses the finder around it. */
function finderOfReference(
  ref: string,
  name: string,
  search: Search,
): Finder | undefined {
  const enclosing = search.open.get(ref);
  if (enclosing !== undefined)
    return (value, names) => enclosing.find?.(value, names);
  const reference: { find: Finder | undefined } = { find: undefined };
  search.open.set(ref, reference);
  const schema = followed(search.document, { $ref: ref });
  reference.find = finderOf(schema, name, search);
  search.open.delete(ref);
  return reference.find;
}

/** Returns one finder that does the work of several. */
function together(finders: Finder[]): Finder | undefined {
  const [only] = finders;
  if (finders.length <= 1) return only;
  return (value, names) => {
    for (const find of finders) find(value, names);
  };
}

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
