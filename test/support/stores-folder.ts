import { accessSync, constants, mkdirSync, statfsSync } from "node:fs";
import { basename, join } from "node:path";

/** The folder of Linux that is in memory. Containers often have one of 64 MB, which is too small. */
export const memoryFolder = "/dev/shm";
const requiredBytes = 2 * 1024 ** 3;

/**
 * Makes the folder of a run's embedded stores. Each store has 500 files, and to write and remove
 * those on a disk takes a fifth of a run: so the folder is in memory where the system has one.
 * @param runFolder the folder of the run
 */
export function storesFolder(runFolder: string): string {
  const folder = hasRoomInMemory()
    ? join(memoryFolder, basename(runFolder))
    : join(runFolder, "stores");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

function hasRoomInMemory(): boolean {
  try {
    accessSync(memoryFolder, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize > requiredBytes;
  } catch {
    return false;
  }
}
