import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startServer } from "../support/server.ts";

const server = await startServer();
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

/** The commands that the first chapters of the docs show. */
const introduction = readFileSync("openapi/introduction.md", "utf8");
const snippets = [...introduction.matchAll(/```sh\n(curl.*?)```/gs)].map(([, code = ""]) => code);

test("the docs show a first call", () => {
  expect(snippets[0]).toContain("/v1/me");
});

test.skipIf(!hasCurl).each(snippets)("%s", async (code) => {
  const env = { ...process.env, API_KEY: await server.key(["*"]), BASE_URL: server.address };
  const { stdout } = await promisify(execFile)("sh", ["-c", code], { env });
  expect(JSON.parse(stdout)).toHaveProperty("data");
});
