import { isRecord } from "../json.ts";

/** The longest text in a list, in characters. */
const longestText = 120;

/** Fields that tell a reader of a list nothing. */
const leftOut = ["object", "version", "updated_at"];

/** Whether a value says no more than that it is absent. */
const isEmpty = (value: unknown): boolean =>
  !value || (typeof value === "object" && Object.keys(value).length === 0);

/** A value as a list shows it: without empty fields, zeros and `false`, with the beginning of long texts, with times to the minute. */
export function compact(value: unknown): unknown {
  if (typeof value === "string") {
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value))
      return `${value.slice(0, 16)}Z`;
    return value.length > longestText
      ? `${value.slice(0, longestText)}…`
      : value;
  }
  if (Array.isArray(value)) return value.map(compact);
  if (!isRecord(value)) return value;
  const fields = Object.entries(value)
    .filter(([name, each]) => !leftOut.includes(name) && !isEmpty(each))
    .map(([name, each]) => [name, compact(each)]);
  return Object.fromEntries(fields);
}
