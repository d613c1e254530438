import { elementsOfList, elements } from "../contract/references.ts";
import { isNode, textIn, type Node, nodeIn, without } from "../../model/node.ts";
import { alternativesOf, type Alternative } from "../schema/alternatives.ts";
import { canonical } from "../schema/fingerprint.ts";
import { allOf, anything, keywordAt, type Schema } from "../schema/schema.ts";
import { compareElements, elementRules, type NamedElement } from "./elements.ts";
import type { Scope } from "./scope.ts";
import { defaultChange, defaultOf } from "./objects.ts";

/** Header parameters that OpenAPI ignores: other parts of the contract describe these headers. */
const ignored = new Set(["accept", "content-type", "authorization"]);

/** An operation with its path item, and with its path when it has one. */
type Located = [path: string | undefined, item: Node, operation: Node];

/**
 * The parameters of an operation and of its path by what a caller names them by: those of the path by their place in
 * it, headers in small letters. An operation's own replace those of its path.
 */
export function parametersOf([path = "", ...holders]: Located): Map<string, NamedElement> {
  const places = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  const all = holders.flatMap((holder) => elementsOfList(holder, "parameters"));
  const named = all.flatMap((node): [string, NamedElement][] => {
    const [name = "", where = ""] = [textIn(node, "name"), textIn(node, "in")];
    if (where === "header" && ignored.has(name.toLowerCase())) return [];
    const isRequired = where === "path" || node["required"] === true;
    const element = { what: `The \`${name}\` ${where} parameter`, node, at: { node }, isRequired };
    return [[`${where} ${keyOf(where, name, places)}`, element]];
  });
  return new Map(named);
}

/** The whole query string is one parameter, whose name is never sent. */
function keyOf(where: string, name: string, places: (string | undefined)[]): string | number {
  if (where === "querystring") return "";
  if (where === "path") return places.indexOf(name);
  return where === "header" ? name.toLowerCase() : name;
}

/** Compares parameters, which callers send, or which a webhook brings. Those of a path are as many as it has places. */
export function compareParameters(scope: Scope, from: Located, to: Located): void {
  const all = [parametersOf(from), parametersOf(to)] as const;
  const [before, after] = all.map(
    (own, i) => new Map([...own].filter(([key]) => !key.startsWith("path ") || all[1 - i]?.has(key))),
  );
  if (!before || !after) return;
  compareElements(scope, elementRules.parameter[scope.direction], [before, after], (was, is) =>
    compareParameter(scope, was, is),
  );
}

function compareParameter(scope: Scope, was: NamedElement, next: NamedElement): void {
  compareSerialization(scope, was, next);
  if (scope.direction === "response") return;
  const { what, node: from } = was;
  const to = next.node;
  for (const key of ["allowReserved", "allowEmptyValue"])
    if (from[key] === true && to[key] !== true) {
      const change = `${what} no longer has \`${key}\`.`;
      scope.report("parameter-serialization-changed", change, { node: from, key }, { node: to, key });
    }
  const [schema, other] = [allOf([from["schema"]]), allOf([to["schema"]])];
  const change = was.isRequired ? undefined : defaultChange(textIn(from, "name") ?? "", schema, other);
  const at = defaultOf(other) === undefined ? { node: to } : keywordAt(other, "default");
  if (change) scope.report("diff/default-changed", change, keywordAt(schema, "default"), at);
}

/** Compares how a parameter or a header is written: plain and in a style, or in a media type. */
export function compareSerialization(
  scope: Scope,
  { what, node: from }: NamedElement,
  { node: to }: NamedElement,
): void {
  const report = (change: string) =>
    scope.report("parameter-serialization-changed", `${what} ${change}.`, { node: from }, { node: to });
  const [plain, now] = [!isNode(from["content"]), !isNode(to["content"])];
  if (plain !== now) report(now ? "is no longer in a media type" : "is now in a media type");
  else if (plain) compareStyle(scope, from, to, report);
  else compareMedia(scope, from, to);
}

function compareStyle(scope: Scope, from: Node, to: Node, report: (change: string) => void): void {
  const [style, nextStyle] = [styleOf(from), styleOf(to)];
  const [explode, nextExplode] = [explodeOf(from), explodeOf(to)];
  const [schema, other] = [allOf([from["schema"]]), allOf([to["schema"]])];
  const [before, after] = [alternativesOf(schema).list, alternativesOf(other).list];
  if (style !== nextStyle) report(`had \`style: ${style}\` and has \`style: ${nextStyle}\``);
  else if (explode !== nextExplode && style !== "deepObject" && !before.every(isScalar))
    report(`had \`explode: ${explode}\` and has \`explode: ${nextExplode}\``);
  const mayRepeat = scope.direction === "request" && nextStyle === "form" && nextExplode;
  const items = mayRepeat && before.every(isScalar) ? itemsOfOne(after) : undefined;
  const one = items ? alternativesOf(items).list : after;
  const [expected, offered] = scope.direction === "request" ? [before, one] : [one, before];
  if (!isNumberOrBooleanInText(expected, offered)) scope.compare(schema, items ?? other);
}

const isScalar = ({ constraints }: Alternative) =>
  constraints.type !== "array" && constraints.type !== "object";
const isNumberOrBoolean = ({ constraints }: Alternative) =>
  constraints.type === "number" || constraints.type === "boolean";
/** Whether it is written as text. Nobody says how a null is written. */
const isText = (one: Alternative) => one.constraints.type === "string" || isNumberOrBoolean(one);

/** Whether texts are accepted as numbers and booleans are written: by any text, or by a list that has the text of each. */
function isNumberOrBooleanInText(expected: Alternative[], offered: Alternative[]): boolean {
  if (!expected.every(isText) || !expected.some(isNumberOrBoolean)) return false;
  const texts = offered.flatMap(({ constraints }) => (constraints.type === "string" ? [constraints] : []));
  const isListed = (value: unknown) => texts.some(({ values }) => values?.has(canonical(String(value))));
  return (
    texts.some(({ values, limits, rules }) => !values && Object.keys({ ...limits, ...rules }).length === 0) ||
    expected.every(({ constraints: { values } }) => values && [...values.values()].every(isListed))
  );
}

/** What a value that stands once has to fit, where a list is one value or more. */
function itemsOfOne(all: Alternative[]): Schema | undefined {
  const [list, ...others] = all.filter(({ constraints }) => constraints.type !== "null");
  const isOne = others.length === 0 && (list?.constraints.limits["minItems"]?.value ?? 0) <= 1;
  return isOne ? list?.constraints.inside.get("items") : undefined;
}

const styles: Record<string, string> = { query: "form", cookie: "form" };
const styleOf = (parameter: Node) =>
  textIn(parameter, "style") ?? styles[textIn(parameter, "in") ?? ""] ?? "simple";
const explodeOf = (parameter: Node) =>
  typeof parameter["explode"] === "boolean" ? parameter["explode"] : styleOf(parameter) === "form";

/** Compares the media types of a body, or of a parameter that has one. */
export function compareMedia(scope: Scope, from: Node, to: Node, isStored = false): void {
  const [before, after] = [mediaTypes(from), mediaTypes(to)];
  const next = (name: string) => after.get(name) ?? ranged(name, after, scope.direction === "request");
  const compare = (was: MediaType, is: MediaType) => compareMediaType(scope, was, is.node, isStored);
  compareElements(scope, elementRules.mediaType, [before, after], compare, next);
}

interface MediaType extends NamedElement {
  /** Its normal name. */
  name: string;
}

/** By normal names: equal media types have one name. JSON is UTF-8 with and without `charset`. */
function mediaTypes(holder: Node): Map<string, MediaType> {
  return new Map(
    [...elements(holder, "content")].map(([key, node]) => {
      const [type = "", ...parameters] = key
        .toLowerCase()
        .replaceAll('"', "")
        .split(/\s*;\s*/);
      const significant = parameters.filter((one) => !(/json$/.test(type) && /^charset=utf-?8$/.test(one)));
      const name = [type.trim(), ...significant.map((one) => one.replaceAll(/\s/g, "")).sort()].join(";");
      const at = { node: nodeIn(holder, "content"), key };
      return [name, { name, what: `Media type \`${key}\``, node, at }];
    }),
  );
}

/** A request may be of a type that a range covers; a response that was a range may become a type in it. */
function ranged(name: string, offered: Map<string, MediaType>, isRequest: boolean): MediaType | undefined {
  const covers = (range: string, type: string) => {
    const [all = "", some = ""] = range.split("/");
    return (all === "*" || all === type.split("/")[0]) && some === "*";
  };
  return [...offered.values()].find((one) => (isRequest ? covers(one.name, name) : covers(name, one.name)));
}

function compareMediaType(scope: Scope, { name, node: from }: MediaType, to: Node, isStored: boolean): void {
  const use = { isXml: /[/+]xml/.test(name), isStored };
  const isBinary = !/json|xml|^text|form|^multipart/.test(name);
  const schemaOf = (media: Node) => {
    const schema = allOf([media["schema"]]);
    return isBinary && schema.parts.some(isBytes) ? anything : schema;
  };
  scope.compare(schemaOf(from), schemaOf(to), use);
  if ("itemSchema" in from || "itemSchema" in to)
    scope.compare(allOf([from["itemSchema"]]), allOf([to["itemSchema"]]), use);
  if (!/^multipart|form-urlencoded/.test(name)) return;
  const [before, after] = [nodeIn(from, "encoding"), nodeIn(to, "encoding")];
  const report = (change: string, key: string) =>
    scope.report("parameter-serialization-changed", change, { node: from, key }, { node: to, key });
  const isForm = name.startsWith("application/");
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [nodeIn(before, field), nodeIn(after, field)];
    const [types, nextTypes] = [contentTypes(was), contentTypes(is)];
    const [expected, offered] = scope.direction === "request" ? [types, nextTypes] : [nextTypes, types];
    const isCovered =
      expected.length > 0
        ? offered.length > 0 && without(expected, offered).length === 0
        : offered.length === 0;
    if (!isCovered || encodingOf(was, isForm) !== encodingOf(is, isForm))
      report(`The encoding of \`${field}\` changed.`, "encoding");
  }
  for (const key of ["prefixEncoding", "itemEncoding"])
    if (canonical(from[key]) !== canonical(to[key])) report(`\`${key}\` changed.`, key);
}

/** 3.0 described bytes by a schema; 3.1 has none. */
const isBytes = (part: Node) => textIn(part, "type") === "string" && textIn(part, "format") === "binary";

const contentTypes = (encoding: Node) =>
  (textIn(encoding, "contentType") ?? "")
    .toLowerCase()
    .split(/\s*,\s*/)
    .filter(Boolean);

/** How a field is written, besides its media type. A form writes lists as a query does. */
function encodingOf(encoding: Node, isForm: boolean): string {
  const { style = isForm ? "form" : undefined, allowReserved, headers } = encoding;
  const { explode = style === undefined ? undefined : style === "form" } = encoding;
  return canonical([style, explode, allowReserved === true, headers]);
}
