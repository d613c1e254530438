import { existsSync, readFileSync } from "node:fs";

/** A text of openapi/, empty where there is none. The bundle of the plugin takes `redocly/` for its folder, which is as deep as this one. */
export function prose(name: "introduction.md" | "decisions.md"): string {
  const file = new URL(`../${name}`, import.meta.url);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
