import { spawnSync } from "node:child_process";
import { rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openEmbedded } from "../../../server/store/open/embedded.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { start } from "../../support/process.ts";
import { emptyStore } from "../../support/store.ts";

// Tests data folders that cannot be used.

/** Makes the folder of an embedded store, and returns a file in it. */
async function makeFile(): Promise<string> {
  const { DATA_DIR = "" } = await emptyStore("embedded");
  return join(DATA_DIR, "pglite/PG_VERSION");
}

test.each([
  {
    which: "that is a file",
    makePath: makeFile,
    reason: "\\S+PG_VERSION is not a folder",
  },
  {
    which: "in a file",
    makePath: async () => join(await makeFile(), "data"),
    reason: "\\S+PG_VERSION is not a folder",
  },
  {
    which: "that the system lets nobody make",
    makePath: () => "/proc/x/y",
    reason: "ENOENT",
  },
])("a data folder $which is refused at once", async ({ makePath, reason }) => {
  const path = await makePath();

  await expect(openEmbedded(path)).rejects.toThrow(
    new RegExp(
      `^The data folder \\S+ cannot be used: ${reason}[^\\n]*Set DATA_DIR to [^\\n]+$`,
    ),
  );
});

test.each([
  {
    file: "PG_VERSION",
    damage: rmSync,
    reason: "its file PG_VERSION is missing",
  },
  {
    file: "PG_VERSION",
    damage: truncateSync,
    reason: "one of its files is missing or damaged, or cannot be written",
  },
  {
    file: "global/pg_control",
    damage: truncateSync,
    reason: "one of its files is missing or damaged, or cannot be written",
  },
])(
  "a database whose $file was lost ($damage.name) is not opened, and says what to do",
  async ({ file, damage, reason }) => {
    const { DATA_DIR = "" } = await emptyStore("embedded");
    const database = join(DATA_DIR, "pglite");
    damage(join(database, file));

    await expect(openEmbedded(DATA_DIR)).rejects.toThrow(
      `The database in ${database} cannot be opened: ${reason}. Restore ${DATA_DIR} from a backup, or set DATA_DIR to another folder.`,
    );
  },
);

test.each([
  { purpose: "to create it", kibibytes: 4000 },
  { purpose: "for its tables", kibibytes: 8000 },
])(
  "a first start that may not write the files of its database $purpose says why, and asks for room",
  async ({ kibibytes }) => {
    const store = await emptyStore("embedded");
    const env = { ...store, DATA_DIR: temporaryFolder() };

    const server = start("server/main.ts", [], env, { fileSize: kibibytes });

    await server.printed(
      / cannot be opened: [^.]*\(ulimit -f\)[^.]*\. Make room on its disk, or set DATA_DIR to another folder\.$/m,
    );
  },
);

test("a first start on a disk that is full says so", async ({ skip }) => {
  const folder = temporaryFolder();
  const mount = ["-t", "tmpfs", "-o", "size=8m", "tmpfs", folder];
  const isMounted = spawnSync("mount", mount).status === 0;
  skip(!isMounted, "no tmpfs can be mounted here");
  onTestFinished(() => void spawnSync("umount", ["--lazy", folder]));
  const env = { ...(await emptyStore("embedded")), DATA_DIR: folder };

  const server = start("server/main.ts", [], env);

  await server.printed(
    / cannot be opened: no space is left on the disk \(ENOSPC\)\. Make room on its disk, or set DATA_DIR to another folder\.$/m,
  );
});
