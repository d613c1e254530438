import { CORE_SCHEMA, load, Type, YAMLException } from "js-yaml";

/** `<<`, which puts the keys of another mapping in its place. */
const merge = new Type("tag:yaml.org,2002:merge", {
  kind: "scalar",
  resolve: (text: unknown) => text === "<<",
});

/** The YAML of contracts: the values of JSON, anchors and merge keys. A day is a text. */
export const schema = CORE_SCHEMA.extend({ implicit: [merge] });

/** Reads YAML. @returns its value, or why it has none, and where that is as far as the parser knows */
export function readYaml(text: string): { value?: unknown; reason?: string; mark?: YAMLException["mark"] } {
  try {
    const value = load(text, { schema });
    return isEndless(value) ? { reason: "an alias stands inside of what its anchor names" } : { value };
  } catch (error) {
    if (error instanceof YAMLException) return error;
    throw error;
  }
}

/**
 * Reads YAML.
 * @param file what people call it
 * @throws Error whose message says where it is broken, by line and column
 */
export function parseYaml(text: string, file: string): unknown {
  const { value, reason, mark } = readYaml(text);
  if (reason === undefined) return value;
  const place = mark ? ` at line ${mark.line + 1}, column ${mark.column + 1}` : "";
  throw new Error(`${file} is not valid YAML: ${reason}${place}`);
}

/** Whether a value contains itself. */
function isEndless(value: unknown, around = new Set<unknown>(), checked = new Set<unknown>()): boolean {
  if (typeof value !== "object" || value === null || checked.has(value)) return false;
  if (around.has(value)) return true;
  around.add(value);
  const found = Object.values(value).some((child) => isEndless(child, around, checked));
  around.delete(value);
  checked.add(value);
  return found;
}
