import { execFile, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { operationsOf } from "../../openapi/tools/contract.ts";
import { readContract } from "../../openapi/tools/read-contract.ts";
import { sampleCall } from "../../openapi/tools/samples/call.ts";
import { clientSample } from "../../openapi/tools/samples/client.ts";
import { curlSample } from "../../openapi/tools/samples/curl.ts";
import { installClient } from "../support/client-package.ts";
import { startServer } from "../support/server.ts";
import { fillWorkspace } from "../support/world.ts";

const run = promisify(execFile);
const consumer = installClient();
afterAll(() => consumer.remove());
const server = await startServer();
const env = { ...process.env, BASE_URL: server.address, API_KEY: await server.key(["*"]) };

const { contract } = readContract();
const calls = operationsOf(contract)
  .map((located) => sampleCall(contract, located))
  // What the others need is deleted last.
  .sort((a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE"));

/** What the samples are about here: they name examples, which this server does not have. */
const [first = {}, second = {}] = await fillWorkspace(server, "test", ["one", "two"]);
let rows = first;
const here = (code: string) =>
  code.replaceAll(/\b([a-z]{2,3})_[0-9a-z]{26}\b/g, (id, kind: string) => rows[kind] ?? id);

test("the samples of the client compile and run, in the order of the docs", async () => {
  const files = calls.map((call) => consumer.write(`${call.id}.ts`, here(clientSample(call))));
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2022"];
  const checked = await run(process.execPath, [tsc, ...options, "--types", "node", ...files], {
    cwd: consumer.folder,
  }).catch((fault: { stdout: string }) => fault);
  expect(checked.stdout).toBe("");

  const all = calls.map(({ id }) => `console.log("== ${id}");\nawait import("./${id}.ts");`);
  const main = consumer.write("all.ts", all.join("\n"));
  const { stdout } = await run(process.execPath, ["--import", import.meta.resolve("tsx"), main], { env });
  const printed = stdout.split(/^== /m).slice(1);
  expect(printed.map((text) => text.split("\n")[0])).toEqual(calls.map(({ id }) => id));
  const get = Object.fromEntries(printed.map((text) => [text.split("\n")[0], text]));
  expect(get["getContact"]).toContain("two.barbara.nunez@example.com");
  rows = second;
});

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
test.skipIf(!hasCurl).each(calls)("the command line of $id succeeds", async (call) => {
  const unique = here(curlSample(call)).replace("barbara.nunez@", "barbara.curl@");
  const { stdout } = await run("sh", ["-c", `${unique} -s --fail-with-body`], { env });
  expect(JSON.parse(stdout)).toHaveProperty("data");
});
