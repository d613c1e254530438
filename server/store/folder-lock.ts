import { tryLock } from "fs-native-extensions";
import { closeSync, fchmodSync, openSync } from "node:fs";
import { join } from "node:path";

/** Another process has the folder open. */
export class FolderInUse extends Error {
  override readonly name = "FolderInUse";
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another server. Stop that server, or set DATA_DIR to another folder.`,
    );
  }
}

/**
 * Locks a folder by a lock of the operating system on a file in it. One process can hold the lock, in whatever container
 * it runs, and the system releases it when that process ends. The file stays empty.
 * @returns the function that releases the folder
 * @throws FolderInUse
 */
export function lockFolder(folder: string): () => void {
  const descriptor = openSync(join(folder, "server.lock"), "a+", 0o600);
  fchmodSync(descriptor, 0o600);
  const unlock = () => closeSync(descriptor);
  if (tryLock(descriptor)) return unlock;
  unlock();
  throw new FolderInUse(folder);
}
