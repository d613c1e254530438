import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** The folder of this run, with which all that is left in it is removed. */
const parent = process.env["TEST_RUN"] ?? tmpdir();

/**
 * An empty folder that is removed with the test, or with the file of tests when `afterAll` is
 * given. One that is made inside of a test with `afterAll` is removed with the run.
 */
export function temporaryFolder(
  atEnd: (remove: () => void) => void = onTestFinished,
): string {
  const folder = mkdtempSync(join(parent, "folder-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
