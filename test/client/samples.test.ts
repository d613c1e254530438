import { execFile, spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { operationsOf } from "../../openapi/model/contract.ts";
import { readContract } from "../../openapi/model/read-contract.ts";
import { sampleCall, clientSample, curlSample } from "../../openapi/generate/samples.ts";
import { credentialsOf, fillWorkspace } from "../support/world.ts";
import { installClient } from "./client-package.ts";
import { startServer } from "../support/server.ts";

const run = promisify(execFile);
const consumer = await installClient();
const server = await startServer();

const { contract } = readContract();
const calls = operationsOf(contract)
  .map((located) => sampleCall(contract, located))
  // What the others need is deleted last.
  .sort((a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE"));

/** What the samples of each language are about here: they name examples, which this server does not have. */
const languages = ["client", "curl"] as const;
const rowsOfEach = await fillWorkspace(server, "test", [...languages]);
const credentials = credentialsOf(server, "test");
/** The visitor is the contact that the samples of a language are about. */
const envOf = async (language: (typeof languages)[number]) => ({
  ...process.env,
  API_KEY: await server.key(["*"]),
  MESSENGER_PUBLIC_TOKEN: (await credentials.token()).token,
  MESSENGER_VISITOR: await credentials.session(rowsOfEach[languages.indexOf(language)]?.["ct"]),
});
const here = (code: string, language: (typeof languages)[number]) =>
  code
    .replaceAll("$BASE_URL", server.address)
    .replaceAll("barbara.nunez@", `barbara.${language}@`)
    .replaceAll("CRM-4711", `CRM-${language}`)
    .replaceAll(
      /\b([a-z]{2,3})_[0-9a-z]{26}\b/g,
      (id, kind: string) => rowsOfEach[languages.indexOf(language)]?.[kind] ?? id,
    );

test("the samples of the client compile and run, in the order of the docs", async () => {
  const env = await envOf("client");
  const files = calls.map((call) => consumer.write(`${call.id}.ts`, here(clientSample(call), "client")));
  const compiler = resolve("node_modules/typescript-7/bin/tsc");
  expect(await consumer.compile(files, "--skipLibCheck --module nodenext", compiler)).toBe("");

  const all = calls.map(({ id }) => `console.log("== ${id}");\nawait import("./${id}.ts");`);
  const main = consumer.write("all.ts", all.join("\n"));
  const { stdout } = await run(process.execPath, ["--import", import.meta.resolve("tsx"), main], { env });
  const printed = stdout.split(/^== /m).slice(1);
  expect(printed.map((text) => text.split("\n")[0])).toEqual(calls.map(({ id }) => id));
  const get = Object.fromEntries(printed.map((text) => [text.split("\n")[0], text]));
  expect(get["getContact"]).toContain("object: 'contact'");
});

test.skipIf(spawnSync("curl", ["--version"]).status !== 0)("the command lines succeed", async () => {
  const env = await envOf("curl");
  for (const call of calls) {
    const line = `${here(curlSample(call), "curl")} -s --fail-with-body`;
    const { stdout } = await run("sh", ["-c", line], { env });
    expect(JSON.parse(stdout), call.id).toHaveProperty("data");
  }
});
