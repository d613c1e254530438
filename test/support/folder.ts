import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/**
 * An empty folder that is removed with the test, or with the file of tests when `afterAll` is
 * given.
 */
export function temporaryFolder(
  atEnd: (remove: () => void) => void = onTestFinished,
): string {
  const folder = mkdtempSync(join(tmpdir(), "contacts-test-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
