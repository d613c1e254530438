import { expect, test } from "vitest";
import { entryOf } from "../../../openapi/release/changelog.ts";

const changelog = `# Changelog

## 1.1.0

Faster.

## 1.0.0

The first one.
`;

test.each([
  { which: "first", version: "1.1.0", entry: "## 1.1.0\n\nFaster.\n\n" },
  { which: "last", version: "1.0.0", entry: "## 1.0.0\n\nThe first one.\n" },
  { which: "missing", version: "1.1", entry: undefined },
])("the $which entry of a changelog is whole", ({ version, entry }) => {
  expect(entryOf(changelog, version)).toBe(entry);
});
