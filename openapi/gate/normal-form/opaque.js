const silent = new Set(["title", "description", "example", "examples", "default", "deprecated", "$comment"]);

/**
 * A schema as one text, the same for the same schema. For `not` and `if`, where a wider schema lets less through or
 * another branch in: what a change of it means cannot be told from the change.
 * @param {unknown} schema
 * @param {(ref: string) => unknown} follow
 * @param {string[]} [through] the references that led here
 * @returns {string}
 */
export function opaque(schema, follow, through = []) {
  if (Array.isArray(schema)) return `[${schema.map((item) => opaque(item, follow, through)).join()}]`;
  if (typeof schema !== "object" || schema === null) return JSON.stringify(schema);
  const { $ref } = /** @type {{ $ref?: string }} */ (schema);
  if ($ref !== undefined && !through.includes($ref)) {
    const target = follow($ref);
    if (target !== undefined) return opaque(target, follow, [...through, $ref]);
  }
  const entries = Object.entries(schema)
    .filter(([name]) => !silent.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, value]) => `${name}: ${opaque(value, follow, through)}`).join(", ")}}`;
}
