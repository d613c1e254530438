import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { loadContract } from "../contract/load.ts";
import type { Store } from "../store/store.ts";
import { type Command, type Session, UsageError } from "./command.ts";
import { doctor } from "./doctor/doctor.ts";
import { encrypt, resetSecretsCommand } from "./encryption.ts";
import { erase } from "./erase.ts";
import { exportCommand } from "./export.ts";
import { importCommand } from "./import.ts";
import { printable } from "./human-readable.ts";
import { keys } from "./keys.ts";
import { audit, quota, usage, webhooks, workspaces } from "./overview.ts";
import { resume, suspend } from "./suspend.ts";
import { team } from "./team.ts";

/** `npm run keys -- …` and `npm run operator -- …`; the doctor opens by itself what it needs. */
const groups: Record<string, Record<string, Command | typeof doctor>> = {
  keys,
  operator: {
    ...team,
    encrypt,
    "reset-secrets": resetSecretsCommand,
    audit,
    usage,
    quota,
    workspaces,
    webhooks,
    suspend,
    resume,
    export: exportCommand,
    import: importCommand,
    erase,
    doctor,
  },
};

/** A command as it was typed: `keys create --workspace NAME …`. */
export type CommandLine = string[];

/** @throws Error that lists the commands */
export const commandOf = ([group = "", name = ""]: CommandLine) =>
  find(find(groups, group), name);

/**
 * Reads a command line, and returns the function that runs it on a store. Its result is one JSON
 * object, as text.
 * @throws Error that lists the commands, or names the wrong argument
 */
export function prepare(
  line: CommandLine,
): (store: Store, session?: Partial<Session>) => Promise<string> {
  const [group, name, ...args] = line;
  const command = commandOf(line);
  if ("run" in command)
    throw new Error(`${group} ${name} opens its store itself.`);
  const act = prepared(command, line);
  return async (
    store,
    {
      by = byOf(args),
      folder = ".",
      encryption = noEncryption,
      contract = loadContract,
    } = {},
  ) =>
    printable(
      JSON.stringify(
        await act(store, {
          by,
          command: `${group} ${name}`,
          folder,
          encryption,
          contract,
        }),
      ),
    );
}

/** @throws Error that also says how to get help, when the line does not fit */
function prepared(command: Command, [group, name, ...args]: CommandLine) {
  try {
    return command.prepare(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new Error(withHelp(error, `npm run -s ${group} -- ${name} --help`));
  }
}

/** The message of a line that does not fit, with the line that prints help. */
export const withHelp = ({ message }: UsageError, line: string): string =>
  `${message.replace(/[^.?]$/, "$&.")} See: ${line}`;

/**
 * Returns who runs a command, for the audit log: the value of `--by`, and the user of the operating
 * system.
 */
export function byOf(args: string[]): string {
  const { by } = parseArgs({
    args,
    strict: false,
    options: { by: { type: "string" } },
  }).values;
  return typeof by === "string" && by.trim() !== ""
    ? `${by.trim().slice(0, 200)} (${userName()})`
    : userName();
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`; // one without a name, as in many containers
  }
}

function noEncryption(): never {
  throw new Error("There is no key to encrypt with here.");
}

/**
 * The usage and summary of one command, or of each command of a group.
 * @throws Error when there is no such group or command
 */
export function help([group = "", only]: CommandLine): string {
  const commands = find(groups, group);
  const shown =
    only === undefined ? commands : { [only]: find(commands, only) };
  const lines = Object.entries(shown).map(
    ([name, { usage, summary }]) =>
      `  npm run -s ${group} -- ${name} ${usage}`.trimEnd() +
      `\n      ${summary}`,
  );
  return [
    ...lines,
    "",
    "  With --json a command prints one JSON object on one line. --by NAME is the person in the audit log.",
  ].join("\n");
}

function find<T>(among: Record<string, T>, name: string): T {
  const found = Object.hasOwn(among, name) ? among[name] : undefined;
  if (found === undefined) {
    throw new Error(
      `There is no command ${name}. There are: ${Object.keys(among).join(", ")}`,
    );
  }
  return found;
}
