/**
 * A random UUID of version 4. Pages that are served by plain http have no `crypto.randomUUID`, and neither has React
 * Native, whose polyfills bring `getRandomValues`.
 * @throws Error when the runtime has no source of random bytes
 */
export function randomUuid(): string {
  const source: Partial<typeof crypto> | undefined = globalThis.crypto;
  if (source?.randomUUID) return source.randomUUID();
  if (!source?.getRandomValues)
    throw new Error(
      "This runtime lacks crypto.getRandomValues, which makes idempotency keys. Load a polyfill, or give idempotencyKey.",
    );
  const bytes = source.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0"));
  // Two digits say the version and the variant.
  return hex
    .join("")
    .replace(/(.{8})(.{4}).(.{3}).(.{3})(.+)/, "$1-$2-4$3-8$4-$5");
}
