/** A number from 0 up to 1 that looks random and is the same at every run. */
export function chance(index: number, salt: number): number {
  let mixed = Math.imul(index ^ (salt * 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x27d4eb2f);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

/** One of some values, the first the likeliest and the last the least, as names and domains are. */
export function common<T>(values: readonly [T, ...T[]], index: number, salt: number): T {
  return values[Math.floor(chance(index, salt) ** 1.7 * values.length)] ?? values[0];
}
