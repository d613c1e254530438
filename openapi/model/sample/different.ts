import type { Schema } from "../contract.ts";
import { jsonOf } from "../json.ts";
import { isNode } from "../node.ts";
import { matchingTexts } from "./scalars.ts";

/** The maximum of values that are tried for one element. */
const maxTries = 1000;

/**
 * Returns a value for a list whose elements differ: the sample, or a similar one that the list lacks.
 * @param present the elements of the list, as JSON
 * @param schema the schema of the element
 */
export function differentSample(
  present: ReadonlySet<string>,
  sample: unknown,
  schema: Schema,
): unknown {
  const isNew = (value: unknown) => !present.has(jsonOf(value));
  if (isNew(sample)) return sample;
  const listed = schema.enum?.find(isNew);
  if (schema.enum) return listed ?? sample;
  // In a list of one schema the next number is free.
  const next = variant(sample, present.size + 1, schema);
  if (isNew(next)) return next;
  for (let count = 2; count <= maxTries; count++) {
    const value = variant(sample, count, schema);
    if (isNew(value)) return value;
  }
  return sample;
}

function otherText(sample: string, count: number, schema: Schema): string {
  const { format, maxLength = Infinity, pattern } = schema;
  const end = String(count);
  if (pattern !== undefined) return matchingTexts(schema)[count - 1] ?? sample;
  if (format === "email") return end + sample;
  if (format === "date-time")
    return sample.replace(/\d\dZ$/, `${end.padStart(2, "0")}Z`);
  const length = format === undefined ? maxLength : sample.length;
  return sample.slice(0, length - end.length) + end;
}

/** Returns a value of the same type that differs from a sample. */
function variant(sample: unknown, count: number, schema: Schema): unknown {
  if (typeof sample === "number")
    return sample + (count - 1) * Number(schema.multipleOf ?? 1);
  if (typeof sample === "bigint") return sample + BigInt(count - 1);
  if (typeof sample === "boolean") return !sample;
  if (typeof sample === "string") return otherText(sample, count, schema);
  if (!isNode(sample)) return sample;
  const fields = Object.entries(sample);
  const found = fields.find(([name, value]) => {
    const field = schema.properties?.[name] ?? {};
    return variant(value, count, field) !== value;
  });
  if (!found) return sample;
  const [name, value] = found;
  const field = schema.properties?.[name] ?? {};
  return { ...sample, [name]: variant(value, count, field) };
}
