import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { start } from "../../support/process.ts";
import { copyRepository } from "./repository.ts";

/** A copy of the repository with `npm run dev`, which is ended with the test. */
export function startDev() {
  const folder = mkdtempSync(join(tmpdir(), "contacts-dev-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
  const edit = copyRepository(folder);
  const settings = { PORT: "0", DATA_DIR: join(folder, ".data"), DATABASE_URL: "", REDIS_URL: "" };
  const run = () => {
    const dev = start(join(folder, "openapi/dev/main.ts"), [], settings);
    // Killed, it would leave its folder.
    onTestFinished(async () => {
      dev.child.kill("SIGTERM");
      await dev.ended;
    });
    return dev;
  };
  return { folder, edit, run };
}
