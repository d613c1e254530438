import type { Contract, Schema } from "../contract.ts";
import { isNode } from "../node.ts";
import { namesIn } from "../pointer.ts";
import { valueSchema } from "../value-schema.ts";
import { knownValue } from "./known-value.ts";

/** Returns the first schema that a discriminator names, when there are no branches. */
export function subtypeOf({
  discriminator,
  oneOf,
  anyOf,
}: Schema): Schema | undefined {
  const [$ref] = Object.values(discriminator?.mapping ?? {});
  return $ref === undefined || oneOf || anyOf ? undefined : { $ref };
}

/** Sets the field that names a subtype, as the schema that the subtype extends says. */
export function withOwnName(
  contract: Contract,
  node: Schema,
  parts: Schema[],
  sample: unknown,
): unknown {
  const bases = parts.map((part) => valueSchema(contract, part));
  const base = bases.find(({ discriminator }) => discriminator !== undefined);
  return base ? named(contract, sample, node, base.discriminator) : sample;
}

/** Sets the field of a discriminator, unless the branch itself says its value. */
export function named(
  contract: Contract,
  sample: unknown,
  { $ref }: Schema,
  discriminator: Schema["discriminator"],
): unknown {
  if (!discriminator || $ref === undefined || !isNode(sample)) return sample;
  const { propertyName, mapping = {} } = discriminator;
  const branch = valueSchema(contract, { $ref });
  const field = branch.properties?.[propertyName];
  if (field && knownValue(valueSchema(contract, field)) !== undefined)
    return sample;
  const [value] =
    Object.entries(mapping).find(([, target]) => target === $ref) ?? [];
  return { ...sample, [propertyName]: value ?? namesIn($ref).at(-1) };
}
