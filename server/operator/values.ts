import { limits } from "../../generated/constants.ts";
import type { Expiry } from "../auth/keys.ts";

/**
 * One of a list of values.
 * @throws Error that lists them
 */
export function oneOf<T extends string>(option: string, value: string, values: readonly T[]): T {
  const found = values.find((candidate) => candidate === value);
  if (found === undefined) throw new Error(`${option} must be one of ${values.join(", ")}, not ${value}`);
  return found;
}

/**
 * Checks a new name.
 * @throws Error when nobody could see it or tell it from another one, or a list could not show it in one line
 */
export function requireName(option: string, name: string): void {
  const isFit =
    /[^\s\p{Cc}\p{DI}]/u.test(name) && !/^\s|\s$|[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name);
  if (!isFit || name.length > limits.keyName)
    throw new Error(
      `${option} must be one line that can be seen, of at most ${limits.keyName} characters, without spaces around it.`,
    );
}

/**
 * The seconds of a duration, e.g. `90d`, `24h` or `30m`.
 * @throws Error that says how to write one
 */
export function readDuration(option: string, text: string): number {
  const seconds = secondsOf(text);
  if (seconds === undefined)
    throw new Error(`${option} must be a duration such as 30m, 24h or 90d, up to 3650d, not ${text}`);
  return seconds;
}

/**
 * When something expires: after a duration, or at a date or timestamp of UTC, e.g. `2027-01-31` or `2027-01-31T18:00Z`.
 * @throws Error that says how to write one
 */
export function readExpiry(option: string, text: string): Expiry {
  const seconds = secondsOf(text);
  if (seconds !== undefined) return { seconds };
  const at = new Date(text);
  const isTimestamp = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text) && !Number.isNaN(at.getTime());
  if (isTimestamp && at.toISOString().startsWith(text.slice(0, 10))) return { at };
  throw new Error(
    `${option} must be a duration such as 24h or 90d, up to 3650d, or a date such as 2027-01-31, not ${text}`,
  );
}

const units = { m: 60, h: 3600, d: 86_400 };
/** Ten years, in seconds. */
const longest = 3650 * units.d;

function secondsOf(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,7})([mhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (units[unit as keyof typeof units] ?? NaN);
  return seconds <= longest ? seconds : undefined;
}
