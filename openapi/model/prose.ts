import { readFileSync } from "node:fs";

/** A text of openapi/. The bundle of the plugin takes `redocly/` for its folder, which is as deep as this one. */
export const prose = (name: "introduction.md" | "decisions.md"): string =>
  readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
