import { childOf, isNode, textIn, type Node } from "../../model/node.ts";
import { elementsOfList, flagIn } from "../contract/references.ts";
import type { Rule } from "../policy.ts";
import { alternativesOf, type Alternative } from "../schema/alternatives.ts";
import { matches, type Type } from "../schema/rules.ts";
import { allOf, hasFlag, keywordAt, type Schema } from "../schema/schema.ts";
import {
  compareElements,
  deprecationOfSchema,
  isPast,
  removal,
  type NamedElement,
} from "./elements.ts";
import { compareMedia } from "./media.ts";
import { defaultChange, propertyAt } from "./objects.ts";
import { atKey, type Scope } from "./scope.ts";

/**
 * Header parameters that OpenAPI ignores, as other parts of the contract describe these headers.
 */
const ignoredHeaders = new Set(["accept", "content-type", "authorization"]);

/** An operation with its path and its path item. */
export type Located = Record<"item" | "node", Node> & { path: string };

/**
 * Returns identity → parameter, for an operation and its path. A path parameter is identified by
 * its position, a header by its name in lower case. Parameters of the operation replace parameters
 * of the path.
 */
export function parametersOf({
  path,
  item,
  node: operation,
}: Located): Map<string, NamedElement> {
  const variables = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  const all = [item, operation].flatMap((holder) =>
    elementsOfList(holder, "parameters"),
  );
  const entries = all.flatMap((node): [string, NamedElement][] => {
    const [name = "", where = ""] = [textIn(node, "name"), textIn(node, "in")];
    if (where === "header" && ignoredHeaders.has(name.toLowerCase())) return [];
    const isRequired = where === "path" || flagIn(node, "required");
    const what = `The \`${name}\` ${where} parameter`;
    return [
      [`${where} ${keyOf(where, name, variables)}`, { what, node, isRequired }],
    ];
  });
  return new Map(entries);
}

/** Returns the identity of a parameter. The name of a `querystring` parameter is never sent. */
function keyOf(
  where: string,
  name: string,
  variables: (string | undefined)[],
): string | number {
  if (where === "querystring") return "";
  if (where === "path") return variables.indexOf(name);
  return where === "header" ? name.toLowerCase() : name;
}

/** Compares parameters. The path decides which path parameters there are. */
export function compareParameters(
  scope: Scope,
  from: Located,
  to: Located,
): void {
  const all = parametersOf(from);
  const allNext = parametersOf(to);
  const sent = (
    own: Map<string, NamedElement>,
    other: Map<string, NamedElement>,
  ) =>
    new Map(
      [...own].filter(([key]) => !key.startsWith("path ") || other.has(key)),
    );
  compareElements(
    scope,
    "parameter",
    [sent(all, allNext), sent(allNext, all)],
    (was, is) => compareParameter(scope, was, is),
  );
}

/** Compares a parameter of a request, or a header of a response, with the one that it became. */
function compareParameter(
  scope: Scope,
  was: NamedElement,
  next: NamedElement,
): void {
  compareSerialization(scope, was, next);
  if (scope.direction === "response") return;
  const { what, node: from } = was;
  const to = next.node;
  compareNames(scope, was, next);
  for (const key of ["allowReserved", "allowEmptyValue"])
    if (flagIn(from, key) !== flagIn(to, key)) {
      const rule = flagIn(from, key)
        ? "parameter-serialization-changed"
        : "diff/compatible";
      const change = `${what} ${flagIn(from, key) ? "no longer has" : "has"} \`${key}\`.`;
      scope.report(rule, change, ...atKey(key, from, to));
    }
  const schema = schemaOf(from);
  const other = schemaOf(to);
  compareFields(scope, what, schema, other);
  const changed = was.isRequired
    ? undefined
    : defaultChange(textIn(from, "name") ?? "", schema, other);
  if (changed)
    scope.report(
      ...changed,
      keywordAt(schema, "default"),
      keywordAt(other, "default"),
    );
}

/** Compares the names of path parameters, which only generated clients use. */
function compareNames(
  { report }: Scope,
  { what, node: from }: NamedElement,
  { node: to }: NamedElement,
): void {
  const isSent = !/^(path|querystring)$/.test(textIn(from, "in") ?? "");
  const name = textIn(to, "name") ?? "";
  if (isSent || textIn(from, "name") === name) return;
  const at = atKey("name", from, to);
  report("diff/parameter-renamed", `${what} is called \`${name}\`.`, ...at);
}

/**
 * Compares the fields of an object in a parameter. They are parameters of their own for callers,
 * who do not see that the object is open.
 */
function compareFields(
  { report, today }: Scope,
  what: string,
  schema: Schema,
  other: Schema,
): void {
  const objectsIn = (each: Schema) =>
    alternativesOf(each).list.flatMap(
      ({ constraints: { object } }) => object ?? [],
    );
  const after = objectsIn(other);
  const isListed = (name: string) =>
    after.some(({ properties, patterns, additional }) => {
      const isPattern = [...patterns.keys()].some((each) =>
        matches(each, name),
      );
      return properties.has(name) || isPattern || additional.parts.length > 0;
    });
  const isClosed = after.every(({ additional }) => additional.never);
  if (after.length === 0 || isClosed) return;
  for (const { properties } of objectsIn(schema))
    for (const [name, field] of properties) {
      if (isListed(name) || field.never || hasFlag(field, "readOnly")) continue;
      const isGone = isPast(deprecationOfSchema(field), today);
      report(
        ...removal(
          `Property \`${name}\` of ${lowerCase(what)}`,
          isGone,
          "parameter-removed",
        ),
        propertyAt(schema.parts, name),
      );
    }
}

const lowerCase = (what: string) => what.replace(/^The /, "the ");

/** Returns the schema of a parameter, also of one with `content`. */
function schemaOf({ schema, content }: Node): Schema {
  const [media] = isNode(content) ? Object.values(content) : [];
  return allOf([schema ?? childOf(media, "schema")]);
}

/** Compares the serialization of a parameter or a header: a style, or a media type. */
export function compareSerialization(
  scope: Scope,
  { what, node: from }: NamedElement,
  { node: to }: NamedElement,
): void {
  const report = (
    change: string,
    rule: Rule = "parameter-serialization-changed",
  ) => scope.report(rule, `${what} ${change}.`, { node: from }, { node: to });
  const plain = !isNode(from["content"]);
  const now = !isNode(to["content"]);
  if (plain !== now)
    report(now ? "is no longer in a media type" : "is now in a media type");
  else if (plain) compareStyle(scope, from, to, report);
  else compareMedia(scope, from, to);
}

/** Reports a change of `style` or `explode` that changes how the values are written. */
function compareStyle(
  scope: Scope,
  from: Node,
  to: Node,
  report: (change: string, rule?: Rule) => void,
): void {
  const style = styleOf(from);
  const nextStyle = styleOf(to);
  const explode = explodeOf(from);
  const nextExplode = explodeOf(to);
  const schema = allOf([from["schema"]]);
  const other = allOf([to["schema"]]);
  const before = alternativesOf(schema).list;
  const after = alternativesOf(other).list;
  const isWithoutParts =
    textIn(from, "in") === "query" && [...before, ...after].every(isScalar);
  if (style !== nextStyle && !isWithoutParts)
    report(`had \`style: ${style}\` and has \`style: ${nextStyle}\``);
  else if (
    explode !== nextExplode &&
    before.some(({ constraints }) => hasParts(constraints.type, style))
  )
    report(`had \`explode: ${explode}\` and has \`explode: ${nextExplode}\``);
  const mayRepeat =
    scope.direction === "request" && nextStyle === "form" && nextExplode;
  const items =
    mayRepeat && before.every(isScalar) ? itemsOfOne(after) : undefined;
  if (items) report("may now be repeated", "diff/compatible");
  const isDeep = style === "deepObject" && nextStyle === "deepObject";
  scope.compare(schema, items ?? other, {}, isDeep ? "deep" : "form");
}

const styles: Record<string, string> = { query: "form", cookie: "form" };
const styleOf = (parameter: Node) =>
  textIn(parameter, "style") ??
  styles[textIn(parameter, "in") ?? ""] ??
  "simple";
const explodeOf = (parameter: Node) =>
  parameter["explode"] == null
    ? /^(form|cookie)$/.test(styleOf(parameter))
    : flagIn(parameter, "explode");

const isScalar = ({ constraints: { type } }: Alternative) =>
  type !== "array" && type !== "object";
/**
 * Returns true when `explode` has an effect. Commas always separate the items of a list in the
 * style `simple`.
 */
const hasParts = (type: Type, style: string) =>
  type === "object"
    ? style !== "deepObject"
    : type === "array" && style !== "simple";
/**
 * Returns the schema of the items, when the only type is a list that may have one item, and says
 * nothing else of it.
 */
function itemsOfOne(all: Alternative[]): Schema | undefined {
  const [list, ...others] = all.filter(
    ({ constraints }) => constraints.type !== "null",
  );
  if (!list || others.length > 0) return undefined;
  const { limits, values, rules, inside } = list.constraints;
  const isOne =
    (limits["minItems"]?.value ?? 0) <= 1 &&
    values === undefined &&
    Object.keys(rules).every((name) => name === "uniqueItems") &&
    [...inside.keys()].every((name) => name === "items");
  return isOne ? inside.get("items") : undefined;
}
