import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createClient } from "../../client/index.ts";
import { signTestWebhook } from "../../client/webhooks/index.ts";
import { reservePort } from "../../openapi/mock/reserve-port.ts";
import type { Json } from "../support/at.ts";
import { temporaryFolder } from "../support/folder.ts";
import { start } from "../support/process.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();

/** A workspace of its own with a client, and the settings of a program that uses it. */
async function startWorkspace(name: string) {
  const apiKey = await server.key(["*"], name);
  const baseUrl = server.address;
  const env = { CONTACTS_API_KEY: apiKey, CONTACTS_BASE_URL: baseUrl };
  return { ...createClient({ apiKey, baseUrl }), env };
}

test("sync-contacts keeps a file and the workspace in step, both ways, also after a kill", async () => {
  const { contacts, env } = await startWorkspace("sync");
  const file = join(temporaryFolder(), "people.json");
  const people = (): Json[] => JSON.parse(readFileSync(file, "utf8"));
  const edit = (change: (people: Json[]) => Json[]) =>
    writeFileSync(file, JSON.stringify(change(people())));
  const inFile = (name: string) => people().find((one) => one.name === name);
  const stored = async () =>
    (await contacts.list({ limit: 100 })).data.map(
      ({ name, phone }) => `${name} ${phone}`,
    );
  const startSync = () =>
    start("client/examples/sync-contacts.ts", [file], {
      ...env,
      INTERVAL: "20",
    });
  const ana = { name: "Ana", email: "ana@example.com", phone: "1" };
  writeFileSync(file, JSON.stringify([ana]));
  const bea = await contacts.create({ name: "Bea", email: "bea@example.com" });

  let sync = startSync();
  await expect.poll(stored).toContain("Ana 1");
  await expect.poll(() => inFile("Ana")).toHaveProperty("id");
  await expect.poll(() => inFile("Bea")).toMatchObject({ id: bea.id });

  edit((all) => all.map((one) => ({ ...one, phone: "2" })));
  await expect
    .poll(async () => (await stored()).toSorted())
    .toEqual(["Ana 2", "Bea 2"]);
  await contacts.update(bea.id, { phone: "3" });
  await expect.poll(() => inFile("Bea")).toMatchObject({ phone: "3" });
  // Killed before it has noted the agreement, the program would see two changes of Bea.
  const agreed = () => JSON.parse(readFileSync(`${file}.agreed`, "utf8"));
  await expect
    .poll(() => agreed().contacts[bea.id])
    .toMatchObject({ phone: "3" });

  // Both sides change while the program is away; where they meet, the workspace wins.
  await sync.end("SIGKILL");
  const { id } = inFile("Ana");
  edit((all) => all.map((one) => ({ ...one, phone: "file" })));
  await contacts.update(id, { phone: "workspace" });
  const cleo = await contacts.create({ name: "Cleo", email: "c@example.com" });
  sync = startSync();
  await expect.poll(() => inFile("Cleo")).toBeDefined();
  await expect
    .poll(async () => (await stored()).toSorted())
    .toEqual(["Ana workspace", "Bea file", "Cleo "]);
  expect(inFile("Ana").phone).toBe("workspace");

  // An editor saves a file in parts.
  const whole = readFileSync(file, "utf8");
  writeFileSync(file, whole.slice(0, 20));
  await sync.printed(/The next round goes on/);
  writeFileSync(file, whole);

  await contacts.delete(cleo.id);
  await expect.poll(() => inFile("Cleo")).toBeUndefined();
  edit((all) => all.filter(({ name }) => name !== "Ana"));
  await expect.poll(stored).toEqual(["Bea file"]);
  expect(people()).toHaveLength(1);
  await sync.end();
});

test("import-contacts imports rows that swap their emails, in one batch or in two", async () => {
  const { contacts, env } = await startWorkspace("import");
  const file = join(temporaryFolder(), "contacts.csv");
  const importAll = async (rows: string[], exitCode = 0) => {
    writeFileSync(file, ["external_id,name,email", ...rows].join("\n"));
    const program = start("client/examples/import-contacts.ts", [file], env);
    expect(await program.ended, program.output()).toBe(exitCode);
    return program.output();
  };
  const others = Array.from(
    { length: 120 },
    (_, n) => `n${n},N,n${n}@example.com`,
  );
  await importAll(["a,Ana,a@example.com", ...others, "b,Bea,b@example.com"]);

  const near = await importAll(["a,Ana,b@example.com", "b,Bea,a@example.com"]);
  expect(near).toBe("0 created, 2 updated, 0 unchanged, 0 failed\n");
  const far = ["a,Ana,a@example.com", ...others, "b,Bea,b@example.com"];
  expect(await importAll(far)).toBe(
    "0 created, 2 updated, 120 unchanged, 0 failed\n",
  );
  expect(await importAll(["c,Cleo,a@example.com", ",,"], 1)).toMatch(
    /^\{\}: name .+\n\{\}: email .+\na@example.com: email .+\n.* 2 failed\n$/,
  );
  const [a] = (await contacts.list({ external_id: "a" })).data;
  expect(a).toMatchObject({ name: "Ana", email: "a@example.com" });
});

test("import-contacts reads what a spreadsheet saves, and a blank cell erases nothing", async () => {
  const { contacts, env } = await startWorkspace("spreadsheet");
  const email = "ana@example.com";
  await contacts.create({ name: "Ana", email, phone: "1" });
  const file = join(temporaryFolder(), "contacts.csv");
  const lines = [
    "\ufeffemail,name,phone",
    ` ${email} ,Ana María,`,
    "",
    "bea@example.com,Bea,2",
  ];
  writeFileSync(file, lines.join("\r\n"));

  const program = start("client/examples/import-contacts.ts", [file], env);

  expect(await program.ended, program.output()).toBe(0);
  expect(program.output()).toBe(
    "1 created, 1 updated, 0 unchanged, 0 failed\n",
  );
  const [ana] = (await contacts.list({ email })).data;
  expect(ana).toMatchObject({ name: "Ana María", phone: "1" });
});

test("receive-webhooks works on each event that contacts-listen forwards, and refuses a forged one", async () => {
  const { contacts, env } = await startWorkspace("webhooks");
  const port = String(await reservePort(0));
  const address = `http://localhost:${port}/hooks`;
  const listener = start("client/listen/main.ts", ["--forward", address], env);
  const [secret = ""] = await listener.printed(/whsec_\S+/);
  const receiver = start("client/examples/receive-webhooks.ts", [], {
    WEBHOOK_SECRET: secret,
    PORT: port,
  });
  await receiver.printed(/listening/);
  await contacts.create({ name: "Ana", email: "ana@example.com" });
  await receiver.printed(/Welcome, Ana/);
  const forged = { method: "POST", body: "{}" };
  expect((await fetch(address, forged)).status).toBe(400);
  await listener.end();
  await receiver.end();
});

test("receive-webhooks welcomes a person once, although the event comes twice", async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const port = String(await reservePort(0));
  const receiver = start("client/examples/receive-webhooks.ts", [], {
    WEBHOOK_SECRET: secret,
    PORT: port,
  });
  await receiver.printed(/listening/);
  const deliver = async (id: string, name: string) => {
    const event = { id, type: "contact.created", data: { name } };
    const delivery = await signTestWebhook(event, secret);
    const request = { method: "POST", ...delivery };
    return (await fetch(`http://127.0.0.1:${port}`, request)).status;
  };
  expect(await deliver("evt_1", "Ana")).toBe(204);
  expect(await deliver("evt_1", "Ana")).toBe(204);
  expect(await deliver("evt_2", "Bea")).toBe(204);
  await receiver.printed(/Welcome, Bea/);
  expect(receiver.output().match(/Welcome, .*/g)).toEqual([
    "Welcome, Ana",
    "Welcome, Bea",
  ]);
  await receiver.end();
});
