import { createHash } from "node:crypto";
import type { Store } from "../store/store.ts";

/**
 * Whether the database's secrets were last encrypted with one of these keys. The first key that a database is used with
 * becomes its key.
 */
export async function isKeyOf({ database }: Store, keys: Buffer[]): Promise<boolean> {
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
export async function noteKey({ database }: Pick<Store, "database">, key: Buffer): Promise<void> {
  await database
    .updateTable("encryption_key")
    .set({ fingerprint: fingerprintOf(key) })
    .execute();
}

/** SHA-256 of a key, hexadecimal. */
export const fingerprintOf = (key: Buffer): string => createHash("sha256").update(key).digest("hex");
