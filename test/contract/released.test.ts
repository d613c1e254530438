import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { packageName, readReleases } from "../../openapi/model/releases.ts";
import { changesOfReleases } from "../../openapi/release/record.ts";

test("what was released is as the record has it: contracts, published files, package, consumers, migrations", () => {
  expect([...readReleases().keys()]).toContain("1.2.0");
  expect(changesOfReleases()).toEqual([]);
});

test.each(["README.md", "client/README.md"])(
  "%s names the package of the newest release",
  (file) => {
    const named = readFileSync(file, "utf8").match(
      /contacts-client(-[\w.-]+)?\.tgz/g,
    );
    const newest = [...readReleases().keys()].at(-1) ?? "";
    expect(named).toEqual([packageName(newest)]);
  },
);
