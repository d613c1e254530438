import type { Node } from "../../model/node.ts";
import type { Rule } from "./difference.ts";

/** What an element states of its end. */
interface End {
  deprecated: unknown;
  sunset: unknown;
}

export const endOf = (node: Node): End => ({ deprecated: node["deprecated"], sunset: node["x-sunset"] });

/** The day after which something may be removed; undefined when callers were told none. */
const lastDay = ({ deprecated, sunset }: End): string | undefined =>
  deprecated === true && typeof sunset === "string" && /^\d{4}-\d{2}-\d{2}/.test(sunset) ? sunset : undefined;

/** Whether something was marked as deprecated, with a day that has passed. */
export function isPast(end: End, today: string): boolean {
  const day = lastDay(end);
  return day !== undefined && day < today;
}

/** The rule and the sentence for what becomes deprecated, or may now be removed sooner than callers were told. */
export function deprecation(
  what: string,
  from: End,
  to: End,
  today: string,
): [rule: Rule, change: string] | undefined {
  const [was, is] = [lastDay(from), lastDay(to)];
  if (is !== undefined && (was ?? today) >= today && is < (was ?? today))
    return [
      "diff/sunset-moved",
      `${what} may be removed after ${is}${was ? `, no longer after ${was}` : ""}.`,
    ];
  return to.deprecated === true && from.deprecated !== true
    ? ["diff/deprecated", `${what} is deprecated.`]
    : undefined;
}

/** The rule and the sentence for what was removed, possibly after the day that was announced. */
export const removal = (what: string, isAnnounced: boolean, rule: Rule): [rule: Rule, change: string] =>
  isAnnounced
    ? ["diff/removed-after-sunset", `${what} was removed, after its sunset.`]
    : [rule, `${what} was removed.`];
