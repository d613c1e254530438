import { limits } from "../../generated/constants.ts";
import type { UpdateContactRequest } from "../../generated/types.ts";
import { invalid } from "../contract/api-error.ts";

/** Labels without the spaces around them, each once (D-24). */
export function distinctTags(tags: string[] = []): string[] {
  return [...new Set(tags.map((tag) => tag.trim()))];
}

/**
 * Labels after a change (D-36): those that are sent, or those from before without some and with others.
 * @throws ApiError 422 when both are sent, and when there are then too many
 */
export function changedTags(
  before: string[],
  { tags, add_tags, remove_tags }: Pick<UpdateContactRequest, "tags" | "add_tags" | "remove_tags">,
): string[] {
  const isByLabel = add_tags !== undefined || remove_tags !== undefined;
  if (tags === undefined && !isByLabel) return before;
  if (tags !== undefined && isByLabel)
    throw invalid(
      ["tags"],
      "conflict",
      "no puede enviarse junto con add_tags o remove_tags",
      "cannot be sent with add_tags or remove_tags",
    );
  if (tags !== undefined) return distinctTags(tags ?? []);
  const [removed, added] = [distinctTags(remove_tags), distinctTags(add_tags)];
  // One that is removed and added keeps its place, so that the same request again changes nothing.
  const rest = before.filter((tag) => !removed.includes(tag) || added.includes(tag));
  const after = distinctTags([...rest, ...added]);
  if (after.length > limits.tags)
    throw invalid(
      ["add_tags"],
      "too_many",
      `no puede haber más de ${limits.tags} etiquetas`,
      `there cannot be more than ${limits.tags} tags`,
    );
  return after;
}
