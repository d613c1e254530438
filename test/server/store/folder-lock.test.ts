import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lockFolder } from "../../../server/store/folder-lock.ts";
import { start } from "../../support/process.ts";
import { onPostgres } from "../../support/store.ts";

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "contacts-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test.skipIf(onPostgres)(
  "of six processes that find the lock of a dead one, one takes the folder",
  async () => {
    const folder = emptyFolder();
    const dead = start("test/support/hold-folder.ts", [folder]);
    await dead.printed(/held/);
    dead.child.kill("SIGKILL");
    await dead.ended;

    const starters = Array.from({ length: 6 }, () => start("test/support/hold-folder.ts", [folder]));
    const said = await Promise.all(
      starters.map(async (starter) => (await starter.printed(/held|refused/))[0]),
    );
    expect(said.filter((word) => word === "held")).toHaveLength(1);
  },
);

test.skipIf(onPostgres)(
  "a folder is taken once per process, given back, and taken from a lock that is no process id",
  () => {
    const folder = emptyFolder();
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(/is in use by process/);
    unlock();
    lockFolder(folder)();
    writeFileSync(join(folder, "server.pid"), "");
    lockFolder(folder)();
  },
);
