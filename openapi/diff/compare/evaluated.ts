import { quoted, without } from "../../model/collections.ts";
import { isNode, listIn, nodeIn, type Node } from "../../model/node.ts";
import { alternativesOf, type Alternative } from "../schema/alternatives.ts";
import type { Schema } from "../schema/schema.ts";
import type { Comparison } from "./difference.ts";

/** Names of `inside` whose schemas apply only sometimes. */
const isConditional = (name: string): boolean =>
  /^(then|else|dependentSchemas) /.test(name);

/** The parts of a closed object or list that a schema lets through. The rest is refused. */
interface Closing {
  keyword: string;
  /** Returns true when the rest is not refused. */
  isOpen(alternative: Alternative): boolean;
  /** Returns the names or indexes in a part. */
  evaluatedIn(part: Node): string[];
}

const objects: Closing = {
  keyword: "unevaluatedProperties",
  isOpen: ({ constraints: { object } }) =>
    object?.additional.never === false && object.additional.parts.length === 0,
  evaluatedIn: (part) => [
    ...Object.keys(nodeIn(part, "properties")),
    ...Object.keys(nodeIn(part, "patternProperties")),
    ...othersIn(part, ["additionalProperties", "unevaluatedProperties"]),
  ],
};

const lists: Closing = {
  keyword: "unevaluatedItems",
  isOpen: ({ constraints: { inside } }) =>
    inside.get("items")?.parts.length === 0,
  evaluatedIn: (part) => [
    ...listIn(part, "prefixItems").map((_, i) => String(i)),
    ...othersIn(part, ["items", "unevaluatedItems", "contains"]),
  ],
};

const others = "all others";

const othersIn = (part: Node, keywords: string[]) =>
  keywords.some((name) => name in part) ? [others] : [];

/**
 * Compares the properties and items that a condition lets through where an object or a list refuses
 * unevaluated ones. Alone, the schema of the condition refuses none.
 */
export function compareEvaluated({ base, head, report }: Comparison): void {
  const { type } = base.constraints;
  if (type !== "object" && type !== "array") return;
  const closing = type === "object" ? objects : lists;
  const { keyword } = closing;
  const through = (from: Alternative, to: Alternative): string[] => {
    const isClosed = from.parts.some((part) => refuses(part[keyword]));
    if (!isClosed || closing.isOpen(to)) return [];
    const always = to.parts
      .flatMap((part) => closing.evaluatedIn(part))
      .filter((name) => name !== others);
    return [...from.constraints.inside].flatMap(([name, schema]) =>
      isConditional(name)
        ? without(evaluatedBy(schema, closing), [
            ...always,
            ...evaluatedBy(to.constraints.inside.get(name), closing),
          ])
        : [],
    );
  };
  const lost = through(base, head);
  const change = (verb: string, names: string[]) =>
    `A condition{of} ${verb} ${quoted(new Set(names))} through \`${keyword}\`.`;
  if (lost.length > 0)
    report("narrower", change("no longer lets", lost), keyword);
  // A new property is an addition, as it is elsewhere.
  const gained = through(head, base).filter(
    (name) => closing === lists || name === others,
  );
  if (gained.length > 0) report("wider", change("lets", gained), keyword);
}

const refuses = (unevaluated: unknown): boolean =>
  unevaluated === false ||
  (isNode(unevaluated) && Object.keys(unevaluated).length > 0);

/** Returns all names that a schema evaluates, also by the conditions inside. */
function evaluatedBy(
  schema: Schema | undefined,
  closing: Closing,
  visited = new Set<Schema>(),
): string[] {
  if (!schema || visited.has(schema)) return [];
  visited.add(schema);
  return alternativesOf(schema).list.flatMap(({ parts, constraints }) => [
    ...parts.flatMap((part) => closing.evaluatedIn(part)),
    ...[...constraints.inside].flatMap(([name, each]) =>
      isConditional(name) ? evaluatedBy(each, closing, visited) : [],
    ),
  ]);
}
