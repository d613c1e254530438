import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import type { Expiry } from "../auth/keys.ts";

/** An option of a command. Help shows what its value is called; a flag has none. */
interface Option {
  isRequired: boolean;
  value: string | undefined;
}

export const required = (value: string) => ({ isRequired: true, value }) as const;
export const optional = (value: string) => ({ isRequired: false, value }) as const;
export const requiredFlag = { isRequired: true, value: undefined } as const;
export const flag = { isRequired: false, value: undefined } as const;

/** The options of a command by their names. */
export type Options = Record<string, Option>;
export type Values<O extends Options> = {
  [Name in keyof O]:
    | (O[Name] extends { value: string } ? string : boolean)
    | (O[Name] extends { isRequired: true } ? never : undefined);
};

/**
 * Reads a command's arguments. Every command takes `--json`, which changes nothing, as all of them print JSON, and `--by`,
 * which `byOf` reads.
 * @param positionals what help calls the arguments without a name
 * @throws Error that names the one that is missing or unknown
 */
export function readArguments<O extends Options>(
  args: string[],
  options: O,
  positionals: string[] = [],
): { values: Values<O>; positionals: string[] } {
  const parsed = parse(args, options);
  for (const [name, { isRequired }] of Object.entries(options)) {
    if (isRequired && !String(parsed.values[name] ?? "").trim()) throw new Error(`--${name} is missing.`);
  }
  if (parsed.positionals.length !== positionals.length) {
    const expected = positionals.length === 0 ? "no argument without a name" : positionals.join(" ");
    throw new Error(`Give ${expected}, not: ${parsed.positionals.join(" ") || "nothing"}`);
  }
  return { values: parsed.values as Values<O>, positionals: parsed.positionals };
}

/** The arguments as help shows them: `ID --workspace NAME [--new]`. */
export function usageOf(options: Options, positionals: string[]): string {
  const named = Object.entries(options).map(([name, { isRequired, value }]) => {
    const option = value === undefined ? `--${name}` : `--${name} ${value}`;
    return isRequired ? option : `[${option}]`;
  });
  return [...positionals, ...named].join(" ");
}

function parse(args: string[], options: Options) {
  try {
    const named = Object.entries(options).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ("boolean" as const) : ("string" as const) },
    ]);
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { ...Object.fromEntries(named), json: { type: "boolean" }, by: { type: "string" } },
    });
    return { values: values as Record<string, string | boolean | undefined>, positionals };
  } catch (error) {
    throw new Error(inOneLine(error instanceof Error ? error.message : String(error)));
  }
}

/** Who runs a command, for the audit log: what `--by` says, and the user of the operating system. */
export function byOf(args: string[]): string {
  const user = userName();
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
 * @throws Error that lists them
 */
export function oneOf<T extends string>(name: string, value: string, values: readonly T[]): T {
  const found = values.find((candidate) => candidate === value);
  if (found === undefined) throw new Error(`${name} must be one of ${values.join(", ")}, not ${value}`);
  return found;
}

const units = { m: 60, h: 3600, d: 86_400 };
/** Ten years, in seconds. */
const longest = 3650 * units.d;

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
 * When something expires: after a duration, or at a date or moment of UTC, e.g. `2027-01-31` or `2027-01-31T18:00Z`.
 * @throws Error that says how to write one
 */
export function readExpiry(option: string, text: string): Expiry {
  const seconds = secondsOf(text);
  if (seconds !== undefined) return { seconds };
  const at = new Date(text);
  const isMoment = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text) && !Number.isNaN(at.getTime());
  if (isMoment && at.toISOString().startsWith(text.slice(0, 10))) return { at };
  throw new Error(
    `${option} must be a duration such as 24h or 90d, up to 3650d, or a date such as 2027-01-31, not ${text}`,
  );
}

function secondsOf(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,7})([mhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (units[unit as keyof typeof units] ?? NaN);
  return seconds <= longest ? seconds : undefined;
}
