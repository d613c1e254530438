import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Creates a folder for a program. It is removed at the end of this process, also when a signal ends
 * it.
 */
export function removedFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      remove();
      // Without another listener the signal ends the process, as it does without this one.
      if (process.listenerCount(signal) === 0)
        process.kill(process.pid, signal);
    });
  return folder;
}
