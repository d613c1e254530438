/**
 * A count that an option of a benchmark gives.
 * @throws Error that says what to give instead
 */
export function count(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new Error(`--${name} must be a number from 1 to 999999999, not ${text}.`);
  return Number(text);
}
