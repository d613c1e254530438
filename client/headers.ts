/** Headers by name. An undefined value counts as left out. */
type HeaderValues = Record<string, string | undefined>;

/**
 * Merges headers, with names in lower case. A later one replaces an earlier one with the same name
 * in any case. `Headers` would join them with a comma.
 */
export function mergeHeaders(...all: HeaderValues[]): Record<string, string> {
  const merged = new Headers();
  for (const [name, value] of all.flatMap(Object.entries<string | undefined>))
    if (value !== undefined) merged.set(name, value);
  return Object.fromEntries(merged);
}
