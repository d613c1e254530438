import { execFile, spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { clientSample, curlSample } from "../../openapi/generate/samples.ts";
import { installClient } from "./client-package.ts";
import { startServer } from "../support/server.ts";
import { sampleCalls, sampleWorld } from "./sample-world.ts";

const run = promisify(execFile);
const consumer = await installClient();
const server = await startServer();

const calls = sampleCalls();

test("the samples of the client compile and run, in the order of the docs", async () => {
  const { env, here } = await sampleWorld(server, "client");
  const files = calls.map((call) => consumer.write(`${call.id}.ts`, here(clientSample(call))));
  const compiler = resolve("node_modules/typescript-7/bin/tsc");
  expect(await consumer.compile(files, "--skipLibCheck --module nodenext", compiler)).toBe("");

  const all = calls.map(({ id }) => `console.log("== ${id}");\nawait import("./${id}.ts");`);
  const main = consumer.write("all.ts", all.join("\n"));
  const { stdout } = await run(process.execPath, ["--import", import.meta.resolve("tsx"), main], {
    env: { ...process.env, ...env },
  });
  const printed = stdout.split(/^== /m).slice(1);
  expect(printed.map((text) => text.split("\n")[0])).toEqual(calls.map(({ id }) => id));
  // A list of what the sample asks for may be empty.
  const silent = printed.filter((text) => !/^(list|search)\w*\n|^\w+\n\{\n/.test(text));
  expect(silent).toEqual([]);
});

test.skipIf(spawnSync("curl", ["--version"]).status !== 0)("the command lines succeed", async () => {
  const { env, here } = await sampleWorld(server, "curl");
  for (const call of calls) {
    const line = `${here(curlSample(call))} -s --fail-with-body`;
    const { stdout } = await run("sh", ["-c", line], { env: { ...process.env, ...env } });
    expect(JSON.parse(stdout), call.id).toHaveProperty("data");
  }
});
