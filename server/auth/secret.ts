import { hash, randomBytes, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const alphabet =
  "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * Prefixes of secrets: the prefixes of the contract's security schemes, and of the secret with
 * which a website signs emails (D-41).
 */
const prefixes = {
  apiKey: "contacts_live_",
  messengerPublicToken: "contacts_public_",
  messengerVisitor: "contacts_visitor_",
  messengerSigning: "contacts_signing_",
};

export type SecretKind = keyof typeof prefixes;

/** Returns a new secret: prefix, 190 random bits, checksum (decision D-26). */
export function newSecret(kind: SecretKind = "apiKey"): string {
  const random = Array.from(
    { length: 32 },
    () => alphabet[randomInt(alphabet.length)],
  ).join("");
  return prefixes[kind] + random + checksum(random);
}

/**
 * Returns a new secret for signatures of deliveries: `whsec_` and the base64 of 32 random bytes
 * (D-19).
 */
export const newWebhookSecret = (): string =>
  `whsec_${randomBytes(32).toString("base64")}`;

/**
 * Returns whether a text has the form and the checksum of a secret of a kind, so that a mistyped
 * secret needs no query.
 */
export function isSecret(kind: SecretKind, text: string): boolean {
  const prefix = prefixes[kind];
  if (!text.startsWith(prefix)) return false;
  const rest = text.slice(prefix.length);
  if (!/^[0-9A-Za-z]{38}$/.test(rest)) return false;
  const random = rest.slice(0, 32);
  return checksum(random) === rest.slice(32);
}

/**
 * Makes the stored hash of a secret: SHA-256, hexadecimal. A secret has so many random bits that no
 * slow hash is needed.
 */
export function hashSecret(secret: string): string {
  return hash("sha256", secret);
}

/** Returns the CRC-32 of a text, as six digits of the `alphabet`. */
function checksum(random: string): string {
  let rest = crc32(random);
  let digits = "";
  while (digits.length < 6) {
    digits = `${alphabet[rest % alphabet.length]}${digits}`;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
