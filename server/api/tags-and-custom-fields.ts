import { limits } from "../../generated/constants.ts";
import type {
  CustomFields,
  CustomFieldsUpdate,
  UpdateContactRequest,
} from "../../generated/types.ts";
import { invalid } from "../contract/api-error.ts";

/** Labels without the spaces around them, each once (D-24). */
export function distinctTags(tags: string[] = []): string[] {
  return [...new Set(tags.map((tag) => tag.trim()))];
}

/**
 * Labels after a change (D-36): those that are sent, or those from before without some and with
 * others.
 * @throws ApiError 422 when both are sent, and when there are then too many
 */
export function changedTags(
  before: string[],
  {
    tags,
    add_tags,
    remove_tags,
  }: Pick<UpdateContactRequest, "tags" | "add_tags" | "remove_tags">,
): string[] {
  // Some clients always send every list: an empty one adds and removes nothing.
  const isByLabel = Boolean(add_tags?.length || remove_tags?.length);
  if (tags !== undefined && isByLabel)
    throw invalid(["tags"], "conflict", {
      es: "no puede enviarse junto con add_tags o remove_tags",
      en: "cannot be sent with add_tags or remove_tags",
    });
  if (tags !== undefined) return distinctTags(tags ?? []);
  if (!isByLabel) return before;
  const [removed, added] = [distinctTags(remove_tags), distinctTags(add_tags)];
  // One that is removed and added keeps its place, so that the same request again changes nothing.
  const rest = before.filter(
    (tag) => !removed.includes(tag) || added.includes(tag),
  );
  const after = distinctTags([...rest, ...added]);
  if (after.length > limits.tags)
    throw invalid(["add_tags"], "too_many", {
      es: `no puede haber más de ${limits.tags} etiquetas`,
      en: `there cannot be more than ${limits.tags} tags`,
    });
  return after;
}

/**
 * Custom fields after a change, as JSON Merge Patch says (D-36): `null` removes a key, or all;
 * undefined changes nothing.
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
    throw invalid(["custom_fields"], "too_many", {
      es: `no puede tener más de ${limits.customFields} campos`,
      en: `cannot have more than ${limits.customFields} fields`,
    });
  }
  return Object.fromEntries(merged);
}
