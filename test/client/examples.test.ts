import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createClient } from "../../client/index.ts";
import { start } from "../support/process.ts";
import { startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/folder.ts";

const server = await startServer();
const env = { API_KEY: await server.key(["*"]), BASE_URL: server.address };
const { contacts } = createClient({ apiKey: env.API_KEY, baseUrl: env.BASE_URL });
const folder = temporaryFolder(afterAll);

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
    "Ana María,ana@example.com,,",
    "Nadie,no,,",
    `Grande,grande@example.com,,${"x".repeat(300_000)}`,
    '"Núñez, Bárbara",barbara@example.com,+54 11,"Librería ""Sur"""',
  ];
  writeFileSync(file, rows.join("\n"));
  const first = await output("import-contacts", file);
  expect(first).toMatch(
    /^no: email .+\ngrande@\S+ .+ 413 .+\n1 created, 1 updated, 1 unchanged, 2 failed\n$/,
  );
  expect((await contacts.list({ q: "barbara" })).data).toMatchObject([
    { name: "Núñez, Bárbara", phone: "+54 11", company: 'Librería "Sur"' },
  ]);
  expect(await output("import-contacts", file)).toMatch(/0 created, 0 updated, 3 unchanged, 2 failed/);
});
