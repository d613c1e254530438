import { table } from "./table.ts";

/** The scopes that a key can have. */
export function scopesTable(scopes: Record<string, string>): string {
  const rows = Object.entries(scopes).map(([scope, meaning]) => [`\`${scope}\``, meaning]);
  return table(["Scope", "What it allows"], rows);
}
