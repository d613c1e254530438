import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../../client/index.ts";
import { reservePort } from "../../openapi/mock/main.ts";
import { startDelivery } from "../support/delivery.ts";
import { start } from "../support/process.ts";
import { startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/folder.ts";

const server = await startServer({ localWebhooks: true });
const env = { API_KEY: await server.key(["*"]), BASE_URL: server.address };
const { contacts, webhooks } = createClient({ apiKey: env.API_KEY, baseUrl: env.BASE_URL });
const folder = temporaryFolder(afterAll);
beforeAll(() => startDelivery(server));

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
    '"Núñez, Bárbara",barbara@example.com,+54 11,"Librería ""Sur"""',
  ];
  writeFileSync(file, rows.join("\n"));
  const first = await output("import-contacts", file);
  expect(first).toMatch(/^no: email .+\n1 created, 1 updated, 1 unchanged, 1 failed\n$/);
  expect((await contacts.list({ q: "barbara" })).data).toMatchObject([
    { name: "Núñez, Bárbara", phone: "+54 11", company: 'Librería "Sur"' },
  ]);
  expect(await output("import-contacts", file)).toMatch(/0 created, 0 updated, 3 unchanged, 1 failed/);
});

test("receive-webhooks prints each event once, and goes on while the secret is rotated", async () => {
  const port = await reservePort(0);
  const { id, secret } = await webhooks.create({ url: `http://127.0.0.1:${port}/`, events: ["*"] });
  const rotated = await webhooks.rotateSecret(id);
  const settings = { WEBHOOK_SECRET: `whsec_${"A".repeat(43)}=,${secret}` };
  const receiver = start("client/examples/receive-webhooks.ts", [String(port)], settings);
  await receiver.printed(/waiting for events/);
  const { id: contact } = await contacts.create({ name: "Sol", email: "sol@example.com" });
  await receiver.printed(new RegExp(`contact\\.created ${contact}`));
  const forged = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" });
  expect(forged.status).toBe(400);
  const [delivery] = (await webhooks.deliveries.list(id)).data;
  await webhooks.deliveries.redeliver(id, delivery?.id ?? "");
  await webhooks.test(id);
  await receiver.printed(/webhook\.test/);
  expect(receiver.output().match(/contact\.created/g)).toHaveLength(1);
  expect(rotated.secret).not.toBe(secret);
});

test("import-contacts sends as many rows as it takes requests", async () => {
  const file = join(folder, "many.csv");
  const rows = Array.from({ length: 201 }, (_, n) => `Cliente ${n},cliente-${n}@example.net,,`);
  writeFileSync(file, ["name,email,phone,company", ...rows].join("\n"));
  expect(await output("import-contacts", file)).toBe("201 created, 0 updated, 0 unchanged, 0 failed\n");
});
