import { elementsOfList } from "../contract/elements.ts";
import type { Contract } from "../contract/contract.ts";
import { isNode, textIn, type Node } from "../contract/node.ts";
import type { Alternative } from "../schema/alternatives.ts";
import type { Schema } from "../schema/schema.ts";
import { deprecation, endOf, isPast, removal } from "./difference.ts";
import { compareMedia } from "./media-types.ts";
import { defaultChange } from "./objects.ts";
import type { Scope } from "./scope.ts";

/** Header parameters that OpenAPI ignores: other parts of the contract describe these headers. */
const ignored = new Set(["accept", "content-type", "authorization"]);

/**
 * The parameters of an operation and of its path by what a caller names them by: those of the path by their place in
 * it, headers in small letters. An operation's own replace those of its path.
 */
export function parametersOf(
  contract: Contract,
  path: string,
  item: Node,
  operation: Node,
): Map<string, Node> {
  const places = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  const all = [
    ...elementsOfList(contract, item, "parameters"),
    ...elementsOfList(contract, operation, "parameters"),
  ];
  const named = all.flatMap((parameter): [string, Node][] => {
    const [name = "", where = ""] = [textIn(parameter, "name"), textIn(parameter, "in")];
    if (where === "header" && ignored.has(name.toLowerCase())) return [];
    return [[`${where} ${keyOf(where, name, places)}`, parameter]];
  });
  return new Map(named);
}

/** The whole query string is one parameter, whose name is never sent. */
function keyOf(where: string, name: string, places: (string | undefined)[]): string | number {
  if (where === "querystring") return "";
  return where === "path" ? places.indexOf(name) : where === "header" ? name.toLowerCase() : name;
}

/** Compares parameters, which callers send, or which a webhook brings. */
export function compareParameters(scope: Scope, from: Map<string, Node>, to: Map<string, Node>): void {
  const { report, direction, today } = scope;
  for (const [key, parameter] of from) {
    const next = to.get(key);
    const name = `\`${textIn(parameter, "name")}\` ${textIn(parameter, "in")} parameter`;
    if (next) compareParameter(scope, name, parameter, next);
    else if (key.startsWith("path ")) continue;
    else {
      const past = isPast(parameter["deprecated"], parameter["x-sunset"], today);
      const rule = direction === "response" ? "gate/delivery-narrowed" : "parameter-removed";
      report(...removal(`The ${name}`, past, rule), { node: parameter });
    }
  }
  for (const [key, parameter] of to) {
    if (from.has(key) || key.startsWith("path ")) continue;
    const name = `\`${textIn(parameter, "name")}\` ${textIn(parameter, "in")} parameter`;
    if (direction === "request" && parameter["required"] === true)
      report("parameter-became-required", `The required ${name} was added.`, undefined, { node: parameter });
    else
      report("added", `Parameter \`${textIn(parameter, "name")}\` was added.`, undefined, {
        node: parameter,
      });
  }
}

function compareParameter(scope: Scope, name: string, from: Node, to: Node): void {
  const { report, direction } = scope;
  const at = (key: string) =>
    [
      { node: from, key: key in from ? key : undefined },
      { node: to, key: key in to ? key : undefined },
    ] as const;
  const [was, is] = [from["required"] === true, to["required"] === true];
  if (textIn(from, "in") !== "path" && was !== is) {
    if (is && direction === "request")
      report("parameter-became-required", `The ${name} is now required.`, ...at("required"));
    if (was && direction === "response")
      report("gate/delivery-narrowed", `The ${name} is no longer always sent.`, ...at("required"));
  }
  compareSerialization(scope, name, from, to);
  for (const flag of ["allowReserved", "allowEmptyValue"])
    if (from[flag] === true && to[flag] !== true && direction === "request")
      report(
        "parameter-serialization-changed",
        `\`${flag}\` of the ${name} is no longer granted.`,
        ...at(flag),
      );
  const { schemas } = scope;
  const notes = [
    schemas.base.notes(schemas.base.all([from["schema"]])),
    schemas.head.notes(schemas.head.all([to["schema"]])),
  ] as const;
  const changed = direction === "request" && !was ? defaultChange(...notes) : undefined;
  if (changed)
    report(
      "gate/default-changed",
      `The default of \`${textIn(from, "name")}\` ${changed}.`,
      notes[0].default && { node: notes[0].default.node, key: "default" },
      notes[1].default ? { node: notes[1].default.node, key: "default" } : { node: to },
    );
  const ending = deprecation(`The ${name}`, endOf(from), endOf(to), scope.today);
  if (ending) report(...ending, ...at("deprecated"));
}

/** Compares how a parameter or a header is written: plain and in a style, or in a media type. */
export function compareSerialization(scope: Scope, name: string, from: Node, to: Node): void {
  const { report, direction, compare } = scope;
  const places = [{ node: from }, { node: to }] as const;
  const [plain, now] = [!isNode(from["content"]), !isNode(to["content"])];
  if (plain !== now) {
    const how = now ? "no longer in a media type" : "now in a media type";
    report("gate/parameter-encoding-changed", `The ${name} is ${how}.`, ...places);
  } else if (!plain) compareMedia(scope, from, to, name);
  else {
    const [style, nextStyle] = [styleOf(from), styleOf(to)];
    const [explode, nextExplode] = [explodeOf(from), explodeOf(to)];
    const { base, head } = scope.schemas;
    const before = base.alternatives(base.all([from["schema"]])).list;
    const after = head.alternatives(head.all([to["schema"]])).list;
    if (style !== nextStyle)
      report(
        "parameter-serialization-changed",
        `The style of the ${name} was \`${style}\` and is \`${nextStyle}\`.`,
        ...places,
      );
    else if (explode !== nextExplode && style !== "deepObject" && !before.every(isScalar))
      report(
        "parameter-serialization-changed",
        `\`explode\` of the ${name} was ${explode} and is ${nextExplode}.`,
        ...places,
      );
    const mayRepeat = direction === "request" && nextStyle === "form" && nextExplode;
    const items = mayRepeat && before.every(isScalar) ? itemsOfOne(after) : undefined;
    const one = items ? head.alternatives(items).list : after;
    const [wanted, offered] = direction === "request" ? [before, one] : [one, before];
    if (wanted.every(isText) && wanted.some(isNumberOrBoolean) && offered.some(isAnyText)) return;
    compare(from["schema"], items ? { allOf: items.parts } : to["schema"]);
  }
}

const isScalar = ({ facts }: Alternative) => facts.type !== "array" && facts.type !== "object";
const isNumberOrBoolean = ({ facts }: Alternative) => facts.type === "number" || facts.type === "boolean";
/** Whether it is written as text. Nobody says how a null is written. */
const isText = (one: Alternative) => one.facts.type === "string" || isNumberOrBoolean(one);

/** Whether every text is accepted. */
const isAnyText = ({ facts: { type, values, limits, texts, opaque, conditions } }: Alternative) =>
  type === "string" &&
  !values &&
  [limits, [...conditions], opaque.not, opaque.branches, ...Object.values(texts)].every(isEmpty);

const isEmpty = (rules: object) => Object.keys(rules).length === 0;

/** What a value that stands once has to fit, where a list is one value or more. */
function itemsOfOne(all: Alternative[]): Schema | undefined {
  const [list, ...others] = all.filter(({ facts }) => facts.type !== "null");
  const isOne = others.length === 0 && (list?.facts.limits["minItems"] ?? 0) <= 1;
  return isOne ? list?.facts.items : undefined;
}

const styles: Record<string, string> = { query: "form", cookie: "form" };
const styleOf = (parameter: Node) =>
  textIn(parameter, "style") ?? styles[textIn(parameter, "in") ?? ""] ?? "simple";
const explodeOf = (parameter: Node) =>
  typeof parameter["explode"] === "boolean" ? parameter["explode"] : styleOf(parameter) === "form";
