import { createCipher, type Cipher } from "./cipher.ts";
import { findKeys, makeKey, type KeySettings } from "./key.ts";

/** The keys of stored secrets, and the cipher that uses them. */
export interface Encryption {
  cipher: Cipher;
  /** The key for new secrets first. */
  keys: [Buffer, ...Buffer[]];
}

/**
 * Finds the keys that the settings name. The embedded store gets one when it has none: call it while the store is open,
 * so that no other process makes one too.
 * @throws Error when PostgreSQL is used without a key, or the file holds none
 */
export function openEncryption(settings: KeySettings): Encryption {
  const [first = makeKey(settings.dataDir), ...others] = findKeys(settings);
  return { cipher: createCipher(first, ...others), keys: [first, ...others] };
}
