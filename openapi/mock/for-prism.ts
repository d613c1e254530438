import {
  resolve,
  type Contract,
  type Parameter,
  type Schema,
} from "../model/contract.ts";
import { firstOf } from "../model/collections.ts";
import { hasReference } from "../model/deep-references.ts";
import { withRequestSchemas } from "../generate/request-schemas.ts";
import { headerExample } from "../generate/samples/sample-parameters.ts";
import { isIgnoredHeader } from "../model/ignored-headers.ts";
import { refusedResponses } from "../generate/samples/refused-samples.ts";
import { withFieldsApart } from "./fields-apart.ts";
import { withPlainPathNames } from "./path-names.ts";
import { withResponses } from "./missing-responses.ts";
import { withReadableMedia, type OtherMedia } from "./other-media.ts";
import { isJson, withJsonNamed } from "../model/media-names.ts";
import { isNode, isValue, mapNodes, type Node } from "../model/node.ts";
import { headerText, styleOf } from "../model/parameter-text.ts";
import { refersToSchema } from "../model/reference-siblings.ts";
import {
  mayHaveParts,
  sentSchema,
  withTextChoices,
} from "../model/sent-schema.ts";
import {
  unicodePattern,
  withoutOldNullable,
} from "../model/readable-schema.ts";
import { isTransferHeader } from "../model/transfer-headers.ts";
import { inWordsOf31 } from "../model/version-30.ts";

/** A contract for Prism, and notes about differences to the original. */
interface ContractForPrism {
  contract: object;
  notes: string[];
}

/** Adapts a contract to Prism, so that Prism checks as much of it as it can. */
export function forPrism(published: Contract): ContractForPrism {
  const { contract, silent } = withResponses(
    withRequestSchemas(
      withFieldsApart(
        withPlainPathNames(withJsonNamed(inWordsOf31(published))),
      ),
    ),
  );
  const found: Found = {
    unchecked: new Set(),
    uncheckedJson: new Set(),
    hasReferences: false,
    patterns: new Set(),
    unsent: new Set(),
    media: {
      unchecked: new Set(),
      uncheckedFields: new Set(),
      writtenAsJson: new Set(),
    },
  };
  const changed = mapNodes(withoutSharedBodies(contract), (node, key) => {
    const readable = readSchema(withValue(withoutSiblings(node)), found);
    const known = withReadableHeaders(
      withReadableMedia(readable, key, contract, found.media),
      contract,
      found,
    );
    return withoutReferences(readParameter(known, contract, found), key, found);
  });
  const readable = withoutPages(changed);
  return {
    contract: {
      ...readable,
      // Without the dialect it falls back to draft-07, and ignores keywords such as
      // unevaluatedProperties.
      jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    },
    notes: [
      ...notesFor(found),
      ...notesOfRefused(contract),
      ...notesOfSilent(silent),
    ],
  };
}

/** Leaves out the shared bodies of requests, which each operation has itself: they look like responses. */
function withoutSharedBodies(contract: Contract): Contract & Node {
  const { requestBodies: _, ...components } =
    contract.components as Contract["components"] & Node;
  return { ...contract, components };
}

/** The places where the mock differs from the contract. */
interface Found {
  /** Names of parameters. */
  unchecked: Set<string>;
  /** Names of parameters with JSON. */
  uncheckedJson: Set<string>;
  /** Patterns that JavaScript cannot read. */
  patterns: Set<string>;
  /** Headers of responses that are not sent. */
  unsent: Set<string>;
  /** True when values have references. */
  hasReferences: boolean;
  media: OtherMedia;
}

/** Writes one short note for each kind. */
function notesFor(found: Found) {
  const { unchecked, uncheckedJson, hasReferences, media } = found;
  const { patterns, unsent } = found;
  const notes: string[] = [];
  const names = (set: Set<string>) =>
    firstOf([...set].map((name) => `\`${name}\``));
  if (unchecked.size > 0)
    notes.push(`The mock takes any text for ${names(unchecked)}.`);
  if (uncheckedJson.size > 0)
    notes.push(`The mock does not check the JSON in ${names(uncheckedJson)}.`);
  if (patterns.size > 0)
    notes.push(
      `The mock does not check ${names(patterns)}, which JavaScript cannot read.`,
    );
  if (unsent.size > 0)
    notes.push(
      `The mock sends ${names(unsent)} as its own transfer needs, and not as the contract says.`,
    );
  if (media.unchecked.size > 0)
    notes.push(`The mock takes any body of ${names(media.unchecked)}.`);
  if (media.uncheckedFields.size > 0)
    notes.push(
      `The mock takes any text for ${names(media.uncheckedFields)} of forms.`,
    );
  if (media.writtenAsJson.size > 0)
    notes.push(
      `The mock writes bodies of ${names(media.writtenAsJson)} as lines of JSON.`,
    );
  if (hasReferences)
    notes.push(
      "The mock leaves `$ref` out of values, as Prism would follow it.",
    );
  return notes;
}

function notesOfRefused(contract: Contract): string[] {
  const refused = refusedResponses(contract);
  if (refused.length === 0) return [];
  return [
    `The mock responds with a value that the contract refuses for ${firstOf(refused)}: give an \`example\` there that fits.`,
  ];
}

const notesOfSilent = (silent: string[]): string[] =>
  silent.length === 0
    ? []
    : [
        `The mock responds with 200 and no body to ${firstOf(silent)}, of which the contract lists no response.`,
      ];

/**
 * Replaces the schema of lists and objects in headers and paths, on which Prism crashes. Notes
 * cookies and JSON in parameters, which Prism does not check, and names with brackets, which it
 * never finds. Frees the headers that OpenAPI ignores: Prism would check `Accept`.
 */
function readParameter(node: Node, contract: Contract, found: Found): Node {
  const { name, in: place, schema, content } = node;
  if (typeof name !== "string" || typeof place !== "string") return node;
  // A security scheme has a name and a place too.
  if ("type" in node) return node;
  if (place === "header" && (isIgnoredHeader(name) || isTransferHeader(name)))
    return { name, in: place, schema: {} };
  if (place === "querystring" || place === "cookie") found.unchecked.add(name);
  else if (isNode(content)) {
    const isText = !Object.keys(content).some(isJson);
    (isText ? found.unchecked : found.uncheckedJson).add(name);
  }
  if (place === "query" && /[[\]]/.test(name)) {
    found.unchecked.add(name);
    return { ...node, required: false };
  }
  if (!isNode(schema)) return node;
  if (place === "query") return readQuery(node, name, contract, found);
  if (!["header", "path"].includes(place)) return node;
  if (!mayHaveParts(contract, schema))
    return { ...node, schema: withTextChoices(contract, schema) };
  found.unchecked.add(name);
  return { ...node, style: "simple", schema: {} };
}

/** Gives the example of a header or a parameter in the words of OpenAPI 3.2 a value. */
const withValue = (node: Node): Node =>
  "value" in node || !("dataValue" in node)
    ? node
    : { ...node, value: node["dataValue"] };

/**
 * Leaves a reference to a schema alone. Prism copies the schema of a reference that has a title or a
 * description beside it, and takes no part of a copy that refers to itself.
 */
const withoutSiblings = (node: Node): Node =>
  refersToSchema(node) ? { $ref: node["$ref"] } : node;

/** Leaves out what Ajv cannot read: Prism would not check the complete body, or any parameter. */
function readSchema(node: Node, { patterns }: Found): Node {
  const known = withReadableNames(withoutOldNullable(node), patterns);
  const { pattern, ...others } = known;
  if (typeof pattern !== "string") return known;
  const readable = unicodePattern(pattern);
  if (readable !== undefined) return { ...others, pattern: readable };
  patterns.add(pattern);
  return others;
}

/**
 * Leaves out the patterns of names that Ajv cannot read, and what applies to all other names, as
 * nobody can tell which these are.
 */
function withReadableNames(node: Node, unread: Set<string>): Node {
  const { patternProperties } = node;
  if (!isNode(patternProperties)) return node;
  const { additionalProperties: _, unevaluatedProperties: __, ...open } = node;
  const read = Object.entries(patternProperties).map(
    ([pattern, schema]) => [pattern, unicodePattern(pattern), schema] as const,
  );
  const lost = read.filter(([, readable]) => readable === undefined);
  for (const [pattern] of lost) unread.add(pattern);
  const kept = read.flatMap(([, readable, schema]) =>
    readable === undefined ? [] : [[readable, schema] as const],
  );
  return {
    ...(lost.length > 0 ? open : node),
    patternProperties: Object.fromEntries(kept),
  };
}

/**
 * Gives a parameter of the query a schema of one type. Prism takes lists of any other schema for
 * texts, and crashes on other values than lists in the styles that separate lists.
 */
function readQuery(
  node: Node,
  name: string,
  contract: Contract,
  { unchecked }: Found,
): Node {
  const schema = sentSchema(contract, node["schema"] as Schema);
  const isList = schema.type === "array";
  const separates = /^(space|pipe)Delimited$/.test(String(node["style"]));
  const isRead = typeof schema.type === "string" && (isList || !separates);
  if (isRead) return { ...node, schema };
  const plain = separates ? { ...node, style: "form" } : node;
  if (!mayHaveParts(contract, schema))
    return { ...plain, schema: withTextChoices(contract, schema) };
  unchecked.add(name);
  return { ...plain, required: false, schema: {} };
}

/**
 * Gives each header of a response a value: that of Prism may not fit its schema. Writes lists, objects
 * and JSON there as texts: Prism crashes on a list that it does not send, and sends null for the
 * others. Leaves out the headers that no example can have.
 */
function withReadableHeaders(
  node: Node,
  contract: Contract,
  { unsent }: Found,
): Node {
  const { headers } = node;
  if (!isNode(headers)) return node;
  const sent = Object.entries(headers).filter(([name]) => {
    if (isTransferHeader(name)) unsent.add(name);
    return !isTransferHeader(name);
  });
  const readable = sent.map(([name, each]) => {
    const header = isNode(each) ? resolve<Node>(contract, each) : {};
    const { content, required } = header;
    const [media] = Object.values(isNode(content) ? content : {});
    const { schema } = isNode(media) ? media : header;
    if (!isNode(schema)) return [name, each];
    const parameter: Parameter = { ...header, name, in: "header", schema };
    const value = headerExample(contract, parameter);
    if (!media && !mayHaveParts(contract, schema))
      return [name, { required, schema, example: value }];
    const example = headerText(value, styleOf(parameter));
    return [name, { required, schema: { type: "string" }, example }];
  });
  return { ...node, headers: Object.fromEntries(readable) };
}

/** Removes references from the values and the extensions of a node, as Prism follows them by mistake. */
function withoutReferences(node: Node, parentKey: string, found: Found): Node {
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      const isExtension = key.startsWith("x-");
      const isOfApi = isValue(key, value, parentKey);
      if ((!isExtension && !isOfApi) || !hasReference(value))
        return [key, value];
      // Nobody is told of extensions, which the mock never sends.
      found.hasReferences ||= isOfApi;
      return [key, withoutReference(value)];
    }),
  );
}

function withoutReference(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutReference);
  if (!isNode(value)) return value;
  const kept = Object.entries(value).filter(
    ([name, child]) => name !== "$ref" || typeof child !== "string",
  );
  return Object.fromEntries(
    kept.map(([name, child]) => [name, withoutReference(child)]),
  );
}

/** Makes each page of an example the last one, as Prism returns the same page for every cursor. */
function withoutPages<T>(value: T): T {
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (!isNode(node)) return node;
    const all = Object.fromEntries(
      Object.entries(node).map(([name, child]) => [name, visit(child)]),
    );
    if (all["has_more"] !== true) return all;
    const last = { ...all, has_more: false };
    return "next_cursor" in all ? { ...last, next_cursor: null } : last;
  };
  return visit(value) as T;
}
