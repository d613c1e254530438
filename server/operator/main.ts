import { readConfig } from "../config.ts";
import { openEmbedded } from "../store/embedded.ts";
import { FolderInUse } from "../store/folder-lock.ts";
import { openPostgres } from "../store/postgres.ts";
import { help, prepare, type CommandLine } from "./run.ts";
import { askServer } from "./socket.ts";

/** The operator's command line: `npm run keys -- create …`. Works with and without a running server. */
async function main(line: CommandLine): Promise<void> {
  const [group = "", name] = line;
  if (name === undefined || line.includes("--help")) {
    console.log(help(group));
    return;
  }
  const act = prepare(line);
  const { databaseUrl, dataDir } = readConfig(process.env);
  try {
    const store = databaseUrl === undefined ? await openEmbedded(dataDir) : await openPostgres(databaseUrl);
    console.log(await act(store).finally(store.close));
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    console.log(await askServer(dataDir, line));
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
