import { tryLock } from "fs-native-extensions";
import {
  closeSync,
  existsSync,
  fchmodSync,
  mkdirSync,
  openSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** Another process has the folder open. */
export class FolderInUse extends Error {
  override readonly name = "FolderInUse";
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another server. Stop that server, or set DATA_DIR to another folder.`,
    );
  }
}

/** Root would write files into the folder that its owner, whose server this is, cannot read. */
export class FolderOfAnother extends Error {
  override readonly name = "FolderOfAnother";
  constructor(folder: string, owner: number) {
    super(
      `The data folder ${folder} belongs to the user ${owner}, whose server could not read what root writes there. ` +
        "Run this as that user, or while the server runs: the server then does it.",
    );
  }
}

/**
 * Locks a folder by a lock of the operating system on a file in it. One process can hold the lock,
 * in whatever container it runs, and the system releases it when that process ends. The file stays
 * empty.
 * @returns the function that releases the folder
 * @throws FolderInUse
 * @throws FolderOfAnother when this is root, and the folder is somebody else's
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, "server.lock");
  const owner = statSync(folder).uid;
  const isOfAnother = process.getuid?.() === 0 && owner !== 0;
  if (isOfAnother && !existsSync(file))
    throw new FolderOfAnother(folder, owner);
  const descriptor = openSync(file, "a+", 0o600);
  fchmodSync(descriptor, 0o600);
  const unlock = () => closeSync(descriptor);
  const isLocked = tryLock(descriptor);
  if (isLocked && !isOfAnother) return unlock;
  unlock();
  throw isLocked ? new FolderOfAnother(folder, owner) : new FolderInUse(folder);
}

/** A position behind the end of a file. On Windows PGlite could not read bytes that are locked. */
const behindEnd = 2 ** 30;

/**
 * Locks the database in a folder, as somebody may delete `server.lock` under a running server.
 * @param file a file of the database, which nobody deletes
 * @returns the function that releases the database
 * @throws FolderInUse
 */
export function lockDatabase(folder: string, file: string): () => void {
  const descriptor = openSync(file, "r+");
  if (tryLock(descriptor, behindEnd, 1)) return () => closeSync(descriptor);
  closeSync(descriptor);
  throw new FolderInUse(folder);
}

/**
 * Makes a folder that only this user may use, and the folders above it, unless they exist.
 * (`mkdirSync` with `recursive` never ends where the system says that a folder is missing and does
 * not let anybody make it, as in `/proc`.)
 * @throws Error of the operating system, or one that names what is not a folder
 */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  if (existsSync(folder)) throw new Error(`${folder} is not a folder`);
  const above = dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!isFolder(folder)) throw error;
  }
}

const isFolder = (path: string) =>
  existsSync(path) && statSync(path).isDirectory();
