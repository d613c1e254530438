import type { Store } from "../store/store.ts";
import { OperatorError, type Command } from "./command.ts";
import { keys } from "./keys.ts";

const groups: Record<string, Record<string, Command>> = { keys };

/** A command as it was typed: `keys create --workspace NAME …`. */
export type CommandLine = string[];

/**
 * The command that a line names, with the arguments that are left.
 * @throws OperatorError that lists what there is.
 */
export function find([group = "", name = "", ...args]: CommandLine): { command: Command; args: string[] } {
  const commands = groups[group];
  if (!commands)
    throw new OperatorError(`There is no ${group}. There are: ${Object.keys(groups).join(", ")}`);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command)
    throw new OperatorError(`${name ? `There is no command ${name}.\n\n` : ""}${help(group, commands)}`);
  return { command, args };
}

/** Runs a command line against a store and gives what it prints: one JSON object. */
export async function run(line: CommandLine, store: Store): Promise<string> {
  const { command, args } = find(line);
  return JSON.stringify(await command.run(args, store));
}

/** What the commands of a group do. */
export function help(group: string, commands = groups[group] ?? {}): string {
  const lines = Object.entries(commands).map(
    ([name, { usage, summary }]) =>
      `  npm run -s ${group} -- ${name} ${usage}`.trimEnd() + `\n      ${summary}`,
  );
  return lines.join("\n");
}
