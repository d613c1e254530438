import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("a quick run prints sizes, CPU and heap", { timeout: 120_000 }, async () => {
  const { stdout } = await promisify(execFile)("npm", ["run", "-s", "bench", "--", "client", "--quick"]);
  expect(stdout).toMatch(/^the tarball: \d+ bytes$/m);
  expect(stdout).toMatch(/^contacts-client +\d+ +\d+$/m);
  expect(stdout.match(/\d+ µs +\d+\.\d\d×/g)).toHaveLength(6);
  expect(stdout).toMatch(/^heap after 1000 calls: -?\d+ kB more$/m);
});
