import { limits } from "../../generated/constants.ts";
import type { CustomFields, CustomFieldsUpdate } from "../../generated/types.ts";
import { invalid } from "../contract/api-error.ts";

/**
 * Custom fields after a change, as JSON Merge Patch says (D-36): `null` removes a key, or all; undefined changes nothing.
 * @throws ApiError 422 when there are then too many
 */
export function mergeCustomFields(
  before: CustomFields,
  update: CustomFieldsUpdate | undefined,
): CustomFields {
  if (update === undefined) return before;
  // A Map, as `__proto__` is a key like any other.
  const merged = new Map(update === null ? [] : Object.entries(before));
  for (const [name, value] of Object.entries(update ?? {})) {
    if (value === null) merged.delete(name);
    else merged.set(name, value === 0 ? 0 : value); // -0 is stored as 0
  }
  if (merged.size > limits.customFields) {
    throw invalid(
      ["custom_fields"],
      "too_many",
      `no puede tener más de ${limits.customFields} campos`,
      `cannot have more than ${limits.customFields} fields`,
    );
  }
  return Object.fromEntries(merged);
}
