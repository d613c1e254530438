import { expect, test } from "vitest";
import { start } from "../support/process.ts";
import { emptyStore } from "../support/settings.ts";
import { createDatabase } from "../support/database.ts";
import { onPostgres } from "../support/store.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import { scaled } from "./scale.ts";

const ready = /Contacts API +(\S+)/;

/** A store that nothing has been written to, not even tables. */
async function nothing(): Promise<NodeJS.ProcessEnv> {
  const common = { PORT: "0", LOG_LEVEL: "silent", ENCRYPTION_KEY: randomBytes(32).toString("base64") };
  if (onPostgres) {
    const { url, drop } = await createDatabase();
    onTestFinished(drop);
    return { ...common, DATABASE_URL: url };
  }
  const folder = mkdtempSync(join(tmpdir(), "contacts-empty-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { ...common, DATABASE_URL: "", DATA_DIR: join(folder, "data") };
}

test("a first start that is killed at any moment can be repeated", { timeout: 300_000 }, async () => {
  const rounds = scaled(40);
  const settings = await nothing();
  const began = performance.now();
  const whole = start("server/main.ts", [], await nothing());
  await whole.printed(ready);
  const duration = performance.now() - began;
  for (let round = 0; round < rounds; round++) {
    const victim = start("server/main.ts", [], settings);
    await new Promise((resolve) => setTimeout(resolve, (duration * round) / rounds));
    victim.child.kill("SIGKILL");
    await victim.ended;
  }
  const server = start("server/main.ts", [], settings);
  const [, address = ""] = await server.printed(ready);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  console.log(`killed ${rounds} times in its first ${Math.round(duration)} ms, then started`);
});

test.skipIf(!onPostgres)(
  "ten processes start at once on an empty database",
  { timeout: 120_000 },
  async () => {
    const settings = await nothing();
    const servers = Array.from({ length: 10 }, () => start("server/main.ts", [], settings));
    const addresses = await Promise.all(
      servers.map(async (server) => (await server.printed(ready))[1] ?? ""),
    );
    const answers = await Promise.all(addresses.map((address) => fetch(`${address}/readyz`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    console.log("10 processes started at once on an empty database: 10 ready");
  },
);

test.skipIf(onPostgres)("of two servers on one folder the second refuses, and harms nothing", async () => {
  const settings = await emptyStore();
  const first = start("server/main.ts", [], settings);
  const [, address = ""] = await first.printed(ready);
  const second = start("server/main.ts", [], settings);
  expect(await second.ended).toBe(1);
  expect(second.output()).toMatch(/is in use|is used/i);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
});
