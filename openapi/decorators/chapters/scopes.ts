import { table } from "./table.ts";

/** The scopes that a key can have. */
export function scopesChapter({ "x-scopes": scopes }: { "x-scopes": Record<string, string> }): string {
  const rows = Object.entries(scopes).map(([scope, meaning]) => [`\`${scope}\``, meaning]);
  return `## Scopes\n\n${table(["Scope", "What it allows"], rows)}`;
}
