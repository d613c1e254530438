import { buildSync } from "esbuild";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { operations } from "../../generated/operations.ts";
import { installClient } from "./client-package.ts";

const consumer = await installClient();

/** Returns the size of a bundled module that uses the package, in gzipped bytes. */
function bundled(code: string): number {
  const entry = consumer.write("entry.js", code);
  const options = {
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: "node",
    write: false,
  } as const;
  const [file] = buildSync({ ...options, entryPoints: [entry] }).outputFiles;
  return gzipSync(file?.contents ?? "", { level: 9 }).length;
}

/**
 * The number of operations beyond the 37 for which the size limits were set: the client has a line
 * for each.
 */
const further = Object.keys(operations).length - 37;

test("the tarball, with the contract, its types and source maps, is small", () => {
  // It has the changelog, which each release makes longer.
  expect(statSync(consumer.tarball).size).toBeLessThanOrEqual(
    230_000 + 1_000 * further,
  );
});

const theClient = `import { createClient } from "contacts-client"; console.log(createClient({}));`;

test.each([
  { name: "the client", limit: 13_285 + 10 * further, code: theClient },
  {
    name: "all of it",
    limit: 13_625 + 10 * further,
    code: `import * as all from "contacts-client"; console.log(all);`,
  },
  {
    name: "the messenger alone",
    limit: 11_050,
    code: `import { createMessenger } from "contacts-client/messenger"; console.log(createMessenger({}));`,
  },
  {
    name: "the webhook helper alone",
    limit: 2_000,
    code: `import { verifyWebhook } from "contacts-client/webhooks"; console.log(verifyWebhook);`,
  },
  {
    name: "an error alone",
    limit: 1_700,
    code: `import { isApiError } from "contacts-client"; console.log(isApiError(0));`,
  },
  { name: "types alone", limit: 30, code: `import "contacts-client/schema";` },
])("$name is at most $limit bytes", ({ limit, code }) => {
  expect(bundled(code)).toBeLessThanOrEqual(limit);
});

test("the README says how large the client is", () => {
  const readme = readFileSync(join(consumer.installed, "README.md"), "utf8");
  const size = bundled(theClient);
  const documented = Number(
    /^\| bytes +\| ([\d,]+)/m.exec(readme)?.[1]?.replace(",", ""),
  );
  expect(
    Math.abs(documented - size),
    `${documented} in the README, now ${size}`,
  ).toBeLessThan(250);
});
