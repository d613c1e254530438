/** The bytes of an encryption key. */
export const encryptionKeyLength = 32;

/** Reads an encryption key: 32 bytes in base64. Returns undefined for any other text. */
export function parseEncryptionKey(text: string): Buffer | undefined {
  const key = Buffer.from(text, "base64");
  const isBase64 = key.toString("base64") === text;
  return isBase64 && key.length === encryptionKeyLength ? key : undefined;
}
