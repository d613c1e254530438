/**
 * Holds a key and an address against what can work at all.
 * @throws TypeError that does not show the key
 */
export function requireOptions({ apiKey, baseUrl }: { apiKey: string; baseUrl: string }): void {
  if (!apiKey) throw new TypeError("apiKey is missing.");
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError("apiKey holds a character that no key has.");
  }
  if (!/^https?:/i.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new TypeError("baseUrl must be the address of the server, e.g. http://127.0.0.1:3000");
  }
}
