import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Store } from "../store/store.ts";

/** Bytes of a key for AES-256. */
const length = 32;

/**
 * The key that secrets are encrypted with: ENCRYPTION_KEY, or else the one in the data folder, which is made at the
 * first start and readable by its owner only.
 * @throws Error when the database was written with another key.
 */
export async function encryptionKey(
  { encryptionKey, dataDir }: { encryptionKey: Buffer | undefined; dataDir: string },
  store: Store,
): Promise<Buffer> {
  const file = join(dataDir, "encryption.key");
  const key = encryptionKey ?? keyInFile(file);
  if (await isKeyOf(store, key)) return key;
  throw new Error(
    `The secrets in this database were encrypted with another key than ${encryptionKey ? "ENCRYPTION_KEY" : file}.\n` +
      "Set ENCRYPTION_KEY to the key that the first server used (the content of its encryption.key).",
  );
}

function keyInFile(file: string): Buffer {
  mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
  try {
    // Of several processes that start at once, one writes the file and all read it.
    writeFileSync(file, `${randomBytes(length).toString("base64")}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const key = parseKey(readFileSync(file, "utf8").trim());
  if (!key) throw new Error(`${file} does not hold a key. Restore it from a backup, or set ENCRYPTION_KEY.`);
  return key;
}

/** Base64 of 32 bytes, or undefined. */
export function parseKey(text: string): Buffer | undefined {
  const key = Buffer.from(text, "base64");
  return key.length === length && key.toString("base64") === text ? key : undefined;
}

/** The first key that a database meets is its key. */
async function isKeyOf({ database }: Store, key: Buffer): Promise<boolean> {
  const fingerprint = createHash("sha256").update(key).digest("hex");
  await database
    .insertInto("encryption_key")
    .values({ fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const known = await database.selectFrom("encryption_key").select("fingerprint").executeTakeFirstOrThrow();
  return known.fingerprint === fingerprint;
}
