import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { readdirSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startServer } from "../support/server.ts";

const redocly = createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js");
const server = await startServer();

test.each(readdirSync("openapi/scenarios"))(
  "%s works, step by step",
  async (file) => {
    const inputs = { api_key: await server.key(["*"], file), email: "barbara.nunez@example.com" };
    const options = ["--input", JSON.stringify(inputs), "--server", `api=${server.address}`];
    const respect = promisify(execFile)(process.execPath, [
      redocly,
      "respect",
      `openapi/scenarios/${file}`,
      ...options,
    ]);
    const { stdout } = await respect.catch((error: { stdout: string }) => error);
    expect(stdout).toMatch(/Workflows: 1 passed, 1 total/);
  },
  60_000,
);
