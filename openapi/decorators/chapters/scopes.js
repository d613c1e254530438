import { table } from "./table.js";

/**
 * The scopes that a key can carry.
 * @param {{ "x-scopes": Record<string, string> }} scheme
 */
export function scopesChapter({ "x-scopes": scopes }) {
  const rows = Object.entries(scopes).map(([scope, meaning]) => [`\`${scope}\``, meaning]);
  return `## Scopes\n\n${table(["Scope", "What it allows"], rows)}`;
}
