import { parseArgs } from "node:util";
import { limits } from "../../generated/constants.ts";
import type { Actor } from "../auth/audit.ts";
import type { Encryption } from "../auth/encryption.ts";
import type { Expiry } from "../auth/keys.ts";
import type { Document } from "../contract/request-check.ts";
import type { Store } from "../store/store.ts";

/** An option of a command. Help shows what its value is called; a flag has none. */
interface Option {
  isRequired: boolean;
  value: string | undefined;
}

export const required = (value: string) =>
  ({ isRequired: true, value }) as const;
export const optional = (value: string) =>
  ({ isRequired: false, value }) as const;
export const requiredFlag = { isRequired: true, value: undefined } as const;
export const flag = { isRequired: false, value: undefined } as const;

/** Options by which a command takes a workspace: by its name, or by its id, as logs have it. */
export const workspaceOption = required("NAME|ID");
export const optionalWorkspace = optional("NAME|ID");

/** The options of a command by their names. */
type Options = Record<string, Option>;
type Values<O extends Options> = {
  [Name in keyof O]:
    | (O[Name] extends { value: string } ? string : boolean)
    | (O[Name] extends { isRequired: true } ? never : undefined);
};

/** The person who runs a command, and the folder in which it runs. */
export interface Session extends Actor {
  /** Relative paths start here. */
  folder: string;
  /** @throws Error when there is no key */
  encryption: () => Encryption;
  /** @throws Error when it was edited and not generated */
  contract: () => Document;
}

type Run = (store: Store, session: Session) => Promise<unknown>;

/** Arguments without a name, in their order: name in help → description. */
type Positionals = Record<string, string>;

/** A line that does not fit its command. */
export class UsageError extends Error {}

/** A command of the operator's command line. */
export interface Command {
  /** The arguments after the command's name as help shows them: `ID --workspace NAME [--new]`. */
  usage: string;
  /** Its line in the overview. */
  summary: string;
  /** Can add the first workspace of a new database. */
  addsWorkspace: boolean;
  /**
   * Reads the arguments, and returns the function that runs the command.
   * @throws Error when the arguments are wrong; the function throws one when the store has no such
   *   resource
   */
  prepare: (args: string[]) => Run;
}

/** A command with its options, and with what help calls its arguments that have no name. */
export function command<O extends Options>({
  summary,
  positionals = {},
  addsWorkspace = false,
  options,
  prepare,
}: {
  summary: string;
  addsWorkspace?: boolean;
  positionals?: Positionals;
  options: O;
  prepare: (values: Values<O>, ...positionals: string[]) => Run;
}): Command {
  const optionUsages = Object.entries(options).map(
    ([name, { isRequired, value }]) => {
      const option = value === undefined ? `--${name}` : `--${name} ${value}`;
      return isRequired ? option : `[${option}]`;
    },
  );
  return {
    usage: [...Object.keys(positionals), ...optionUsages].join(" "),
    summary,
    addsWorkspace,
    prepare: (args) => {
      const given = readArguments(args, options, positionals);
      return prepare(given.values, ...given.positionals);
    },
  };
}

/**
 * Reads a command's arguments. Every command takes `--json`, for which the command line prints the
 * result as it is, and `--by`, which names for the audit log who runs it.
 * @throws UsageError that names the one that is missing, unknown or given twice
 */
export function readArguments<O extends Options>(
  args: string[],
  options: O,
  positionals: Positionals = {},
): { values: Values<O>; positionals: string[] } {
  const types = Object.entries(options).map(
    ([name, { value }]): [string, { type: "boolean" | "string" }] => [
      name,
      { type: value === undefined ? "boolean" : "string" },
    ],
  );
  const parsed = parse(args, {
    ...Object.fromEntries(types),
    json: { type: "boolean" },
    by: { type: "string" },
  });
  const valued = parsed.tokens.flatMap((token) =>
    token.kind === "option" && token.value !== undefined ? token.name : [],
  );
  const twice = valued.find((name, i) => valued.indexOf(name) < i);
  if (twice !== undefined) throw new UsageError(`--${twice} is given twice.`);
  for (const [name, { isRequired }] of Object.entries(options)) {
    if (isRequired && !String(parsed.values[name] ?? "").trim())
      throw new UsageError(`--${name} is missing.`);
  }
  requirePositionals(parsed.positionals, positionals);
  return {
    values: parsed.values as Values<O>,
    positionals: parsed.positionals,
  };
}

/** @throws UsageError that names the argument that is missing, or one too many */
function requirePositionals(given: string[], expected: Positionals): void {
  for (const [i, description] of Object.values(expected).entries())
    if (!given[i]?.trim()) throw new UsageError(`Give ${description}.`);
  const superfluous = given[Object.keys(expected).length];
  if (superfluous !== undefined)
    throw new UsageError(
      `There is one word too many: "${superfluous}". Options begin with --.`,
    );
}

function parse(
  args: string[],
  options: Record<string, { type: "boolean" | "string" }>,
) {
  try {
    return parseArgs({ args, allowPositionals: true, options, tokens: true });
  } catch (error) {
    // Its advice about positional arguments is for none of ours.
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      message
        .replace(/\. To specify a positional[^]*/, ".")
        .replaceAll("\n", " "),
    );
  }
}

/**
 * Requires one of a list of values.
 * @throws Error that lists them
 */
export function oneOf<T extends string>(
  option: string,
  value: string,
  values: readonly T[],
): T {
  const found = values.find((candidate) => candidate === value);
  if (found === undefined)
    throw new Error(
      `${option} must be one of ${values.join(", ")}, not ${value}`,
    );
  return found;
}

/**
 * Checks a new name.
 * @throws Error when the name is invisible, looks like another name, or does not fit in one line of
 *   a list
 */
export function requireName(option: string, name: string): void {
  const isFit =
    /[^\s\p{Cc}\p{DI}]/u.test(name) &&
    !/^\s|\s$|[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name);
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
    throw new Error(
      `${option} must be a duration such as 30m, 24h or 90d, up to 3650d, not ${text}`,
    );
  return seconds;
}

/**
 * Reads an expiry: a duration, or a date or timestamp of UTC, e.g. `2027-01-31` or
 * `2027-01-31T18:00Z`.
 * @throws Error that says how to write one
 */
export function readExpiry(option: string, text: string): Expiry {
  const seconds = secondsOf(text);
  if (seconds !== undefined) return { seconds };
  const at = new Date(text);
  const isTimestamp =
    /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text) &&
    !Number.isNaN(at.getTime());
  if (isTimestamp && at.toISOString().startsWith(text.slice(0, 10)))
    return { at };
  throw new Error(
    `${option} must be a duration such as 24h or 90d, up to 3650d, or a date such as 2027-01-31, not ${text}`,
  );
}

const units = { m: 60, h: 3600, d: 86_400 };
/** Ten years, in seconds. */
export const longest = 3650 * units.d;

function secondsOf(text: string): number | undefined {
  const found = /^(\d{1,7})([mhd])$/.exec(text);
  if (!found) return undefined;
  const [, count, unit] = found;
  const seconds = Number(count) * units[unit as keyof typeof units];
  return seconds <= longest ? seconds : undefined;
}
