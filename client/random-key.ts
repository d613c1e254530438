/**
 * Creates a random key: a UUID, or 32 hexadecimal digits in a runtime without `crypto.randomUUID`,
 * such as pages of plain http and React Native, whose polyfills have `getRandomValues`.
 * @throws Error when the runtime has no source of random bytes
 */
export function randomKey(): string {
  const source: Partial<typeof crypto> | undefined = globalThis.crypto;
  if (source?.randomUUID) return source.randomUUID();
  if (!source?.getRandomValues)
    throw new Error(
      "This runtime lacks crypto.getRandomValues, which makes idempotency keys. Load a polyfill, or pass an idempotencyKey.",
    );
  const bytes = source.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}
