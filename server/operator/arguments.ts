import { userInfo } from "node:os";
import { parseArgs } from "node:util";
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
