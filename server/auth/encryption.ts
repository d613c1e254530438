import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
} from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import {
  encryptionKeyLength,
  parseEncryptionKey,
} from "../settings/encryption-key.ts";
import { reasonOf } from "../store/errors.ts";
import type { Store } from "../store/store.ts";

/** The keys of stored secrets, and the cipher that uses them. */
export interface Encryption {
  cipher: Cipher;
  /** The key for new secrets first. */
  keys: [Buffer, ...Buffer[]];
}

/**
 * Finds the keys that the settings name. The embedded store gets one when it has none: call it
 * while the store is open, so that no other process makes one too.
 * @throws Error when PostgreSQL is used without a key, or the file holds none
 */
export function openEncryption(settings: KeySettings): Encryption {
  const [first = makeKey(settings.dataDir), ...others] = findKeys(settings);
  return { cipher: createCipher(first, ...others), keys: [first, ...others] };
}

export type Cipher = ReturnType<typeof createCipher>;

const algorithm = "aes-256-gcm";

/**
 * Encrypts texts that the server must read again, such as the secrets of webhooks: AES-256-GCM with
 * a fresh nonce for every text. The result is base64 of nonce, tag and text. `of` names the owner
 * of a text, e.g. a webhook's id: it is not in the result, and decrypting needs the same one. Keys
 * have 32 bytes. The first one encrypts. To decrypt, each is tried, as the tag shows whether it is
 * the right one.
 */
export function createCipher(...keys: [Buffer, ...Buffer[]]) {
  /** The result is no base64. */
  const encryptBytes = (bytes: Buffer, of: string): Buffer => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv(algorithm, keys[0], nonce).setAAD(
      Buffer.from(of),
    );
    const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
  };
  /** @throws Error when no key fits, `of` is another one, or the text was tampered with. */
  const decryptBytes = (encrypted: Buffer, of: string): Buffer => {
    for (const key of keys) {
      try {
        return decryptWith(key, encrypted, of);
      } catch {
        // Another key may fit.
      }
    }
    throw new Error("No ENCRYPTION_KEY can decrypt this.");
  };
  return {
    encryptBytes,
    decryptBytes,
    encrypt: (text: string, of: string) =>
      encryptBytes(Buffer.from(text), of).toString("base64"),
    decrypt: (encrypted: string, of: string) =>
      decryptBytes(Buffer.from(encrypted, "base64"), of).toString("utf8"),
  };
}

function decryptWith(key: Buffer, bytes: Buffer, of: string): Buffer {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(of)).setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
}

/** The text, or undefined when no key can decrypt it. */
export function decrypted(
  cipher: Cipher,
  encrypted: string,
  of: string,
): string | undefined {
  try {
    return cipher.decrypt(encrypted, of);
  } catch {
    return undefined;
  }
}

/** The settings that name the keys. */
interface KeySettings {
  /** Keys of 32 bytes each. */
  encryptionKeys: Buffer[];
  /** The folder of the embedded store; it holds the key when `encryptionKeys` is empty. */
  dataDir: string;
  databaseUrl: string | undefined;
}

const fileIn = (folder: string) => join(folder, "encryption.key");

/**
 * Returns the keys that encrypt secrets, the key for new secrets first: the keys in ENCRYPTION_KEY,
 * or else the key in the folder of the embedded store. Returns none when that folder has no key
 * yet.
 * @throws Error when PostgreSQL is used without a key: one that was found in a folder would be in
 *   no backup, and not where the other servers are
 */
export function findKeys({
  encryptionKeys,
  dataDir,
  databaseUrl,
}: KeySettings): Buffer[] {
  if (encryptionKeys.length > 0) return encryptionKeys;
  if (databaseUrl !== undefined) {
    throw new Error(
      "ENCRYPTION_KEY is not set, and PostgreSQL is used. Set it to what `openssl rand -base64 32` prints, the same for all " +
        "servers of this database, and keep it where your backups are: the secrets of webhooks cannot be read without it.",
    );
  }
  const file = fileIn(dataDir);
  if (!existsSync(file)) return [];
  const key = parseEncryptionKey(read(file));
  if (key) return [key];
  throw new Error(
    `${file} does not hold a key. Restore it from a backup, or set ENCRYPTION_KEY.`,
  );
}

/** Says how a server gets the key with which the database was used, and what to do without it. */
export function howToAddKey({
  encryptionKeys,
  dataDir,
  databaseUrl,
}: KeySettings): string {
  const isInFile = encryptionKeys.length === 0 && databaseUrl === undefined;
  const way = isInFile
    ? `Restore ${fileIn(dataDir)} from your backup, and start the server again.`
    : "Add that key to ENCRYPTION_KEY, after the present one and a comma.";
  return `${way} If it is lost, run: npm run -s operator -- reset-secrets`;
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

/**
 * Makes a key in the data folder, which exists, readable by its owner only. The file never exists
 * without its content.
 */
function makeKey(folder: string): Buffer {
  const key = randomBytes(encryptionKeyLength);
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

/**
 * Returns whether the database's secrets were last encrypted with one of these keys. The first key
 * that a database is used with becomes its key.
 */
export async function isKeyOf(
  { database }: Store,
  keys: Buffer[],
): Promise<boolean> {
  const [first = "", ...others] = keys.map(fingerprintOf);
  await database
    .insertInto("encryption_key")
    .values({ fingerprint: first })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { fingerprint } = await database
    .selectFrom("encryption_key")
    .select("fingerprint")
    .executeTakeFirstOrThrow();
  return [first, ...others].includes(fingerprint);
}

/** Stores that the database's secrets are encrypted with this key from now on. */
export async function noteKey(
  { database }: Pick<Store, "database">,
  key: Buffer,
): Promise<void> {
  await database
    .updateTable("encryption_key")
    .set({ fingerprint: fingerprintOf(key) })
    .execute();
}

/** SHA-256 of a key, hexadecimal. */
export const fingerprintOf = (key: Buffer): string =>
  createHash("sha256").update(key).digest("hex");
