import type { Store } from "../store/store.ts";
import { OperatorError, type Command } from "./command.ts";
import { keys } from "./keys.ts";

const groups: Record<string, Record<string, Command>> = { keys };

/** A command as it was typed: `keys create --workspace NAME …`. */
export type CommandLine = string[];

/**
 * Reads a command line and gives what to do with a store; that prints one JSON object.
 * @throws OperatorError that says what there is, or what is wrong with the arguments.
 */
export function prepare([group = "", name = "", ...args]: CommandLine): (store: Store) => Promise<string> {
  const commands = groups[group];
  if (!commands)
    throw new OperatorError(`There is no ${group}. There are: ${Object.keys(groups).join(", ")}`);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new OperatorError(`There is no command ${name}.\n\n${help(group, commands)}`);
  const act = command.prepare(args);
  return async (store) => JSON.stringify(await act(store));
}

/** What the commands of a group do. */
export function help(group: string, commands = groups[group] ?? {}): string {
  const lines = Object.entries(commands).map(
    ([name, { usage, summary }]) =>
      `  npm run -s ${group} -- ${name} ${usage}`.trimEnd() + `\n      ${summary}`,
  );
  return lines.join("\n");
}
