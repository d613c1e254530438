import type { Store } from "../store/store.ts";
import { byOf } from "./arguments.ts";
import { type Command, type CommandApart, printable, type Session } from "./command.ts";
import { doctor } from "./doctor/doctor.ts";
import { keys } from "./keys.ts";
import { operator } from "./workspace.ts";

const groups: Record<string, Record<string, Command>> = { keys, operator };

/** Commands of the same groups that work without a store. */
export const apart: Record<string, Record<string, CommandApart>> = { keys: {}, operator: { doctor } };

/** A command as it was typed: `keys create --workspace NAME …`. */
export type CommandLine = string[];

/**
 * Reads a command line, and returns the function that runs it on a store. Its result is one JSON object, as text.
 * @throws Error that lists the commands, or names the wrong argument
 */
export function prepare([group = "", name = "", ...args]: CommandLine): (
  store: Store,
  session?: Partial<Session>,
) => Promise<string> {
  const command = find(commandsOf(group), name);
  const act = command.prepare(args);
  return async (store, { by = byOf(args), folder = ".", encryption = noEncryption } = {}) =>
    printable(JSON.stringify(await act(store, { by, command: `${group} ${name}`, folder, encryption })));
}

/**
 * The usage and summary of each command of a group.
 * @throws Error when there is no such group
 */
export function help(group: string): string {
  const lines = Object.entries({ ...commandsOf(group), ...apart[group] }).map(
    ([name, { usage, summary }]) =>
      `  npm run -s ${group} -- ${name} ${usage}`.trimEnd() + `\n      ${summary}`,
  );
  return [
    ...lines,
    "",
    "  Each prints one JSON object on one line, with and without --json. --by NAME tells the audit log who runs it.",
  ].join("\n");
}

function noEncryption(): never {
  throw new Error("There is no key to encrypt with here.");
}

const commandsOf = (group: string) => find(groups, group);

function find<T>(among: Record<string, T>, name: string): T {
  const found = Object.hasOwn(among, name) ? among[name] : undefined;
  if (found === undefined) {
    throw new Error(`There is no command ${name}. There are: ${Object.keys(among).join(", ")}`);
  }
  return found;
}
