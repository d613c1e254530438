import { spawnSync } from "node:child_process";
import { chownSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FolderInUse, FolderOfAnother, lockFolder } from "../../../server/store/folder-lock.ts";
import { start } from "../../support/process.ts";
import { onPostgres } from "../../support/store.ts";
import { temporaryFolder } from "../../support/folder.ts";

const holder = "test/server/store/hold-folder.ts";
const hasNamespaces = spawnSync("unshare", ["--pid", "--fork", "--mount-proc", "true"]).status === 0;

const said = async (program: ReturnType<typeof start>) => (await program.printed(/held|refused/))[0];

describe.skipIf(onPostgres)("a folder", () => {
  test("whose process was killed is taken by one of three", async () => {
    const folder = temporaryFolder();
    const dead = start(holder, [folder]);
    expect(await said(dead)).toBe("held");
    await dead.end("SIGKILL");
    const starters = Array.from({ length: 3 }, () => start(holder, [folder]));
    const words = await Promise.all(starters.map(said));
    expect(words.filter((word) => word === "held")).toHaveLength(1);
  });

  test("stays with a process that is frozen", async () => {
    const folder = temporaryFolder();
    const frozen = start(holder, [folder]);
    expect(await said(frozen)).toBe("held");
    frozen.child.kill("SIGSTOP");
    expect(() => lockFolder(folder)).toThrow(FolderInUse);
  });

  test.runIf(hasNamespaces)("is taken for those in other containers too", () => {
    const folder = temporaryFolder();
    const unlock = lockFolder(folder);
    const inContainer = () => {
      const node = [process.execPath, "--import", "tsx", holder, folder];
      const container = ["--pid", "--fork", "--mount-proc", ...node];
      return spawnSync("unshare", container, { encoding: "utf8", input: "" }).stdout;
    };
    expect(inContainer()).toMatch(/^refused/);
    unlock();
    expect(inContainer()).toMatch(/^held/);
  });

  test.runIf(process.getuid?.() === 0)(
    "of another user is not opened by root, who would lock the owner out",
    () => {
      const folder = temporaryFolder();
      chownSync(folder, 1000, 1000);
      expect(() => lockFolder(folder)).toThrow(FolderOfAnother);
      expect(readdirSync(folder)).toEqual([]);
      const asOwner = [process.execPath, "--import", "tsx", holder, folder];
      const container = ["--reuid", "1000", "--regid", "1000", "--clear-groups", ...asOwner];
      expect(spawnSync("setpriv", container, { encoding: "utf8", input: "" }).stdout).toMatch(/^held/);
      expect(() => lockFolder(folder)).toThrow(/belongs to the user 1000/);
    },
  );
});
