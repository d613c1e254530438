import { isNode, type Node } from "../../model/node.ts";
import { alternativesOf } from "./alternatives.ts";
import { isWithin, type Limits } from "./bounds.ts";
import { accepts, type Constraints } from "./constraints.ts";
import type { ObjectConstraints } from "./object-constraints.ts";
import { canonical } from "./fingerprint.ts";
import { hasFormat } from "./formats.ts";
import { matches, typeOf } from "./rules.ts";
import { anything, type Schema } from "./schema.ts";

/** True, false, or undefined when the diff cannot tell. */
type Answer = boolean | undefined;

/** Returns true when constraints accept a value of their type. */
export function acceptsValue(constraints: Constraints, value: unknown): Answer {
  if (constraints.values?.has(canonical(value)) === false) return false;
  if (Array.isArray(value)) return acceptsList(constraints, value);
  return isNode(value)
    ? acceptsObject(constraints, value)
    : acceptsScalar(constraints, value);
}

/** Returns true when constraints surely accept a value: also their other rules, such as `not`. */
export const answerOf = (constraints: Constraints, value: unknown): Answer =>
  every([
    acceptsValue(constraints, value),
    hasNoOther(constraints, /^(format|pattern|items|\d+)$/),
  ]);

/** Does not read rules such as `not`, which are compared as texts. */
function acceptsScalar(constraints: Constraints, value: unknown): Answer {
  if (!accepts(constraints, value)) return false;
  const { format: formats = [], pattern: patterns = [] } = constraints.rules;
  return every([
    ...formats.map((format) => hasFormat(value, format)),
    ...patterns.map((pattern) => matches(pattern, String(value))),
  ]);
}

function acceptsList(constraints: Constraints, list: unknown[]): Answer {
  const { limits, inside } = constraints;
  const items = list.map((item, i) =>
    schemaAccepts(inside.get(String(i)) ?? inside.get("items"), item),
  );
  return every([
    isInLimits(limits, list.length),
    ...items,
    hasNoOther(constraints, /^(items|\d+)$/),
  ]);
}

function acceptsObject(constraints: Constraints, value: Node): Answer {
  const { limits, object } = constraints;
  const names = Object.keys(value);
  const fields = names.flatMap((name) =>
    schemasFor(name, object).map((schema) =>
      schemaAccepts(schema, value[name]),
    ),
  );
  const required = [...(object?.required ?? [])];
  return every([
    isInLimits(limits, names.length),
    required.every((name) => names.includes(name)),
    ...fields,
    hasNoOther(constraints, /^$/),
  ]);
}

/**
 * Returns the schemas of a property: its own, or the schemas of its patterns, or the schema of all
 * other properties.
 */
function schemasFor(name: string, object?: ObjectConstraints): Schema[] {
  const own = object?.properties.get(name);
  if (own) return [own];
  const fitting = [...(object?.patterns ?? [])].filter(([pattern]) =>
    matches(pattern, name),
  );
  return fitting.length > 0
    ? fitting.map(([, schema]) => schema)
    : [object?.additional ?? anything];
}

/** Schema → value → answer: aliases of YAML may repeat a value inside of values without an end. */
const answersOf = new WeakMap<Schema, WeakMap<object, Answer>>();

/** Returns true when a schema accepts a value. A missing schema accepts every value. */
function schemaAccepts(schema: Schema = anything, value: unknown): Answer {
  if (typeof value !== "object" || value === null)
    return findAnswer(schema, value);
  const known = answersOf.get(schema) ?? new WeakMap<object, Answer>();
  answersOf.set(schema, known);
  if (known.has(value)) return known.get(value);
  const answer = findAnswer(schema, value);
  known.set(value, answer);
  return answer;
}

function findAnswer(schema: Schema, value: unknown): Answer {
  const { list, overlaps, isTooLong } = alternativesOf(schema);
  const answers = list
    .filter(({ constraints }) => constraints.type === typeOf(value))
    .map(({ constraints }) => answerOf(constraints, value));
  if (answers.every((answer) => answer === false)) return false;
  const isSure = overlaps.length === 0 && !isTooLong;
  return answers.includes(true) && isSure ? true : undefined;
}

const isInLimits = (limits: Limits, size: number): boolean =>
  Object.entries(limits).every(
    ([name, limit]) => name.endsWith("Contains") || isWithin(limit, size),
  );

/** Returns undefined when there are rules or conditions beside the known ones. */
const hasNoOther = ({ rules, inside }: Constraints, known: RegExp): Answer =>
  [
    ...Object.keys(rules),
    ...[...inside].flatMap(([name, schema]) =>
      schema === anything ? [] : name,
    ),
  ].every((name) => known.test(name)) || undefined;

/** Returns false when an answer is false, and otherwise undefined when one is unknown. */
function every(answers: Answer[]): Answer {
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}
