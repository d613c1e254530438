import type { Contract } from "../model/contract.ts";
import { operationsIn } from "../model/contract.ts";
import {
  isNode,
  listIn,
  mapNodes,
  nodeIn,
  textIn,
  type Node,
} from "../model/node.ts";
import { withoutNewerParts } from "./newer-parts.ts";
import { is30, isNull } from "../model/version-30.ts";

/** A contract in OpenAPI 3.0.3, and what 3.0 has no words for. */
interface Edition {
  contract: object;
  /** The keywords that are left out, so that it accepts more. */
  leftOut: string[];
}

/**
 * Returns the published contract in OpenAPI 3.0.3, for gateways and other tools that read no 3.1. A
 * value is valid in both, or the keyword that 3.0 lacks is named. It has no webhooks, which 3.0
 * does not know, no rule on the names of custom fields, and no `x-exact`, which is written in the
 * words of 3.1.
 */
export function edition30({ webhooks, ...published }: Contract): Edition {
  const { openapi } = published as { openapi?: unknown };
  if (is30(openapi)) return { contract: published, leftOut: [] };
  const leftOut = new Set<string>();
  const plain = mapNodes(withoutNewerParts(published), withoutOlderKeywords);
  const contract = mapNodes(plain, (node) => inWordsOf30(node, leftOut));
  const { summary: _, license, ...info } = contract.info;
  const { identifier: __, ...licence } = license ?? {};
  const webhookTags = tagsOf(webhooks);
  const pathTags = tagsOf(published.paths);
  const { jsonSchemaDialect: ___, ...rest } = contract as Contract & Node;
  const edition = {
    ...rest,
    openapi: "3.0.3",
    info: license ? { ...info, license: licence } : info,
    tags: contract.tags.filter(
      ({ name }) => pathTags.has(name) || !webhookTags.has(name),
    ),
  };
  return { contract: edition, leftOut: [...leftOut].sort() };
}

/** Returns the tags of the operations of `paths` or `webhooks`. */
const tagsOf = (items: Contract["webhooks"]): Set<string> =>
  new Set(operationsIn(items).flatMap(({ operation }) => operation.tags));

const condition = ["if", "then", "else"];

/** The keywords that 3.0 lacks, whose rule is lost. */
const lost = [
  "patternProperties",
  "propertyNames",
  "dependentSchemas",
  "unevaluatedProperties",
  "unevaluatedItems",
  "contains",
  "minContains",
  "maxContains",
  "$dynamicRef",
  "contentSchema",
];
/** The keywords that 3.0 lacks, and that only describe. */
const silent = [
  "$schema",
  "$id",
  "$anchor",
  "$dynamicAnchor",
  "$comment",
  "contentEncoding",
  "contentMediaType",
  "examples",
];

/** Keywords that have no meaning in 3.1, though one of them has a meaning in 3.0. */
const older = [
  "nullable",
  "dependencies",
  "additionalItems",
  "$recursiveAnchor",
  "$recursiveRef",
  "disallow",
  "divisibleBy",
  "extends",
];

/** Removes older keywords, before `nullable` is written where it has a meaning. */
function withoutOlderKeywords(node: Node): Node {
  if (!isSchema(node)) return node;
  return Object.fromEntries(
    Object.entries(node).filter(([keyword]) => !older.includes(keyword)),
  );
}

/** A reference to a component that is no schema, such as a response. */
const otherComponent = /^#\/components\/(?!schemas\/)[^/]+\/[^/]+$/;

/** Writes one schema, or any other node, in the words of 3.0. */
function inWordsOf30(node: Node, leftOut: Set<string>): Node {
  const reference = textIn(node, "$ref");
  if (reference !== undefined) {
    const { $ref: _, ...beside } = node;
    const $ref = reference.replaceAll("/$defs/", "/x-defs/");
    // Only a schema has an `allOf`. 3.0 has no description beside other references.
    const isAlone = Object.keys(beside).length === 0;
    return isAlone || otherComponent.test(reference)
      ? { $ref }
      : { allOf: [{ $ref }], ...inWordsOf30(beside, leftOut) };
  }
  const { "x-exact": _, ...result } = node;
  const also: Node[] = [];
  if (isSchema(node)) {
    for (const keyword of lost)
      if (keyword in result && !isIdle(keyword, node)) leftOut.add(keyword);
    // Without its patterns an object would refuse what only they allow.
    if ("patternProperties" in result) delete result["additionalProperties"];
    giveWiderChoices(result, leftOut);
    giveExample(result);
    for (const keyword of [...lost, ...silent])
      if (keyword !== "examples" || Array.isArray(result[keyword]))
        delete result[keyword];
    giveTuple(result, leftOut);
    giveConditions(result, also);
    giveFormat(result, node);
    giveBounds(result);
    giveBranches(result, also);
    giveTypes(result, also);
  }
  if ("$defs" in result) {
    result["x-defs"] = result["$defs"];
    delete result["$defs"];
  }
  if (also.length > 0) result["allOf"] = [...listIn(result, "allOf"), ...also];
  return result;
}

/** The keywords of schemas that 3.0 lacks, or writes otherwise. */
const rewritten = [
  "type",
  "const",
  "enum",
  "anyOf",
  "oneOf",
  "not",
  ...condition,
  "exclusiveMinimum",
  "exclusiveMaximum",
  "dependentRequired",
  "prefixItems",
  ...lost,
  ...silent,
  ...older,
];
/** A media type has a map of examples, and a schema a list. */
const isRewritten = (keyword: string, value: unknown) =>
  rewritten.includes(keyword) &&
  (keyword !== "examples" || Array.isArray(value));

/** Returns true for a node with keywords of schemas that 3.0 writes otherwise. */
const isSchema = (node: Node): boolean =>
  Object.entries(node).some(([keyword, value]) => isRewritten(keyword, value));

/** Returns true when another keyword says the same. */
const isIdle = (keyword: string, node: Node) =>
  keyword === "unevaluatedItems" && node["items"] === false;

function giveExample(schema: Node): void {
  const [example] = listIn(schema, "examples");
  if (example !== undefined) schema["example"] ??= example;
}

/** 3.0 has no tuples: an item is one of the first ones, or of those that follow. */
function giveTuple(schema: Node, leftOut: Set<string>): void {
  const { prefixItems, items } = schema;
  delete schema["prefixItems"];
  if (!Array.isArray(prefixItems)) return;
  leftOut.add("prefixItems");
  if (items === undefined || items === true) {
    schema["items"] = {};
    return;
  }
  const rest = items === false ? [] : [items];
  schema["items"] = { anyOf: [...prefixItems, ...rest] };
  if (items !== false) return;
  const maxItems = Number(schema["maxItems"] ?? Infinity);
  schema["maxItems"] = Math.min(maxItems, prefixItems.length);
}

/** Writes `if`, `then` and `else`, and the properties that another one requires, as choices. */
function giveConditions(schema: Node, also: Node[]): void {
  const { if: test, then, else: otherwise, dependentRequired } = schema;
  for (const keyword of [...condition, "dependentRequired"])
    delete schema[keyword];
  if (test !== undefined && then !== undefined)
    also.push({ anyOf: [{ not: test }, then] });
  if (test !== undefined && otherwise !== undefined)
    also.push({ anyOf: [test, otherwise] });
  for (const [name, required] of Object.entries(
    nodeIn({ dependentRequired }, "dependentRequired"),
  ))
    also.push({ anyOf: [{ not: { required: [name] } }, { required }] });
}

/** 3.0 writes bytes as formats. */
function giveFormat(result: Node, node: Node): void {
  if (result["format"] !== undefined) return;
  if (node["contentEncoding"] === "base64") result["format"] = "byte";
  else if (node["contentMediaType"] === "application/octet-stream")
    result["format"] = "binary";
}

/** Returns the keywords of a schema whose rule is lost. */
function lostIn(schema: unknown): string[] {
  const found = new Set<string>();
  mapNodes({ schema }, (node) => {
    for (const keyword of [...lost, "prefixItems"])
      if (keyword in node) found.add(keyword);
    return node;
  });
  return [...found];
}

/** A schema that accepts more would refuse more under `not` and `if`, and in `oneOf`. */
function giveWiderChoices(schema: Node, leftOut: Set<string>): void {
  for (const key of ["not", "if"]) {
    const keywords = lostIn(schema[key]);
    if (keywords.length > 0) delete schema[key];
    for (const keyword of keywords) leftOut.add(keyword);
  }
  const { oneOf, ...others } = schema;
  if (lostIn(oneOf).length === 0) return;
  delete schema["oneOf"];
  if (!("anyOf" in others)) schema["anyOf"] = oneOf;
  else schema["allOf"] = [...listIn(schema, "allOf"), { anyOf: oneOf }];
}

/** An exclusive bound is a flag of the inclusive one. */
function giveBounds(schema: Node): void {
  for (const [exclusive, bound, isTighter] of [
    ["exclusiveMinimum", "minimum", (a: number, b: number) => a >= b],
    ["exclusiveMaximum", "maximum", (a: number, b: number) => a <= b],
  ] as const) {
    const [value, other] = [schema[exclusive], schema[bound]];
    if (typeof value !== "number" && typeof value !== "bigint") continue;
    const isOwn =
      other === undefined || isTighter(Number(value), Number(other));
    if (isOwn) schema[bound] = value;
    if (isOwn) schema[exclusive] = true;
    else delete schema[exclusive];
  }
}

/** A schema that null alone fits. */
const nullAlone = { type: "string", nullable: true, enum: [null] };

/** A branch for null becomes a flag of a single other branch, or a branch of this form. */
function giveBranches(schema: Node, also: Node[]): void {
  for (const key of ["anyOf", "oneOf"]) {
    const branches = listIn(schema, key);
    const others = branches.filter((branch) => !isNull(branch));
    if (others.length === branches.length) continue;
    if (others.length !== 1 || schema["nullable"] !== undefined) {
      schema[key] = [...others, nullAlone];
      continue;
    }
    delete schema[key];
    schema["nullable"] = true;
    also.push(...others.filter(isNode));
  }
}

/**
 * Writes `const` and several types in the notation of OpenAPI 3.0: `enum`, `nullable` and `anyOf`.
 */
function giveTypes(schema: Node, also: Node[]): void {
  const { const: constant, type } = schema;
  if ("const" in schema) schema["enum"] = [constant];
  delete schema["const"];
  const types = [type ?? []].flat();
  const others = types.filter((each) => each !== "null");
  const isNullable =
    types.includes("null") ||
    (types.length === 0 && listIn(schema, "enum").includes(null));
  const isNullAlone =
    (types.length > 0 && others.length === 0) ||
    ("enum" in schema && isNull({ enum: schema["enum"] }));
  if (isNullAlone) return void Object.assign(schema, nullAlone);
  if (types.length === 0) return;
  if (others.length === 1) {
    schema["type"] = others[0];
    if (isNullable) schema["nullable"] = true;
    return;
  }
  delete schema["type"];
  const branches = others.map((each) => ({
    type: each,
    ...(isNullable && { nullable: true }),
    ...(each === "array" && { items: schema["items"] ?? {} }),
  }));
  if ("anyOf" in schema) also.push({ anyOf: branches });
  else schema["anyOf"] = branches;
}
