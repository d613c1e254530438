import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import type { Expiry } from "../auth/keys.ts";
import { OperatorError } from "./command.ts";

/** The options of a command: name → whether it must be given. All of them take a text, but for a flag. */
type Options = Record<string, "required" | "optional" | "flag">;
type Values<O extends Options> = {
  [Name in keyof O]: O[Name] extends "required"
    ? string
    : O[Name] extends "flag"
      ? boolean | undefined
      : string | undefined;
};

/**
 * Reads a command's arguments. Every command takes `--json`, which changes nothing, as all of them print JSON, and `--by`,
 * which `byOf` reads.
 * @throws OperatorError that names the one that is missing or unknown
 */
export function readArguments<O extends Options>(
  args: string[],
  options: O,
  positionals: string[] = [],
): { values: Values<O>; positionals: string[] } {
  const parsed = parse(args, options);
  for (const [name, need] of Object.entries(options)) {
    if (need === "required" && !String(parsed.values[name] ?? "").trim()) {
      throw new OperatorError(`--${name} is missing.`);
    }
  }
  if (parsed.positionals.length !== positionals.length) {
    const expected = positionals.length === 0 ? "no argument without a name" : positionals.join(" ");
    throw new OperatorError(`Give ${expected}, not: ${parsed.positionals.join(" ") || "nothing"}`);
  }
  return { values: parsed.values as Values<O>, positionals: parsed.positionals };
}

function parse(args: string[], options: Options) {
  try {
    const named = Object.entries(options).map(([name, need]) => [
      name,
      { type: need === "flag" ? ("boolean" as const) : ("string" as const) },
    ]);
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { ...Object.fromEntries(named), json: { type: "boolean" }, by: { type: "string" } },
    });
    return { values: values as Record<string, string | boolean | undefined>, positionals };
  } catch (error) {
    throw new OperatorError(inOneLine(error instanceof Error ? error.message : String(error)));
  }
}

/** Who runs a command, for the audit log: what `--by` says, and the user of the operating system. */
export function byOf(args: string[], user = userName()): string {
  const { by } = parseArgs({ args, strict: false, options: { by: { type: "string" } } }).values;
  return typeof by === "string" && by.trim() !== "" ? `${by.trim().slice(0, 200)} (${user})` : user;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`; // one without a name, as in many containers
  }
}

/** The message of parseArgs, without its advice about positional arguments. */
const inOneLine = (message: string) =>
  message.replace(/\. To specify a positional[^]*/, ".").replaceAll("\n", " ");

/**
 * One of a list of values.
 * @throws OperatorError that lists them
 */
export function oneOf<T extends string>(name: string, value: string, values: readonly T[]): T {
  const found = values.find((candidate) => candidate === value);
  if (found === undefined)
    throw new OperatorError(`${name} must be one of ${values.join(", ")}, not ${value}`);
  return found;
}

const units = { m: 60, h: 3600, d: 86_400 };
/** Ten years, in seconds. */
const longest = 3650 * units.d;

/**
 * The seconds of a duration, e.g. `90d`, `24h` or `30m`.
 * @throws OperatorError that says how to write one
 */
export function readDuration(option: string, text: string): number {
  const seconds = secondsOf(text);
  if (seconds === undefined)
    throw new OperatorError(`${option} must be a duration such as 30m, 24h or 90d, up to 3650d, not ${text}`);
  return seconds;
}

/**
 * When something expires: after a duration, or at a date or moment of UTC, e.g. `2027-01-31` or `2027-01-31T18:00Z`.
 * @throws OperatorError that says how to write one
 */
export function readExpiry(option: string, text: string): Expiry {
  const seconds = secondsOf(text);
  if (seconds !== undefined) return { seconds };
  const at = new Date(text);
  const isMoment = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text) && !Number.isNaN(at.getTime());
  if (isMoment && at.toISOString().startsWith(text.slice(0, 10))) return { at };
  throw new OperatorError(
    `${option} must be a duration such as 24h or 90d, up to 3650d, or a date such as 2027-01-31, not ${text}`,
  );
}

function secondsOf(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,7})([mhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (units[unit as keyof typeof units] ?? NaN);
  return seconds <= longest ? seconds : undefined;
}
