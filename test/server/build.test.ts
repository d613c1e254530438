import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { start } from "../support/process.ts";
import { emptyStore } from "../support/settings.ts";

/** A copy of what was built, where no library is beside it. */
const folder = mkdtempSync(join(tmpdir(), "contacts-built-"));
beforeAll(() => {
  execFileSync("npm", ["run", "-s", "build"], { stdio: "pipe" });
  cpSync("dist", folder, { recursive: true });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

test("the built server runs without TypeScript and without an installation, and serves the API, the contract and the docs", async () => {
  const settings = await emptyStore();
  const made = start(
    join(folder, "server/operator.js"),
    ["keys", "create", "--workspace", "w", "--scopes", "*"],
    settings,
  );
  const [, key = ""] = await made.printed(/"key":"(\w+)"/);
  await made.ended;
  const server = start(join(folder, "server/main.js"), [], settings);
  const [, address = ""] = await server.printed(/Contacts API +(\S+)/);
  const get = (path: string) => fetch(address + path, { headers: { Authorization: `Bearer ${key}` } });
  expect((await (await get("/v1/contacts")).json()) as object).toMatchObject({ data: [] });
  expect(await (await get("/openapi.yaml")).text()).toBe(readFileSync("openapi/openapi.yaml", "utf8"));
  expect(await (await get("/docs/")).text()).toContain("<title>Contacts API");
});

test("it has nothing to install", () => {
  const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  expect(dependencies).toBeUndefined();
});
