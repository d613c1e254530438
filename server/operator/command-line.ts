import { parseArgs } from "node:util";
import { recordAudit } from "../auth/audit.ts";
import { openEncryption } from "../auth/encryption.ts";
import { buildLine } from "../contract/build-info.ts";
import { misspeltSettings } from "../settings/misspelt.ts";
import { readSettings } from "../settings/settings.ts";
import { codeOf, reasonOf } from "../store/errors.ts";
import { FolderInUse } from "../store/open/folder-lock.ts";
import { appliedMigrations } from "../store/applied-migrations.ts";
import { migrations } from "../store/migration-list.ts";
import { statementsOf } from "../store/migration-statements.ts";
import { openStore } from "../store/open/open.ts";
import { adviceFor } from "../store/schema/faults.ts";
import { grantAdvice } from "../store/schema/rights.ts";
import { flag, readArguments, UsageError } from "./command.ts";
import { humanReadable, printable } from "./human-readable.ts";
import {
  byOf,
  type CommandLine,
  commandOf,
  help,
  prepare,
  withHelp,
} from "./run.ts";
import { askServer } from "./socket.ts";

/** The SQLSTATE of a right that PostgreSQL denies. */
const deniedCode = "42501";

const migrating = `  npm run migrate [-- --print]
      bring the tables up to date, as each start does first; with --print only prints the statements of each migration`;

/**
 * Runs a line such as `keys create …`, with and without a running server. A failure is one message
 * and the status 1.
 */
export function runCommandLine(line: CommandLine): Promise<void> {
  process.umask(0o077);
  const fail = (error: unknown) => {
    // A reader that stops early, such as `head`, is no error.
    if (codeOf(error) !== "EPIPE")
      console.error(printable(messageOf(error, line)));
    process.exitCode = 1;
  };
  process.stdout.on("error", fail); // e.g. of a full disk: console.log tells nobody
  return textOf(line).then(console.log, fail);
}

function messageOf(error: unknown, [group, name]: CommandLine): string {
  // `migrate` and the doctor read their arguments themselves.
  const helpLine =
    group === "migrate"
      ? "npm run migrate -- --help"
      : `npm run -s ${group} -- ${name} --help`;
  if (error instanceof UsageError) return withHelp(error, helpLine);
  if (codeOf(error) === deniedCode) return `${reasonOf(error)}. ${grantAdvice}`;
  return error instanceof Error ? error.message : String(error);
}

/** Runs a command, and returns the text that it prints. */
async function textOf(line: CommandLine): Promise<string> {
  const [group, name, ...args] = line;
  if (name === "--version" || group === "--version") return buildLine();
  if (group === undefined || group === "--help")
    return [migrating, help(["keys"]), help(["operator"])].join("\n\n");
  if (group === "migrate")
    return line.includes("--help") ? migrating : migrate(line.slice(1));
  if (name === undefined || name === "--help") return help([group]);
  if (line.includes("--help")) return help([group, name]);
  const command = commandOf(line);
  if ("run" in command) {
    const { text, code } = await command.run(args, process.env);
    process.exitCode = code;
    return text;
  }
  const act = prepare(line);
  for (const warning of misspeltSettings(process.env)) console.error(warning);
  const settings = readSettings(process.env);
  const [by, folder] = [byOf(line), process.cwd()];
  try {
    // A new folder is reported: the DATA_DIR may have a typing error.
    const opening = {
      quotas: settings.quotas,
      by: "operator",
      mustExist: !command.addsWorkspace,
      report: console.error,
    } as const;
    const store = await openStore(settings, opening);
    const session = { by, folder, encryption: () => openEncryption(settings) };
    return formatted(await act(store, session).finally(store.close), line);
  } catch (error) {
    if (error instanceof FolderInUse)
      return formatted(
        await askServer(settings.dataDir, { line, by, folder }),
        line,
      );
    throw error;
  }
}

/** Formats the result of a command, which is JSON, as the command line asks. */
function formatted(result: string, line: CommandLine): string {
  const { json } = parseArgs({
    args: line,
    strict: false,
    options: { json: { type: "boolean" } },
  }).values;
  return json === true ? result : humanReadable(JSON.parse(result) as object);
}

/** Every migration with its statements, each under a line with its name. */
async function printedMigrations(): Promise<string> {
  const printed = Object.entries(migrations).map(
    async ([name, migration]) =>
      `-- ${name}: ${migration.phase}\n${await statementsOf(migration)};\n`,
  );
  return (await Promise.all(printed)).join("\n");
}

/**
 * Runs `npm run migrate`: brings the database up to date, says before each migration what it locks,
 * and returns all migrations.
 */
async function migrate(args: string[]): Promise<string> {
  const { print } = readArguments(args, { print: flag }).values;
  if (print) return printedMigrations();
  const store = await openStore(readSettings(process.env), {
    report: console.error,
  });
  try {
    await recordAudit(store, { by: byOf(args), command: "migrate" });
    if (store.faults.length > 0)
      console.error(
        `Requests are slower than they need to be. ${adviceFor(store.faults)}`,
      );
    return formatted(
      JSON.stringify({ migrations: await appliedMigrations(store.database) }),
      args,
    );
  } finally {
    await store.close();
  }
}
