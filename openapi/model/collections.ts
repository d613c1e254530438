/** Returns the elements of `from` that are not in `excluded`. */
export function without<T>(from: Iterable<T>, excluded: Iterable<T>): T[] {
  const set = new Set(excluded);
  return [...from].filter((element) => !set.has(element));
}

/** Appends a value to the list under a key of a map. */
export function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Writes elements in code style for a message: `` `a`, `b` ``. */
export const quoted = (elements: Iterable<unknown>): string =>
  [...elements].map((element) => `\`${String(element)}\``).join(", ");

/** Lists the first elements for a message, and counts the others: `a, b, c and 12 more`. */
export function firstOf(elements: readonly string[]): string {
  const maxShown = 3;
  const shown = elements.slice(0, maxShown).join(", ");
  const others = elements.length - maxShown;
  return others > 0 ? `${shown} and ${others} more` : shown;
}

/**
 * Returns a function that calls `compute` once for each object, and then returns the same result.
 */
export function memoized<K extends object, V>(
  compute: (key: K) => V,
): (key: K) => V {
  // The box distinguishes a result of undefined from a missing one.
  const results = new WeakMap<K, { value: V }>();
  return (key) => {
    const result = results.get(key) ?? { value: compute(key) };
    results.set(key, result);
    return result.value;
  };
}
