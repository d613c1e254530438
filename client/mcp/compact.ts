import { isRecord } from "../json.ts";

/** The maximal length of texts in a list, in characters. */
const maxTextLength = 120;

/** Fields that a reader of a list does not need. */
const omittedFields = ["object", "version", "updated_at"];

/**
 * Fields whose content stays: an empty value is the point of a change, and a custom field may have
 * any name.
 */
const unchangedFields = ["previous", "custom_fields"];

/** Returns true for an empty value, zero and `false`. */
const isEmpty = (value: unknown): boolean =>
  !value || (typeof value === "object" && Object.keys(value).length === 0);

/**
 * Shortens a value for a list: removes empty fields, zeros and `false`, cuts long texts, and writes
 * times to the minute. Does not change custom fields and previous values.
 */
export function compact(value: unknown): unknown {
  if (typeof value === "string") {
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value))
      return `${value.slice(0, 16)}Z`;
    if (value.length <= maxTextLength) return value;
    // Without the first half of a character, such as an emoji.
    const cut = value.slice(0, maxTextLength).replace(/[\ud800-\udbff]$/, "");
    return `${cut}…`;
  }
  if (Array.isArray(value)) return value.map(compact);
  if (!isRecord(value)) return value;
  const fields = Object.entries(value)
    .filter(([name, each]) => !omittedFields.includes(name) && !isEmpty(each))
    .map(([name, each]) => [
      name,
      unchangedFields.includes(name) ? each : compact(each),
    ]);
  return Object.fromEntries(fields);
}
