import { existsSync, readFileSync } from "node:fs";

/** Returns the text of a file of openapi/. Returns an empty text when the file does not exist. */
export function prose(name: "introduction.md" | "decisions.md"): string {
  const file = new URL(`../${name}`, import.meta.url);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
