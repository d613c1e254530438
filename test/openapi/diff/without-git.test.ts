import { expect, test } from "vitest";
import { run } from "../../support/process.ts";

test("without git, a name that is no file is refused, and git is named", async () => {
  const released = "openapi/released/openapi.yaml";
  const noPrograms = { PATH: "" };

  const { code, stderr } = await run(
    "openapi/diff/main.ts",
    [released, "nothing.yaml"],
    ".",
    noPrograms,
  );

  expect(code).toBe(2);
  expect(stderr).toBe(
    "The contracts were not compared: There is no file nothing.yaml, and git, which reads revisions, is not installed.\n",
  );
});
