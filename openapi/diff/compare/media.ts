import { isNode, nodeIn, textIn, type Node } from "../../model/node.ts";
import { emptyAt } from "../contract/locations.ts";
import { alternativesOf, type Alternative } from "../schema/alternatives.ts";
import { fingerprint } from "../schema/fingerprint.ts";
import { types } from "../schema/rules.ts";
import { allOf, anything, type Schema } from "../schema/schema.ts";
import {
  compareElements,
  namedElements,
  type NamedElement,
} from "./elements.ts";
import { compareEncoding, hasFieldInJson } from "./encoding.ts";
import { atKey, type Scope } from "./scope.ts";
import { changedXmlNames } from "./xml-names.ts";

interface MediaType extends NamedElement {
  /** The normalized name. */
  name: string;
}

/** Compares the media types of a body, or of a parameter that has one. */
export function compareMedia(
  scope: Scope,
  from: Node,
  to: Node,
  isStored = false,
): void {
  const before = mediaTypes(from);
  const after = mediaTypes(to);
  const isRequest = scope.direction === "request";
  const next = (name: string) =>
    after.get(name) ??
    (isRequest ? rangeOf(name, after) : typeInRange(name, after));
  const compare = (was: MediaType, is: MediaType) => {
    const at = [was.at, is.at] as const;
    if (was.name !== is.name)
      scope.report(
        "diff/compatible",
        `${was.what} is now \`${is.name}\`.`,
        ...at,
      );
    compareMediaType(scope, was, is.node, isStored);
  };
  compareElements(scope, "mediaType", [before, after], compare, next);
  for (const [name, added] of after) {
    const range = before.has(name) ? undefined : rangeOf(name, before);
    if (range) compareMediaType(scope, range, added.node, isStored);
  }
}

/** Returns normalized name → media type. JSON is UTF-8 with and without `charset`. */
function mediaTypes(holder: Node): Map<string, MediaType> {
  const normal = (key: string) => {
    const small = key.toLowerCase().replaceAll('"', "");
    const [type = "", ...parameters] = small.split(/\s*;\s*/);
    const significant = parameters.filter(
      (one) => !(/json$/.test(type) && /^charset=utf-?8$/.test(one)),
    );
    return [
      type.trim(),
      ...significant.map((one) => one.replaceAll(/\s/g, "")).sort(),
    ].join(";");
  };
  const byName = namedElements(holder, "content", "Media type", normal);
  return new Map([...byName].map(([name, one]) => [name, { ...one, name }]));
}

/** Finds the most specific range that covers a media type. */
function rangeOf<T>(name: string, offered: Map<string, T>): T | undefined {
  const [type] = name.split("/");
  return [`${type}/*`, "*/*"]
    .filter((range) => range !== name)
    .map((range) => offered.get(range))
    .find((range) => range !== undefined);
}

/** Finds a media type in a range. */
const typeInRange = (range: string, offered: Map<string, MediaType>) =>
  [...offered.values()].find(
    ({ name }) => rangeOf(name, new Map([[range, name]])) !== undefined,
  );

/** Compares what a media type can contain, and how a form of this type is encoded. */
function compareMediaType(
  scope: Scope,
  { name, node: from }: MediaType,
  to: Node,
  isStored: boolean,
): void {
  const use = { isXml: /[/+]xml/.test(name), isStored };
  const isBinary = !/json|xml|^text|form|^multipart/.test(name);
  const [before, after] = inOneNotation(name, from, to);
  const areBytes = [before.all, after.all].every(isBytes);
  const isOfTexts = form.test(name) && ![from, to].some(hasFieldInJson);
  const notation = isOfTexts ? "form" : "json";
  if (!(isBinary && areBytes))
    scope.compare(before.all, after.all, use, notation);
  scope.compare(before.item, after.item, use, "json");
  if (use.isXml) compareRoots(scope, from, to);
  const isForm = /^multipart|form/.test(name);
  if (isForm) compareEncoding(scope, name, from, to);
  // Any change counts, as the diff cannot tell whether one encoding includes the other.
  for (const key of isForm ? ["prefixEncoding", "itemEncoding"] : []) {
    const change = `\`${key}\` of \`${name}\` changed.`;
    if (fingerprint(from[key] ?? {}) !== fingerprint(to[key] ?? {}))
      scope.report(
        "parameter-serialization-changed",
        change,
        ...atKey(key, from, to),
      );
  }
}

/** The schemas of a media type. */
interface MediaSchemas {
  all: Schema;
  /** The schema of each item of a sequence. */
  item: Schema;
}

const sequences = /\b(jsonl|x-ndjson|json-seq|event-stream)\b|^multipart\//;

/**
 * Returns the schemas of both media types. The schema of a list is the same as an `itemSchema` for
 * media types whose items come one after another.
 */
function inOneNotation(
  name: string,
  from: Node,
  to: Node,
): [from: MediaSchemas, to: MediaSchemas] {
  const schemasOf = (media: Node, other: Node): MediaSchemas => {
    const all = form.test(name)
      ? schemaOfForm(media)
      : allOf([media["schema"]]);
    const hasOther = sequences.test(name) && "itemSchema" in other;
    const items =
      hasOther && !("itemSchema" in media) ? itemsAlone(all) : undefined;
    return items
      ? { all: anything, item: items }
      : { all, item: allOf([media["itemSchema"]]) };
  };
  return [schemasOf(from, to), schemasOf(to, from)];
}

const form = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/;

/** Returns the schema of a form, which is always an object: its schema need not say so. */
function schemaOfForm(media: Node): Schema {
  const schema = allOf([media["schema"]]);
  const isObject = alternativesOf(schema).list.some(
    ({ constraints }) => constraints.type === "object",
  );
  if (!isObject) return schema;
  const anObject = Object.assign(emptyAt(media, "schema"), { type: "object" });
  return allOf([...schema.parts, anObject]);
}

/** Returns the schema of the items, when a schema says nothing else than that it is a list. */
function itemsAlone(schema: Schema): Schema | undefined {
  const [list, ...others] = alternativesOf(schema).list;
  if (!list || others.length > 0) return undefined;
  const { type, limits, values, rules, inside } = list.constraints;
  const isBound =
    values !== undefined || Object.keys({ ...limits, ...rules }).length > 0;
  return type === "array" && !isBound && inside.size === 1
    ? inside.get("items")
    : undefined;
}

/** Compares the names of the root elements in XML. */
function compareRoots(
  { report, direction }: Scope,
  from: Node,
  to: Node,
): void {
  const schemas = [from, to].map((media) => allOf([media["schema"]]));
  const [before = anything, after = anything] = schemas;
  const name = rootName(from);
  const nextName = rootName(to);
  const nameIn = (own: string | undefined, branch: Alternative) =>
    own ?? componentOf(branch) ?? "";
  const areNamed =
    alternativesOf(before).list.every((each) => nameIn(name, each) !== "") &&
    alternativesOf(after).list.every((each) => nameIn(nextName, each) !== "");
  // A schema that is no component has no name that the diff could compare.
  const changed = changedXmlNames(
    before,
    after,
    areNamed
      ? [(branch) => nameIn(name, branch), (branch) => nameIn(nextName, branch)]
      : [() => "", () => ""],
    direction,
  );
  if (changed)
    report(
      changed.rule,
      "The root element in XML changed.",
      ...atKey("schema", from, to),
    );
}

/** Returns the name of the component that is the root. */
const rootName = (media: Node): string | undefined =>
  textIn(nodeIn(media, "schema"), "$ref")?.split("/").pop();

/** Returns the name of the component that is the chosen branch. */
function componentOf({ branches }: Alternative): string | undefined {
  const [branch] = branches.values();
  return isNode(branch) ? textIn(branch, "$ref")?.split("/").pop() : undefined;
}

/** Returns true when a schema says only that a value is bytes. In 3.1 bytes may have no schema. */
function isBytes(schema: Schema): boolean {
  const { list } = alternativesOf(schema);
  const [text, ...others] = list;
  const rules = list.flatMap((each) => Object.keys(each.constraints.rules));
  if (!list.every(hasOnlyRules)) return false;
  if (list.length === types.length) return rules.length === 0;
  const isText = text?.constraints.type === "string" && others.length === 0;
  return isText && rules.join() === "contentMediaType";
}

/** Returns true when an alternative has no other constraints than rules. */
function hasOnlyRules({ constraints }: Alternative): boolean {
  const { limits, values, inside, object } = constraints;
  const named = [
    ...Object.keys(limits),
    ...(object ? [...object.properties.keys(), ...object.required] : []),
    ...(object?.patterns.keys() ?? []),
  ];
  return (
    !values &&
    named.length === 0 &&
    [...inside.values()].every((each) => each === anything) &&
    (object?.additional ?? anything) === anything
  );
}
