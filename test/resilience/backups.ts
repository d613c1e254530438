import { randomBytes } from "node:crypto";
import { expect, onTestFinished } from "vitest";
import { verifyWebhookSync } from "../../client/webhooks/node.ts";
import { startReceiver } from "../support/delivery.ts";
import { openSession } from "../support/postgres.ts";
import { operate } from "../support/process.ts";
import { createCluster } from "./cluster.ts";
import { launch, readAll, type Service } from "./service.ts";

const kinds = [
  "contacts",
  "conversations",
  "tickets",
  "articles",
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

/** Ends a server, which must succeed. */
export async function stop({ program }: Service): Promise<void> {
  expect(await program.end()).toBe(0);
}

/** Makes an article and publishes it, in a store that no embedded server has open. */
async function publishArticle(settings: NodeJS.ProcessEnv): Promise<void> {
  const { id } = await operate(
    settings,
    "operator",
    "article",
    "--workspace",
    "w",
    "--title",
    "Envíos",
    "--body",
    "Diez días.",
  );
  await operate(settings, "operator", "publish", id, "--workspace", "w");
}

/** Fills a store by commands and requests, and returns its objects and its webhook. */
export async function fill(settings: NodeJS.ProcessEnv, keys: string[]) {
  const receiver = await startReceiver(undefined, onTestFinished);
  await publishArticle(settings);
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
  expect(all["articles"]).toHaveLength(1);
  await stop(service);
  return { all, hook, receiver };
}

/**
 * Starts a server on what was restored: everything is there, is found, and the webhook signs as
 * before.
 */
export async function verify(
  settings: NodeJS.ProcessEnv,
  keys: string[],
  { all, hook, receiver }: Awaited<ReturnType<typeof fill>>,
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

/** A cluster of PostgreSQL, and how to make an empty database of it. */
export async function createDatabases() {
  const cluster = await createCluster();
  const admin = await openSession(cluster.url);
  /** Makes a database. Returns its URL. */
  const database = async (name: string) => {
    await admin.query(`create database ${name}`);
    return cluster.url.replace(/postgres$/, name);
  };
  return { cluster, database };
}
