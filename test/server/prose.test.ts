import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { contract } from "../support/contract.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

/** The commands that the docs show, wherever they stand. */
const snippets = [...JSON.stringify(contract).matchAll(/```sh\\n(.*?)```/g)].map(
  ([, code]) => JSON.parse(`"${code}"`) as string,
);

test("the docs show a first call", () => {
  expect(snippets).toHaveLength(1);
});

test.skipIf(!hasCurl).each(snippets)("%s", async (code) => {
  const env = { ...process.env, API_KEY: await server.key(["*"]), BASE_URL: server.address };
  const { stdout } = await promisify(execFile)("sh", ["-c", code], { env });
  expect(JSON.parse(stdout)).toEqual({ data: [], next_cursor: null, has_more: false });
});
