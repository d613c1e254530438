import { record } from "../auth/audit.ts";
import { readConfig, type Config } from "./settings.ts";
import { openEncryption } from "../auth/encryption.ts";
import { FolderInUse } from "../store/folder-lock.ts";
import { appliedMigrations } from "../store/migrate.ts";
import { openStore } from "../store/open.ts";
import { byOf } from "./arguments.ts";
import { printable } from "./command.ts";
import { apart, help, prepare, type CommandLine } from "./run.ts";
import { askServer } from "./socket.ts";

const migrating = "bring the tables up to date, as each start does first";

/** Runs a line such as `keys create …`, with and without a running server. A failure is one message and the status 1. */
export function runCommandLine(line: CommandLine): Promise<void> {
  return run(line).catch((error: unknown) => {
    console.error(printable(error instanceof Error ? error.message : String(error)));
    process.exitCode = 1;
  });
}

async function run(line: CommandLine): Promise<void> {
  process.umask(0o077);
  const [group, name] = line;
  if (group === undefined || group === "--help") {
    console.log([`  npm run migrate\n      ${migrating}`, help("keys"), help("operator")].join("\n\n"));
    return;
  }
  if (group === "migrate" && name === undefined) return migrate(readConfig(process.env));
  if (group === "migrate") throw new Error(`npm run migrate takes no options. What it does: ${migrating}.`);
  if (name === undefined || line.includes("--help")) {
    console.log(help(group));
    return;
  }
  const alone = apart[group]?.[name];
  if (alone) {
    const { text, code } = await alone.run(line.slice(2), process.env);
    console.log(text);
    process.exitCode = code;
    return;
  }
  const act = prepare(line);
  const config = readConfig(process.env);
  const [by, folder] = [byOf(line), process.cwd()];
  try {
    const store = await openStore(config, { quotas: config.quotas, tables: "as they are" });
    const session = { by, folder, encryption: () => openEncryption(config) };
    console.log(await act(store, session).finally(store.close));
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    console.log(await askServer(config.dataDir, { line, by, folder }));
  }
}

/** `npm run migrate`: prints the migrations of the database when it is up to date, and before what each one locks. */
async function migrate(config: Config): Promise<void> {
  const store = await openStore(config, { report: console.error });
  const names = await appliedMigrations(store.database);
  await record(store, { by: byOf([]), command: "migrate" }).finally(store.close);
  console.log(JSON.stringify({ migrations: names }));
}
