import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startServer } from "../../support/server.ts";

const server = await startServer();

test.each([
  ["/openapi.yaml", "openapi/openapi.yaml", "application/yaml"],
  ["/openapi.json", "generated/openapi.json", "application/json"],
])("%s is the contract, without a key", async (path, file, type) => {
  const response = await fetch(server.address + path);
  expect(response.headers.get("content-type")).toContain(type);
  expect(await response.text()).toBe(readFileSync(file, "utf8"));
});
