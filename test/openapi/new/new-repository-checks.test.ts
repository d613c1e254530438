import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { makeRepository, runScript } from "./repository.ts";

test("the repository of a new API passes its own checks and tests", async () => {
  const folder = temporaryFolder(onTestFinished);
  await makeRepository(folder);
  expect(runScript(folder, "check:static")).toMatchObject({ status: 0 });
  expect(runScript(folder, "test")).toMatchObject({ status: 0 });
});
