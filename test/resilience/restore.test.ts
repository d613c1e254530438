import { randomBytes } from "node:crypto";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifyWebhookSync } from "../../client/webhooks/node.ts";
import { refusedStart, run } from "../support/process.ts";
import { startReceiver } from "../support/delivery.ts";
import { emptyStore, onPostgres, openSession } from "../support/store.ts";
import { createCluster, hasPostgres } from "./cluster.ts";
import { launch, makeKeys, readAll, type Service } from "./service.ts";
import { temporaryFolder } from "../support/folder.ts";

const receiver = await startReceiver();
const kinds = [
  "contacts",
  "conversations",
  "tickets",
  "events",
  "webhooks",
] as const;

const everything = async (service: Service) =>
  Object.fromEntries(
    await Promise.all(
      kinds.map(
        async (kind) => [kind, await readAll(service, `/v1/${kind}`)] as const,
      ),
    ),
  );

async function stop({ program }: Service): Promise<void> {
  expect(await program.end()).toBe(0);
}

/** Fills a store by requests, and tells what it has and how its webhook signs. */
async function fill(settings: NodeJS.ProcessEnv, keys: string[]) {
  const service = await launch(settings, keys);
  const post = async <Path extends string>(path: Path, json: object) => {
    const { status, body } = await service.call(path, { json });
    expect(status).toBe(201);
    return body;
  };
  for (const name of ["Ana Núñez", "Ñandú +a", "Bárbara"]) {
    const email = `${randomBytes(4).toString("hex")}@example.com`;
    const contact_id = (await post("/v1/contacts", { name, email })).data.id;
    await post("/v1/conversations", { contact_id, body: "Hola" });
    await post("/v1/tickets", {
      contact_id,
      subject: "Factura",
      description: "Está mal.",
    });
  }
  const { data: hook } = await post("/v1/webhooks", {
    url: receiver.address,
    events: ["*"],
  });
  const { secret, ...shown } = hook;
  const all = await everything(service);
  expect(all["webhooks"]).toEqual([shown]);
  await stop(service);
  return { all, hook };
}

/** Starts a server on what was restored: everything is there, is found, and the webhook signs as before. */
async function verify(
  settings: NodeJS.ProcessEnv,
  keys: string[],
  { all, hook }: Awaited<ReturnType<typeof fill>>,
) {
  const service = await launch(settings, keys);
  expect((await fetch(`${service.address}/readyz`)).status).toBe(200);
  expect(await everything(service)).toEqual(all);
  const found = await service.call(
    `/v1/contacts?q=${encodeURIComponent("ÑANDÚ")}`,
  );
  expect(found.body.data).toHaveLength(1);
  const before = receiver.received.length;
  expect(
    (await service.call(`/v1/webhooks/${hook.id}/test`, { json: {} })).status,
  ).toBeLessThan(300);
  const { headers, body } = (await receiver.arrived(before + 1))[before]!;
  expect(verifyWebhookSync(headers, body, hook.secret).type).toBe(
    "webhook.test",
  );
  return service;
}

test.runIf(onPostgres && hasPostgres)(
  "a dump of PostgreSQL, restored by psql and by pg_restore into an empty database, is served; in part it is not",
  { timeout: 180_000 },
  async () => {
    const cluster = await createCluster();
    const folder = temporaryFolder();
    const admin = await openSession(cluster.url);
    const database = async (name: string) => {
      await admin.query(`create database ${name}`);
      return cluster.url.replace(/postgres$/, name);
    };
    const common = { ...cluster.settings, LOCAL_WEBHOOKS: "true" };
    const settings = { ...common, DATABASE_URL: await database("filled") };
    const keys = await makeKeys(settings, 4);
    const filled = await fill(settings, keys);

    const text = join(folder, "dump.sql");
    writeFileSync(text, cluster.run("pg_dump", [settings.DATABASE_URL]));
    const byPsql = await database("by_psql");
    cluster.run("psql", ["-q", "-v", "ON_ERROR_STOP=1", "-f", text, byPsql]);
    const inPart = { ...common, DATABASE_URL: byPsql };
    const service = await verify(inPart, keys, filled);

    const archive = join(folder, "dump");
    writeFileSync(archive, "");
    cluster.run("pg_dump", ["-Fc", "-f", archive, settings.DATABASE_URL]);
    const byRestore = await database("by_restore");
    cluster.run("pg_restore", ["--exit-on-error", "-d", byRestore, archive]);
    await stop(
      await verify({ ...common, DATABASE_URL: byRestore }, keys, filled),
    );
    const counts = Object.entries(filled.all).map(
      ([kind, { length }]) => `${length} ${kind}`,
    );
    console.log(
      `restored by psql and by pg_restore: ${counts.join(", ")}, and the webhook signs as before`,
    );

    await (await openSession(byPsql)).query("drop table tickets");
    const ready = async () => (await fetch(`${service.address}/readyz`)).status;
    await expect.poll(ready, { timeout: 5000 }).toBe(503);
    await stop(service);
    await expectRefused(inPart, "the table tickets is missing");
  },
);

/** A start, `migrate` and the doctor name the fault, and end with the status 1. */
async function expectRefused(
  settings: NodeJS.ProcessEnv,
  fault: string,
): Promise<void> {
  expect(await refusedStart(settings)).toContain(`\n- ${fault}`);
  const commands = [["migrate"], ["operator", "doctor"]];
  for (const line of commands) {
    const { code, stdout, stderr } = await run(
      "server/operator/main.ts",
      line,
      ".",
      settings,
    );
    expect(code, line.join(" ")).toBe(1);
    expect(stdout + stderr).toContain(`- ${fault}`);
  }
}

const sections = ["pre-data", "data"];

test.runIf(onPostgres && hasPostgres).each([
  [sections.slice(0, 1), "the rows of the table migrations are missing"],
  [
    sections,
    "the constraint contacts_pkey of contacts is missing: alter table contacts add constraint contacts_pkey PRIMARY KEY (workspace_id, id);",
  ],
])(
  "a dump of which pg_restore restored %s alone is refused by name",
  { timeout: 180_000 },
  async (restored, fault) => {
    const cluster = await createCluster();
    const admin = await openSession(cluster.url);
    const database = async (name: string) => {
      await admin.query(`create database ${name}`);
      return cluster.url.replace(/postgres$/, name);
    };
    const whole = {
      ...cluster.settings,
      DATABASE_URL: await database("whole"),
    };
    await makeKeys(whole, 1);
    const archive = join(temporaryFolder(), "dump");
    writeFileSync(archive, "");
    cluster.run("pg_dump", ["-Fc", "-f", archive, whole.DATABASE_URL]);
    const inPart = { ...whole, DATABASE_URL: await database("in_part") };
    const options = restored.map((section) => `--section=${section}`);
    cluster.run("pg_restore", [...options, "-d", inPart.DATABASE_URL, archive]);
    await expectRefused(inPart, fault);
  },
);

test(
  "a copy of the embedded folder is served",
  { timeout: 120_000 },
  async () => {
    const settings: NodeJS.ProcessEnv = {
      ...(await emptyStore("embedded")),
      LOCAL_WEBHOOKS: "true",
      ENCRYPTION_KEY: "",
    };
    const keys = await makeKeys(settings, 4);
    const filled = await fill(settings, keys);
    const folder = temporaryFolder();
    cpSync(settings["DATA_DIR"] ?? "", folder, { recursive: true });
    expect(readFileSync(join(folder, "encryption.key"), "utf8")).not.toBe("");
    await stop(await verify({ ...settings, DATA_DIR: folder }, keys, filled));
    console.log(
      "a copy of the embedded folder is served, and the webhook signs as before",
    );
  },
);
