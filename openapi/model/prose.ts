import { existsSync, readFileSync } from "node:fs";

/** Returns a text of openapi/, empty where there is none. */
export function prose(name: "introduction.md" | "decisions.md"): string {
  const file = new URL(`../${name}`, import.meta.url);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
