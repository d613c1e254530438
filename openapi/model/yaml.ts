import { CORE_SCHEMA, load, Type, YAMLException } from "js-yaml";

/** `<<`, which puts the keys of another mapping in its place. */
const merge = new Type("tag:yaml.org,2002:merge", {
  kind: "scalar",
  resolve: (text: unknown) => text === "<<",
});

/** The YAML of contracts: the values of JSON, anchors and merge keys. A day is a text. */
export const schema = CORE_SCHEMA.extend({ implicit: [merge] });

/**
 * Reads YAML.
 * @param file what people call it
 * @throws Error whose message says where it is broken, by line and column
 */
export function parseYaml(text: string, file: string): unknown {
  try {
    return load(text, { schema });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { reason, mark }: { reason: string; mark?: YAMLException["mark"] } = error;
    const place = mark ? ` at line ${mark.line + 1}, column ${mark.column + 1}` : "";
    throw new Error(`${file} is not valid YAML: ${reason}${place}`, { cause: error });
  }
}
