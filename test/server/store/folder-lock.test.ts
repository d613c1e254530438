import { spawnSync } from "node:child_process";
import { chownSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openEmbedded } from "../../../server/store/open/embedded.ts";
import {
  FolderInUse,
  FolderOfAnother,
  lockFolder,
} from "../../../server/store/open/folder-lock.ts";
import { start } from "../../support/process.ts";
import { onPostgres } from "../../support/store.ts";
import { temporaryFolder } from "../../support/folder.ts";

/**
 * A program that takes the lock of a folder, says so, and keeps it until standard input ends. With
 * an id of a user it becomes that user when it is loaded and in the folder, since the user may be
 * unable to enter the folders above.
 */
const program = `import { lockFolder } from "./server/store/open/folder-lock.ts";
const [, folder, user] = process.argv;
process.chdir(folder);
if (user !== undefined) {
  process.setgroups([]);
  process.setgid(Number(user));
  process.setuid(Number(user));
}
try {
  lockFolder(".");
  console.log("held");
  process.stdin.resume();
} catch (error) {
  console.log("refused", error.message);
}`;
const loaded = ["tsx", "--input-type=module", "--eval", program];
const hold = (folder: string) => start("--import", [...loaded, folder]);
const hasNamespaces =
  spawnSync("unshare", ["--pid", "--fork", "--mount-proc", "true"]).status ===
  0;

const firstLine = async ({ printed }: ReturnType<typeof start>) =>
  (await printed(/held|refused/))[0];

describe.skipIf(onPostgres)("a folder", () => {
  test("whose process was killed is taken by one of three", async () => {
    const folder = temporaryFolder();
    const dead = hold(folder);
    expect(await firstLine(dead)).toBe("held");
    await dead.end("SIGKILL");
    const starters = Array.from({ length: 3 }, () => hold(folder));
    const words = await Promise.all(starters.map(firstLine));
    expect(words.filter((word) => word === "held")).toHaveLength(1);
  });

  test("stays with a process that is frozen", async () => {
    const folder = temporaryFolder();
    const frozen = hold(folder);
    expect(await firstLine(frozen)).toBe("held");
    frozen.child.kill("SIGSTOP");
    expect(() => lockFolder(folder)).toThrow(FolderInUse);
  });

  test("stays with the server whose server.lock somebody deletes, in its first run and in later ones", async () => {
    const folder = temporaryFolder();
    for (const run of ["first", "second"]) {
      const store = await openEmbedded(folder);
      rmSync(join(folder, "server.lock"));
      await expect(openEmbedded(folder), run).rejects.toThrow(FolderInUse);
      await store.close();
    }
  });

  test.runIf(hasNamespaces)(
    "is taken for those in other containers too",
    () => {
      const folder = temporaryFolder();
      const unlock = lockFolder(folder);
      const inContainer = () => {
        const node = [process.execPath, "--import", ...loaded, folder];
        const container = ["--pid", "--fork", "--mount-proc", ...node];
        return spawnSync("unshare", container, { encoding: "utf8", input: "" })
          .stdout;
      };
      expect(inContainer()).toMatch(/^refused/);
      unlock();
      expect(inContainer()).toMatch(/^held/);
    },
  );

  test.runIf(process.getuid?.() === 0)(
    "of another user is not opened by root, who would lock the owner out",
    () => {
      const folder = temporaryFolder();
      chownSync(folder, 1000, 1000);
      expect(() => lockFolder(folder)).toThrow(FolderOfAnother);
      expect(readdirSync(folder)).toEqual([]);
      const byOwner = spawnSync(
        process.execPath,
        ["--import", ...loaded, folder, "1000"],
        { encoding: "utf8", input: "" },
      );
      expect(byOwner.stdout).toMatch(/^held/);
      expect(() => lockFolder(folder)).toThrow(/belongs to the user 1000/);
    },
  );
});
