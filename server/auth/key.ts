import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { reasonOf } from "../store/error-reason.ts";

/** Bytes of a key for AES-256. */
const length = 32;

/** The settings that name the keys. */
export interface KeySettings {
  /** Keys of 32 bytes each. */
  encryptionKeys: Buffer[];
  /** The folder of the embedded store; it holds the key when `encryptionKeys` is empty. */
  dataDir: string;
  databaseUrl: string | undefined;
}

const fileIn = (folder: string) => join(folder, "encryption.key");

/**
 * The keys that secrets are encrypted with, the one for new secrets first: those of ENCRYPTION_KEY, or else the one of
 * the embedded store, in its folder. None when that has no key yet.
 * @throws Error when PostgreSQL is used without a key: one that was found in a folder would be in no backup, and not where
 * the other servers are
 */
export function findKeys({ encryptionKeys, dataDir, databaseUrl }: KeySettings): Buffer[] {
  if (encryptionKeys.length > 0) return encryptionKeys;
  if (databaseUrl !== undefined) {
    throw new Error(
      "ENCRYPTION_KEY is not set, and PostgreSQL is used. Set it to what `openssl rand -base64 32` prints, the same for all " +
        "servers of this database, and keep it where your backups are: the secrets of webhooks cannot be read without it.",
    );
  }
  const file = fileIn(dataDir);
  // The file is empty when the disk was full at the start of an earlier version.
  const text = existsSync(file) ? read(file) : "";
  const key = parseKey(text);
  if (key) return [key];
  if (text !== "") {
    throw new Error(`${file} does not hold a key. Restore it from a backup, or set ENCRYPTION_KEY.`);
  }
  return [];
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new Error(
      `${file} cannot be read: ${reasonOf(error)}. Run the server as the user who owns the file, or set ENCRYPTION_KEY.`,
    );
  }
}

/** Makes a key in the data folder, which exists, readable by its owner only. The file never exists without its content. */
export function makeKey(folder: string): Buffer {
  const key = randomBytes(length);
  const draft = `${fileIn(folder)}.new`;
  const descriptor = openSync(draft, "w", 0o600);
  try {
    writeSync(descriptor, `${key.toString("base64")}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, fileIn(folder));
  return key;
}

/** Base64 of 32 bytes, or undefined. */
export function parseKey(text: string): Buffer | undefined {
  const key = Buffer.from(text, "base64");
  return key.length === length && key.toString("base64") === text ? key : undefined;
}
