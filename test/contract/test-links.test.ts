import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

interface TestLink {
  file: string;
  title: string;
}

/** Links to tests, such as `[contacts](../test/contacts.test.ts "title of the test")`. */
const links = /\]\(([^)\s]+\.test\.ts) (?:"([^"]+)"|'([^']+)')\)/g;

const linksIn = (document: string, text: string): TestLink[] =>
  [...text.matchAll(links)].map(([, path = "", title, other]) => ({
    file: join(dirname(document), path),
    title: title ?? other ?? "",
  }));

/** Splits the text of a document before each line that begins with `beginning`. */
const partsOf = (text: string, beginning: string): string[] =>
  text
    .split(`\n${beginning}`)
    .slice(1)
    .map((part) => `${beginning}${part}`);

const read = (file: string) => readFileSync(file, "utf8");
const [limits = ""] = read("SECURITY.md").split("## Measured attacks");

const promises = {
  "openapi/decisions.md": partsOf(read("openapi/decisions.md"), "## D-"),
  "server/RELIABILITY.md": partsOf(read("server/RELIABILITY.md"), "- **"),
  "SECURITY.md": partsOf(limits, "- "),
};

describe.each(Object.entries(promises))("%s", (document, parts) => {
  const rows = parts.map((part) => ({
    promise: part.slice(0, part.indexOf("\n")).slice(0, 60),
    targets: linksIn(document, part),
  }));

  test.each(rows)("$promise links to its test", ({ targets }) => {
    expect(targets).not.toEqual([]);
    expect(targets.filter((target) => !isTest(target))).toEqual([]);
  });
});

/** True when the file has a test of this title. */
function isTest({ file, title }: TestLink): boolean {
  if (!existsSync(file)) return false;
  const source = read(file);
  return ['"', "'", "`"].some((quote) =>
    source.includes(`${quote}${title}${quote}`),
  );
}
