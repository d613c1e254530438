import { expect, test } from "vitest";
import { start } from "../support/process.ts";

const fuzz = async (...args: string[]) => {
  const program = start("test/conformance/fuzz.ts", args);
  return { code: await program.ended, output: program.output() };
};

test("npm run fuzz says what it tried, with the seeds", async () => {
  const { code, output } = await fuzz(
    "--rounds",
    "2",
    "--seed",
    "5",
    "--operation",
    "getContact",
  );
  expect(output).toMatch(
    /^\n\d+ requests in \d+ s, seeds 5 to 6: 0 findings\n$/,
  );
  expect(code).toBe(0);
});

/** So many that nearly each step is taken in some of them. */
const runs = process.env["NIGHTLY"] ? 100 : 8;

test(
  "what several do at random leaves what each response said",
  { timeout: 900_000 },
  async () => {
    const { code, output } = await fuzz("--model", "--rounds", String(runs));
    expect(output).toMatch(
      new RegExp(
        `^\n${runs} runs of the model in \\d+ s, seeds \\d+ to \\d+: 0 findings\n$`,
      ),
    );
    expect(code).toBe(0);
  },
);
