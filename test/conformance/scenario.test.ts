import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startServer } from "../support/server.ts";
import { credentialsOf } from "../support/world.ts";

const redocly = createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js");
const server = await startServer();

/** What the shop imports: as much as one request may hold. */
const contacts = Array.from({ length: 100 }, (_, n) => ({
  name: `Cliente ${n}`,
  email: `cliente-${n}@example.com`,
  custom_fields: { shop_id: String(n) },
}));

test.each(readdirSync("openapi/scenarios"))(
  "%s works, step by step",
  async (file) => {
    const { token } = await credentialsOf(server, file).token();
    const inputs = {
      messenger_token: token,
      api_key: await server.key(["*"], file),
      email: "barbara.nunez@example.com",
      contacts,
      since: new Date(Date.now() - 60_000).toISOString(),
    };
    const options = ["--input", JSON.stringify(inputs), "--server", `api=${server.address}`];
    const program = ["--import", "tsx", redocly, "respect", `openapi/scenarios/${file}`, ...options];
    const respect = promisify(execFile)(process.execPath, program, { maxBuffer: 2 ** 26 });
    const { stdout } = await respect.catch((error: { stdout: string }) => error);
    expect(stdout).toMatch(/Workflows: 1 passed, 1 total/);
  },
  300_000,
);
