import { existsSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractVersion } from "../../../generated/calls.ts";
import { bundleServer } from "../../../server/build/bundle-server.js";
import { commitOfFolder } from "../../../server/contract/build-info.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { operate, run, start } from "../../support/process.ts";
import { emptyStore } from "../../support/store.ts";

const commit = "0123456789ab";
const line = `Contacts API ${contractVersion} (commit ${commit})`;

/** A server that was built from this commit. */
const folder = temporaryFolder(afterAll);
const built = {
  server: join(folder, "server/main.js"),
  operator: join(folder, "server/operator.js"),
};
beforeAll(async () => {
  await bundleServer(folder, { commit });
  for (const name of ["openapi", "generated", "node_modules", "package.json"])
    symlinkSync(resolve(name), join(folder, name));
}, 300_000);

test.each([
  { name: "the server", program: built.server, args: ["--version"] },
  {
    name: "the operator's commands",
    program: built.operator,
    args: ["operator", "--version"],
  },
  {
    name: "the commands for keys",
    program: built.operator,
    args: ["keys", "--version"],
  },
  { name: "migrate", program: built.operator, args: ["migrate", "--version"] },
])("$name says with --version which build it is", async ({ program, args }) => {
  expect(await run(program, args)).toEqual({
    code: 0,
    stdout: `${line}\n`,
    stderr: "",
  });
});

test("operators see the commit in the first line of the log, in the metrics and by the doctor, and callers nowhere", async () => {
  const settings = { ...(await emptyStore()), METRICS_PORT: "0" };
  const server = start(built.server, [], settings);
  const [, address = ""] = await server.printed(/Contacts API +(http\S+)/);
  const [first = ""] = server.output().split("\n");
  expect(JSON.parse(first)).toMatchObject({
    msg: "starting",
    version: contractVersion,
    commit,
  });
  const [, metrics = ""] = await server.printed(/Metrics +(\S+)/);
  expect(await (await fetch(metrics)).text()).toContain(
    `contacts_api_build_info{version="${contractVersion}",commit="${commit}"} 1`,
  );
  for (const path of [
    "/openapi.json",
    "/livez",
    "/readyz",
    "/v1/contacts",
    "/nothing",
    "/docs/",
  ]) {
    const response = await fetch(address + path);
    const shown = JSON.stringify([...response.headers]);
    expect(shown + (await response.text())).not.toContain(commit);
  }
  await server.end();
});

test("the doctor says which build it is of", async () => {
  const { checks } = await operate(await emptyStore(), "operator", "doctor");
  expect(checks).toContainEqual({
    name: "build",
    state: "ok",
    found: expect.stringMatching(
      `^Contacts API ${contractVersion} \\(commit \\S+\\)$`,
    ),
  });
});

test.runIf(existsSync(".git"))("a checkout asks git for its commit", () => {
  expect(commitOfFolder(`${resolve(".")}/`)).toMatch(/^[0-9a-f]{12}(-dirty)?$/);
});

test("a copy without git does not know its commit", () => {
  expect(commitOfFolder(`${temporaryFolder()}/`)).toBe("unknown");
});
