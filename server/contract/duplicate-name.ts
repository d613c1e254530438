/** Strings, with the colon that makes one the name of a field, and the brackets of objects and arrays. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?|[{}[\]]/g;

/**
 * The first name that two fields of one object in a JSON text have. Readers differ in which of the two they use (RFC 8259,
 * section 4). `json` has to be valid JSON.
 */
export function duplicateName(json: string): string | undefined {
  const open: (Set<string> | undefined)[] = []; // the names in each object, none in an array
  for (const token of json.match(tokens) ?? []) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (token.endsWith(":")) {
      const names = open.at(-1);
      const text = token.slice(0, token.lastIndexOf('"') + 1);
      const name = text.includes("\\") ? (JSON.parse(text) as string) : text.slice(1, -1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return undefined;
}
