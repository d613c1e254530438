import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const prefix = "contacts_live_";
const format = new RegExp(`^${prefix}([0-9A-Za-z]{32})([0-9A-Za-z]{6})$`);

/** A new API key: prefix, 190 random bits, checksum (decision D-26). */
export function newSecret(): string {
  const random = Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return prefix + random + checksum(random);
}

/** Whether a text has the form and the checksum of a key. Mistyped keys need no query. */
export function isSecret(text: string): boolean {
  const [, random, sum] = format.exec(text) ?? [];
  return random !== undefined && checksum(random) === sum;
}

/** The stored hash of a key: SHA-256, hexadecimal. A key has so many random bits that it needs no slow hash. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret);
}

function checksum(random: string): string {
  let rest = crc32(random);
  let digits = "";
  while (digits.length < 6) {
    digits = `${alphabet[rest % alphabet.length]}${digits}`;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
