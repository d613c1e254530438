import { expect, test } from "vitest";
import { run } from "../../support/run.ts";

test("without a database it says what it can do", async () => {
  const { code, stdout } = await run("test/bench/seed/main.ts");
  expect([code, stdout]).toEqual([0, expect.stringContaining("--database URL")]);
});

test("a size that is no number is refused", async () => {
  const { code, stderr } = await run("test/bench/seed/main.ts", [
    "--database",
    "postgres://x",
    "--contacts",
    "many",
  ]);
  expect([code, stderr]).toEqual([1, "--contacts must be a number from 1 to 999999999, not many.\n"]);
});
