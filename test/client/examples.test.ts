import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createClient } from "../../client/index.ts";
import { start } from "../support/process.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
const env = { API_KEY: await server.key(["*"]), BASE_URL: server.address };
const { contacts, events } = createClient({ apiKey: env.API_KEY, baseUrl: env.BASE_URL });
const folder = mkdtempSync(join(tmpdir(), "contacts-examples-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What an example prints. */
async function output(name: string, file: string): Promise<string> {
  const program = start(`client/examples/${name}.ts`, [file], env);
  expect(await program.ended, program.output()).toBe(0);
  return program.output();
}

test("import-contacts creates nobody twice, and tells what is refused", async () => {
  const file = join(folder, "contacts.csv");
  await contacts.create({ name: "Ana", email: "ana@example.com" });
  const rows = [
    "\uFEFFname,email,phone,company",
    '"Núñez, Bárbara",barbara@example.com,+54 11,"Librería ""Sur"""',
    "Ana,ANA@example.com,,",
    "Nadie,no,,",
    "Bárbara otra vez,barbara@example.com,,",
  ];
  writeFileSync(file, rows.join("\n"));
  const first = await output("import-contacts", file);
  expect(first).toMatch(/^no: email .+\n1 created, 2 existed, 1 refused\n$/);
  expect(await output("import-contacts", file)).toMatch(/0 created, 3 existed, 1 refused/);
  expect((await contacts.list({ q: "barbara" })).data).toMatchObject([
    { name: "Núñez, Bárbara", phone: "+54 11", company: 'Librería "Sur"' },
  ]);
});

test("sync-events copies the feed, and reads on after a stop in the middle of a line", async () => {
  const file = join(folder, "events.jsonl");
  const copied = () =>
    readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  await contacts.createOrGet({ name: "Eva", email: "eva@example.com" });
  await output("sync-events", file);
  expect(copied()).toEqual((await events.list({ limit: 100 })).data);

  appendFileSync(file, '{"id":"evt_cut');
  await contacts.create({ name: "Luz", email: "luz@example.com" });
  expect(await output("sync-events", file)).toBe("1 new\n");
  expect(copied()).toEqual((await events.list({ limit: 100 })).data);
  expect(await output("sync-events", file)).toBe("0 new\n");
});
