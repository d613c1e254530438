import { parseArgs } from "node:util";
import type { Actor } from "../auth/audit.ts";
import type { Encryption } from "../auth/encryption.ts";
import type { Store } from "../store/store.ts";

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
type Options = Record<string, Option>;
type Values<O extends Options> = {
  [Name in keyof O]:
    | (O[Name] extends { value: string } ? string : boolean)
    | (O[Name] extends { isRequired: true } ? never : undefined);
};

/** Who runs a command, and where. */
export interface Session extends Actor {
  /** Relative paths start here. */
  folder: string;
  /** @throws Error when there is no key */
  encryption: () => Encryption;
}

type Run = (store: Store, session: Session) => Promise<unknown>;

/** One command of the operator's command line. */
export interface Command {
  /** The arguments after the command's name as help shows them: `ID --workspace NAME [--new]`. */
  usage: string;
  /** One line for the overview. */
  summary: string;
  /**
   * Reads the arguments, and returns the function that runs the command.
   * @throws Error when the arguments are wrong; the function throws one when the store has no such resource
   */
  prepare: (args: string[]) => Run;
}

/** A command with its options, and with what help calls its arguments that have no name. */
export function command<O extends Options>({
  summary,
  positionals = [],
  options,
  prepare,
}: {
  summary: string;
  positionals?: string[];
  options: O;
  prepare: (values: Values<O>, ...positionals: string[]) => Run;
}): Command {
  const named = Object.entries(options).map(([name, { isRequired, value }]) => {
    const option = value === undefined ? `--${name}` : `--${name} ${value}`;
    return isRequired ? option : `[${option}]`;
  });
  return {
    usage: [...positionals, ...named].join(" "),
    summary,
    prepare: (args) => {
      const given = readArguments(args, options, positionals);
      return prepare(given.values, ...given.positionals);
    },
  };
}

/**
 * Reads a command's arguments. Every command takes `--json`, for which the command line prints the
 * result as it is, and `--by`, which tells the audit log who runs it.
 * @throws Error that names the one that is missing, unknown or given twice
 */
export function readArguments<O extends Options>(
  args: string[],
  options: O,
  positionals: string[] = [],
): { values: Values<O>; positionals: string[] } {
  const types = Object.entries(options).map(([name, { value }]): [string, { type: "boolean" | "string" }] => [
    name,
    { type: value === undefined ? "boolean" : "string" },
  ]);
  const given = parse(args, {
    ...Object.fromEntries(types),
    json: { type: "boolean" },
    by: { type: "string" },
  });
  const valued = given.tokens.flatMap((token) =>
    token.kind === "option" && token.value !== undefined ? token.name : [],
  );
  const twice = valued.find((name, i) => valued.indexOf(name) < i);
  if (twice !== undefined) throw new Error(`--${twice} is given twice.`);
  for (const [name, { isRequired }] of Object.entries(options)) {
    if (isRequired && !String(given.values[name] ?? "").trim()) throw new Error(`--${name} is missing.`);
  }
  if (given.positionals.length !== positionals.length || given.positionals.some((text) => !text.trim())) {
    const expected = positionals.length === 0 ? "no argument without a name" : positionals.join(" ");
    throw new Error(`Give ${expected}, not: ${given.positionals.join(" ").trim() || "nothing"}`);
  }
  return { values: given.values as Values<O>, positionals: given.positionals };
}

function parse(args: string[], options: Record<string, { type: "boolean" | "string" }>) {
  try {
    return parseArgs({ args, allowPositionals: true, options, tokens: true });
  } catch (error) {
    // Its advice about positional arguments is for none of ours.
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(message.replace(/\. To specify a positional[^]*/, ".").replaceAll("\n", " "));
  }
}
