import { readFileSync } from "node:fs";

const file = new URL("../../introduction.md", import.meta.url);

/** The first chapters of the docs, in the words of openapi/introduction.md. */
export function introductionChapters() {
  return readFileSync(file, "utf8").trim();
}
