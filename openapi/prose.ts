import { readFileSync } from "node:fs";

/** A text that stands beside this file. The bundle of the plugin has the same folder, so nothing deeper may read one. */
export const prose = (name: "introduction.md" | "decisions.md"): string =>
  readFileSync(new URL(name, import.meta.url), "utf8");
