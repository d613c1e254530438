import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Encrypts texts that the server must read again, such as the secrets of webhooks. */
export interface Cipher {
  /** `of` names the owner of the text, e.g. a webhook's id. It is not in the result; decrypting needs the same one. */
  encrypt: (text: string, of: string) => string;
  /** @throws Error when no key fits, `of` is another one, or the text was tampered with. */
  decrypt: (encrypted: string, of: string) => string;
  /** Likewise with bytes; the result is no base64. */
  encryptBytes: (bytes: Buffer, of: string) => Buffer;
  decryptBytes: (encrypted: Buffer, of: string) => Buffer;
}

const algorithm = "aes-256-gcm";

/**
 * AES-256-GCM with a fresh nonce for every text. The result is base64 of nonce, tag and text. Keys have 32 bytes. The
 * first one encrypts. To decrypt, each is tried, as the tag shows whether it is the right one.
 */
export function createCipher(...keys: [Buffer, ...Buffer[]]): Cipher {
  const encryptBytes: Cipher["encryptBytes"] = (bytes, of) => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv(algorithm, keys[0], nonce).setAAD(Buffer.from(of));
    const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
  };
  const decryptBytes: Cipher["decryptBytes"] = (encrypted, of) => {
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
    encrypt: (text, of) => encryptBytes(Buffer.from(text), of).toString("base64"),
    decrypt: (encrypted, of) => decryptBytes(Buffer.from(encrypted, "base64"), of).toString("utf8"),
  };
}

function decryptWith(key: Buffer, bytes: Buffer, of: string): Buffer {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(of)).setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
}

/** The text, or undefined when no key can decrypt it. */
export function decrypted(cipher: Cipher, encrypted: string, of: string): string | undefined {
  try {
    return cipher.decrypt(encrypted, of);
  } catch {
    return undefined;
  }
}
