import { linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Another process holds the folder. */
export class FolderInUse extends Error {
  override readonly name = "FolderInUse";
  constructor(folder: string, pid: number, file: string) {
    super(
      `The data folder ${folder} is in use by process ${pid}. Stop that server, or set DATA_DIR to another folder. ` +
        `If process ${pid} is no server of this API, delete ${file}.`,
    );
  }
}

/** Lock files of this process. */
const held = new Set<string>();

/**
 * Takes a folder for this process by a file with its process id, as PostgreSQL does. A lock whose process is
 * gone is taken over; a second lock around that step keeps two starters from both taking it.
 * @returns the function that gives the folder back
 * @throws FolderInUse
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, "server.pid");
  if (!create(file)) takeOver(folder, file);
  held.add(file);
  return () => {
    held.delete(file);
    rmSync(file, { force: true });
  };
}

function takeOver(folder: string, file: string): void {
  refuseIfHeld(folder, file);
  const guard = `${file}.takeover`;
  try {
    mkdirSync(guard);
  } catch {
    throw new Error(`Another process is taking over ${folder}. Try again; if this stays, delete ${guard}.`);
  }
  try {
    refuseIfHeld(folder, file);
    rmSync(file, { force: true });
    if (!create(file)) throw new FolderInUse(folder, ownerOf(file) ?? 0, file);
  } finally {
    rmdirSync(guard);
  }
}

function refuseIfHeld(folder: string, file: string): void {
  const owner = ownerOf(file);
  if (owner !== undefined && isRunning(owner, file)) throw new FolderInUse(folder, owner, file);
}

/** The lock appears with its content or not at all, so nobody reads an empty one. */
function create(file: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, String(process.pid), { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function ownerOf(file: string): number | undefined {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** A container may give its server the same process id each time: our own id can be a lock left behind. */
function isRunning(pid: number, file: string): boolean {
  if (pid === process.pid) return held.has(file);
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, "EPERM");
  }
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;
