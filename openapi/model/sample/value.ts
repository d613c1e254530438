import type { Contract, Schema } from "../contract.ts";
import { jsonOf } from "../json.ts";
import { isNode, type Node } from "../node.ts";
import { valueSchema } from "../value-schema.ts";
import { firstChoice, withoutBranches } from "./branches.ts";
import { differentSample } from "./different.ts";
import { elementsToShow } from "./elements.ts";
import { fieldsToShow, isOfObjects, sharedFields } from "./fields.ts";
import { knownValue } from "./known-value.ts";
import { insideOf, maxDepth, type Place } from "./place.ts";
import { conditionsOf, requiredOf } from "./required.ts";
import { numberSample, textSample } from "./scalars.ts";
import { named, subtypeOf, withOwnName } from "./subtypes.ts";

/**
 * Returns a value that a schema allows: its example, or the smallest value that its keywords allow.
 * A value of a response has the optional fields too.
 */
export const sampleOf = (
  contract: Contract,
  schema: Schema,
  {
    word = "example",
    isResponse = false,
  }: { word?: string; isResponse?: boolean } = {},
): unknown =>
  sampleAt(contract, schema, {
    depth: 0,
    word,
    isPart: false,
    required: [],
    isResponse,
    around: [],
  });

function sampleAt(contract: Contract, node: Schema, outer: Place): unknown {
  const schema = valueSchema(contract, node);
  const conditions = conditionsOf(schema, outer.required);
  if (conditions.length === 0) return plainSample(contract, node, outer);
  const required = conditions.flatMap((each) => requiredOf(contract, each));
  const place = { ...outer, required: [...outer.required, ...required] };
  const sample = plainSample(contract, node, place);
  if (!isNode(sample)) return sample;
  const names = [...place.required, ...Object.keys(sample)];
  const inner = { ...place, isPart: true, required: names };
  const parts = conditions.map((each) => plainSample(contract, each, inner));
  return Object.assign(sample, ...parts.filter(isNode));
}

/** Returns a sample without the condition of an `if`. */
function plainSample(contract: Contract, node: Schema, place: Place): unknown {
  const { depth, isPart } = place;
  const schema = valueSchema(contract, node);
  const { allOf, discriminator } = schema;
  const types = [schema.type].flat();
  const inner = { ...place, depth: depth + 1, isPart: false, required: [] };
  // An example beside a reference is of this use of the schema.
  const known = knownValue(node) ?? knownValue(schema);
  if (known !== undefined) return known;
  if (schema.const === null || types.join() === "null") return null;
  const subtype = isPart ? undefined : subtypeOf(schema);
  if (subtype && depth <= maxDepth) return sampleAt(contract, subtype, inner);
  const plain = withoutBranches(contract, schema);
  if (plain) return plainSample(contract, plain, inner);
  if (allOf) {
    const combined = combinedSample(contract, schema, allOf, {
      ...place,
      isPart: true,
    });
    return isPart ? combined : withOwnName(contract, node, allOf, combined);
  }
  const choice = firstChoice(schema);
  if (choice && depth > 2 * maxDepth) return {};
  if (choice) {
    const combined = combinedSample(contract, schema, [choice], inner);
    return named(contract, combined, choice, discriminator);
  }
  if (types.includes("object") || isOfObjects(schema))
    return objectSample(contract, schema, place);
  if (types.includes("array")) return listSample(contract, schema, inner);
  if (types.includes("integer") || types.includes("number"))
    return numberSample(schema);
  if (types.includes("boolean")) return true;
  return textSample(schema, place.word);
}

/** Merges the samples of the schemas in `allOf`, or of a branch, with the object's own fields. */
function combinedSample(
  contract: Contract,
  schema: Schema,
  parts: Schema[],
  outer: Place,
): unknown {
  const required = [
    ...outer.required,
    ...requiredOf(contract, schema),
    ...parts.flatMap((part) => requiredOf(contract, part)),
  ];
  const place = { ...outer, required };
  const samples = parts.map((each) => sampleAt(contract, each, place));
  const own = schema.properties ? objectSample(contract, schema, place) : {};
  if (!samples.every(isNode)) return samples[0];
  const merged: Node = Object.assign({}, ...samples, own);
  const inner = { ...place, depth: place.depth + 1, isPart: false };
  for (const [name, field] of sharedFields(contract, [schema, ...parts]))
    if (Object.hasOwn(merged, name))
      merged[name] = sampleAt(contract, field, { ...inner, required: [] });
  return merged;
}

/** Returns an object with the fields that are to be shown. */
function objectSample(contract: Contract, schema: Schema, place: Place): Node {
  const inner = {
    ...place,
    depth: place.depth + 1,
    isPart: false,
    required: [],
    around: [...place.around, insideOf(schema)],
  };
  const fields = fieldsToShow(contract, schema, place);
  return Object.fromEntries(
    fields.map(([name, field]) => [name, sampleAt(contract, field, inner)]),
  );
}

/** Returns a list with the elements that are to be shown. */
function listSample(
  contract: Contract,
  schema: Schema,
  place: Place,
): unknown[] {
  const inner = { ...place, around: [...place.around, insideOf(schema)] };
  const shown = elementsToShow(schema, place);
  if (!schema.uniqueItems)
    return shown.map((element) => sampleAt(contract, element, inner));
  const elements: unknown[] = [];
  const present = new Set<string>();
  for (const element of shown) {
    const different = differentSample(
      present,
      sampleAt(contract, element, inner),
      valueSchema(contract, element),
    );
    elements.push(different);
    present.add(jsonOf(different));
  }
  return elements;
}
