import { readConfig } from "../config.ts";
import { FolderInUse } from "../store/folder-lock.ts";
import { openStore } from "../store/open.ts";
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
  const config = readConfig(process.env);
  try {
    const store = await openStore(config);
    console.log(await act(store).finally(store.close));
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    console.log(await askServer(config.dataDir, line));
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
