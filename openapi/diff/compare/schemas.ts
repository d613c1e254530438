import { quoted, without } from "../../model/collections.ts";
import {
  alternativesOf,
  type Alternative,
  type Alternatives,
} from "../schema/alternatives.ts";
import { documentOf } from "../contract/locations.ts";
import { fingerprint, roughFingerprint } from "../schema/fingerprint.ts";
import { openedSchema } from "../schema/opened.ts";
import {
  allOf,
  areOfOneContract,
  hasChoice,
  keywordAt,
  type Schema,
} from "../schema/schema.ts";
import { hasDiscriminator, subtypesOf } from "../schema/subtypes.ts";
import { types, type Type } from "../schema/rules.ts";
import { compareBranches } from "./branches.ts";
import { compareConstraints } from "./constraints.ts";
import { compareNested } from "./nested-choices.ts";
import { compareOverlaps, haveSameChoices, type Budget } from "./overlaps.ts";
import {
  createPairs,
  effectOf,
  isEqual,
  isEqualForSure,
  ruleOf,
  type PairResult,
  type Direction,
  type Effect,
  type Notation,
  type Pair,
  type Use,
} from "./difference.ts";
import { haveSameTexts } from "./texts.ts";
import { xmlIn } from "./xml-names.ts";

/**
 * Creates the comparison of schemas. Each pair is compared once. A schema that contains itself is
 * no endless loop.
 * @param isUnchanged returns true for two schemas that need no comparison
 */
export function createSchemaComparison(
  today: string,
  isUnchanged: (from: Schema, to: Schema) => boolean,
) {
  const once = createPairs();
  const budget: Budget = { left: 2000 };

  function pairOf(
    from: Schema,
    to: Schema,
    direction: Direction,
    notation: Notation = "json",
  ): Pair {
    return once(from, to, `${direction} ${notation}`, (result) =>
      compareSchemas(result, from, to, direction, notation),
    );
  }

  /** Compares the alternatives of two schemas: each one with the one that it became. */
  function compareSchemas(
    result: PairResult,
    from: Schema,
    to: Schema,
    direction: Direction,
    notation: Notation,
  ): void {
    if (isUnchanged(from, to)) return;
    const report = reporter(result, from, to, direction);
    if (areOfOneContract(from, to)) {
      if (includesAll(from, to)) return;
      // The requirements of one contract may suffice.
      const alone = byContract(from)
        .map((part) => pairOf(part, to, direction, notation))
        .find(isEqualForSure);
      if (alone) return void result.inner.push(alone);
      // Choices inside of an intersection of choices would take too long.
      if ([from, to].some(hasChoice))
        return report("unknown", "`oneOf`{of} changed.", "oneOf");
    }
    const before = alternativesOf(from);
    const after = alternativesOf(to);
    if (isImpossible(from) && isImpossible(to) && !areOfOneContract(from, to)) {
      const [open, next] = [openedSchema(from), openedSchema(to)];
      if (!isImpossible(open) && !isImpossible(next))
        result.inner.push(pairOf(open, next, direction, notation));
      else if (!haveSameText(from, to))
        report("unknown", "A schema{of} that no value fits changed.", "allOf");
      return;
    }
    const compare = (a: Alternative, b: Alternative) =>
      compareAlternatives(a, b, direction, notation);
    if (notation !== "json" && haveSameTexts(from, to, direction)) {
      if (isEqual(pairOf(from, to, direction))) return;
      const effect = direction === "request" ? "wider" : "narrower";
      const change = `The type{of} was ${words(before)} and is ${words(after)}, in the same texts.`;
      return report(effect, change, "type");
    }
    // Fewer types are more conditions.
    const retyped = effectOf(typesOf(after), typesOf(before));
    if (retyped)
      report(
        retyped,
        `The type{of} was ${words(before)} and is ${words(after)}.`,
        "type",
      );
    const reportUnion = (effect: Effect, change: string) =>
      report(effect, change, "oneOf");
    compareNested(before, after, reportUnion);
    if (direction === "request" && !haveSameChoices(from, to))
      compareOverlaps(before, after, budget, compare, reportUnion);
    for (const type of types) {
      const left = ofType(before, type);
      const right = ofType(after, type);
      if (left.length === 0 || right.length === 0) continue;
      compareBranches(result, left, right, direction, compare);
    }
    compareSubtypes(result, from, to, direction);
  }

  /** Compares the schemas to which a discriminator without branches leads. */
  function compareSubtypes(
    result: PairResult,
    from: Schema,
    to: Schema,
    direction: Direction,
  ): void {
    const before = subtypesOf(from);
    const after = subtypesOf(to);
    const report = reporter(result, from, to, direction);
    if (before?.length && !hasDiscriminator(to))
      report("wider", "`discriminator`{of} is gone.", "discriminator");
    if (after?.length && !hasDiscriminator(from))
      report(
        direction === "request" ? "wider" : "narrower",
        "`discriminator`{of} was added.",
        "discriminator",
      );
    if (!before || !after) return;
    const gained = new Set(after);
    const isOpen = before.some(({ open }) => open) && direction === "response";
    for (const subtype of before) {
      const next = after.find(({ possible }) =>
        subtype.declared.some((value) => possible.includes(value)),
      );
      if (next) {
        gained.delete(next);
        result.inner.push(pairOf(subtype.schema, next.schema, direction));
        const lost = without(subtype.declared, next.possible);
        const added = without(next.declared, subtype.possible);
        const leads = `leads to \`${next.name}\` by`;
        if (lost.length > 0)
          report(
            "narrower",
            `\`discriminator\`{of} no longer ${leads} ${quoted(lost)}.`,
            "discriminator",
          );
        if (added.length > 0 && !isOpen)
          report(
            "wider",
            `\`discriminator\`{of} now ${leads} ${quoted(added)}.`,
            "discriminator",
          );
      } else
        result.differences.push({
          rule: ruleOf("oneOf", "narrower", direction),
          change: `A subtype \`${subtype.name}\` is gone.`,
          base: { node: subtype.node },
        });
    }
    for (const { name, node } of gained)
      result.differences.push({
        rule: isOpen ? "added" : ruleOf("oneOf", "wider", direction),
        change: `A subtype \`${name}\` was added.`,
        head: { node },
      });
  }

  /**
   * Returns true when a schema surely accepts what another one accepts. Fields of requests and of
   * responses count, so both are compared.
   */
  function includes(wide: Schema, narrow: Schema): boolean {
    return [
      pairOf(narrow, wide, "request"),
      pairOf(wide, narrow, "response"),
    ].every(isEqualForSure);
  }

  function compareAlternatives(
    a: Alternative,
    b: Alternative,
    direction: Direction,
    notation: Notation,
  ): Pair {
    return once(a, b, `${direction} ${notation}`, (result) => {
      const report = reporter(result, a, b, direction);
      if (xmlOf(a) !== xmlOf(b))
        report("other", "The form in XML{of} changed.", "xml", "isXml");
      compareConstraints({
        direction,
        today,
        base: a,
        head: b,
        inside: (from, to) =>
          void result.inner.push(
            pairOf(from, to, direction, notationInside(a, notation)),
          ),
        includes,
        report,
        add: (difference) => void result.differences.push(difference),
      });
    });
  }

  return pairOf;
}

/** Returns true for a schema that takes no value by mistake, as its parts refuse each other. */
const isImpossible = (schema: Schema): boolean =>
  !schema.never && alternativesOf(schema).list.length === 0;

function haveSameText(from: Schema, to: Schema): boolean {
  const [one, other] = [from, to].map(({ parts }) =>
    parts.map(fingerprint).toSorted().join(),
  );
  return one === other;
}

/**
 * Divides the requirements of an intersection by contract. The requirements of each contract are a
 * schema.
 */
function byContract({ parts }: Schema): Schema[] {
  const contracts = new Set(parts.map((part) => documentOf(part).main));
  return [...contracts].map((contract) =>
    allOf(parts.filter((part) => documentOf(part).main === contract)),
  );
}

/** Returns true when a schema has all requirements of another one. */
const includesAll = (from: Schema, to: Schema): boolean =>
  to.parts.every((part) =>
    from.parts.some(
      (each) =>
        each === part || roughFingerprint(each) === roughFingerprint(part),
    ),
  );

type SchemaParts = Pick<Schema, "parts">;

/** Creates a function that reports a difference at the changed keyword. */
const reporter =
  (
    { differences }: PairResult,
    from: SchemaParts,
    to: SchemaParts,
    direction: Direction,
  ) =>
  (effect: Effect, change: string, keyword: string, only?: keyof Use): void => {
    const at = { base: keywordAt(from, keyword), head: keywordAt(to, keyword) };
    differences.push({
      rule: ruleOf(keyword, effect, direction),
      change,
      only,
      ...at,
    });
  };

/**
 * Returns the notation of the parts of a value: the fields of an object, or the items of a list. A
 * field that is an object is JSON, and so is a list in a list.
 */
function notationInside(
  { constraints: { type } }: Alternative,
  notation: Notation,
): Notation {
  if (type === "object" && notation === "form") return "field";
  if (type === "object" && notation === "deep") return "deep";
  const isList = type === "array" && /form|field|deep/.test(notation);
  return isList ? "item" : "json";
}

/** Returns the form of a value in XML as a text. Its name is compared where its default is known. */
function xmlOf(alternative: Alternative): string {
  const { name: _, ...form } = xmlIn(alternative) ?? {};
  return fingerprint(form);
}

const ofType = ({ list }: Alternatives, type: Type) =>
  list.filter(({ constraints }) => constraints.type === type);

const typesOf = ({ list }: Alternatives) =>
  types.filter((type) =>
    list.some(({ constraints }) => constraints.type === type),
  );

function words(all: Alternatives): string {
  const list = typesOf(all);
  if (list.length === types.length) return "anything";
  if (list.length === 0) return "nothing at all";
  const isWhole = ofType(all, "number").every(({ constraints }) =>
    Number.isInteger(constraints.limits["multipleOf"]?.value),
  );
  return quoted(
    list.map((type) => (type === "number" && isWhole ? "integer" : type)),
  );
}
