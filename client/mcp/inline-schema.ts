import { isRecord } from "../json.ts";

/**
 * Copies a part of the contract, with the parts that it refers to in place of the references. A
 * schema that contains itself allows any value at that place.
 * @param around the references that lead to the part
 */
export function inlineReferences(
  part: unknown,
  contract: object,
  around: readonly string[] = [],
): unknown {
  if (Array.isArray(part))
    return part.map((each) => inlineReferences(each, contract, around));
  if (!isRecord(part)) return part;
  const { $ref, ...own } = part;
  const inlined = Object.entries(own).map(([name, each]) => [
    name,
    inlineReferences(each, contract, around),
  ]);
  const fields = Object.fromEntries(inlined) as object;
  if (typeof $ref !== "string" || around.includes($ref)) return fields;
  const names = $ref.split("/").slice(1);
  const target = inlineReferences(valueAt(contract, names), contract, [
    ...around,
    $ref,
  ]);
  return isRecord(target) ? { ...target, ...fields } : fields;
}

/**
 * Copies a part of the contract without examples, patterns and extensions.
 * @param areFields true for an object whose names are the fields of a schema
 */
export function withoutNoise(part: unknown, areFields = false): unknown {
  if (Array.isArray(part)) return part.map((each) => withoutNoise(each));
  if (!isRecord(part)) return part;
  const entries = Object.entries(part)
    .filter(([name]) => areFields || !isNoise(name))
    .map(([name, each]) => [
      name,
      withoutNoise(each, name === "properties" && !areFields),
    ]);
  return Object.fromEntries(entries) as object;
}

/**
 * Returns true for a keyword that a model does not need. The server explains values that a pattern
 * rejects.
 */
const isNoise = (name: string) =>
  /^(x-|(examples?|discriminator|pattern|minLength|propertyNames)$)/.test(name);

/** Returns a value inside of an object, by the names that lead to it. */
export const valueAt = (value: unknown, names: readonly string[]): unknown =>
  names.reduce(
    (found, name) => (isRecord(found) ? found[name] : undefined),
    value,
  );
