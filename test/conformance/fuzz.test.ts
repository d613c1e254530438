import { expect, test } from "vitest";
import { start } from "../support/process.ts";

const fuzz = async (...args: string[]) => {
  const program = start("test/conformance/fuzz.ts", args);
  return { code: await program.ended, output: program.output() };
};

test("npm run fuzz says what it tried, with the seeds", async () => {
  const { code, output } = await fuzz("--rounds", "2", "--seed", "5", "--operation", "getContact");
  expect(output).toMatch(/^\n\d+ requests in \d+ s, seeds 5 to 6: 0 findings\n$/);
  expect(code).toBe(0);
});

test("npm run fuzz has meetings too", async () => {
  const { code, output } = await fuzz("--meetings", "--rounds", "1", "--seed", "5");
  expect(output).toMatch(/^\n1 meetings in \d+ s, seeds 5 to 5: 0 findings\n$/);
  expect(code).toBe(0);
});
