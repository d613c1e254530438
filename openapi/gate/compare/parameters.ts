import { elementsOfList } from "../contract/elements.ts";
import type { Contract } from "../contract/contract.ts";
import { isNode, textIn, type Node } from "../contract/node.ts";
import { isPast, removal } from "./difference.ts";
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
  if (to["deprecated"] === true && from["deprecated"] !== true)
    report("gate/deprecated", `The ${name} is deprecated.`, ...at("deprecated"));
}

/** Compares how a parameter or a header is written: plain and in a style, or in a media type. */
export function compareSerialization(scope: Scope, name: string, from: Node, to: Node): void {
  const { report, compare } = scope;
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
    const isScalar = () =>
      base.alternatives(base.all([from["schema"]])).list.every(scalar) &&
      head.alternatives(head.all([to["schema"]])).list.every(scalar);
    if (style !== nextStyle)
      report(
        "parameter-serialization-changed",
        `The style of the ${name} was \`${style}\` and is \`${nextStyle}\`.`,
        ...places,
      );
    else if (explode !== nextExplode && style !== "deepObject" && !isScalar())
      report(
        "parameter-serialization-changed",
        `\`explode\` of the ${name} was ${explode} and is ${nextExplode}.`,
        ...places,
      );
    compare(from["schema"], to["schema"]);
  }
}

const scalar = ({ facts }: { facts: { type: string } }) => facts.type !== "array" && facts.type !== "object";

const styles: Record<string, string> = { query: "form", cookie: "form" };
const styleOf = (parameter: Node) =>
  textIn(parameter, "style") ?? styles[textIn(parameter, "in") ?? ""] ?? "simple";
const explodeOf = (parameter: Node) =>
  typeof parameter["explode"] === "boolean" ? parameter["explode"] : styleOf(parameter) === "form";
