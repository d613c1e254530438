import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createSender } from "../../../server/delivery/send.ts";
import { createLog } from "../../../server/log.ts";
import { startWorker } from "../../../server/delivery/worker.ts";
import { settled } from "../../support/delivery.ts";
import { startReceiver } from "../../support/receiver.ts";
import { startServer } from "../../support/server.ts";

const server = await startServer();
const key = await server.key(["*"]);
const save = async (url: string) => server.call("/v1/webhooks", { key, json: { url, events: ["*"] } });
const sender = createSender(false);
afterAll(sender.close);

const privateHosts = [
  "127.0.0.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "127.1",
  "localhost",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "[::7f00:1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "0.0.0.0",
  "[::]",
  "169.254.10.10",
  "169.254.169.254",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.0.1",
  "100.64.0.1",
  "[fd00::1]",
  "[fe80::1]",
  "192.0.2.1",
  "198.18.0.1",
  "224.0.0.1",
];

describe.each(privateHosts)("%s, which is not on the public internet,", (host) => {
  test("is refused when it is saved", async () => {
    const { status, body } = await save(`https://${host}/hook`);
    expect([status, body.error.details]).toEqual([
      422,
      [{ path: ["url"], message: "debe apuntar a una dirección pública" }],
    ]);
  });

  test.each(["https", "http"])("is refused when %s connects", async (scheme) => {
    expect(await sender.send(`${scheme}://${host}:9/`, {}, "{}")).toMatchObject({
      response_status: null,
      error: "address_refused",
    });
  });
});

test.each([
  ["http://crm.example.com/", "debe empezar por https://"],
  ["ftp://crm.example.com/", "debe empezar por https://"],
  ["https://ana@crm.example.com/", "no puede llevar credenciales"],
  ["https://:secreto@crm.example.com/", "no puede llevar credenciales"],
  ["https://crm.example.com/#a", "no puede llevar un fragmento (#)"],
  ["https://crm.example.com/#", "no puede llevar un fragmento (#)"],
  ["https://", "debe ser una URL válida"],
  ["crm.example.com", "debe ser una URL válida"],
  [`https://crm.example.com/${"x".repeat(2048)}`, "no puede tener más de 2048 caracteres"],
])("%s is refused: %s", async (url, message) => {
  const { status, body } = await save(url);
  expect(status).toBe(422);
  expect(body.error.details).toContainEqual({ path: ["url"], message });
});

test("a change of url is checked as well", async () => {
  const { data } = (await save("https://crm.example.com/")).body;
  const json = { url: "https://10.0.0.1/" };
  const { status } = await server.call(`/v1/webhooks/${data.id}`, { key, method: "PATCH", json });
  expect(status).toBe(422);
});

describe("a name that points elsewhere after it was saved", () => {
  const receiver = startReceiver();
  beforeAll(async () => {
    const stop = await startWorker({ ...server, sender, log: createLog("silent") });
    return stop;
  });

  test("is not connected to", async () => {
    const { address, received } = await receiver;
    let addresses = [{ address: "93.184.215.14", family: 4 }];
    const { lookup } = dns;
    const { lookup: lookupPromise } = dns.promises;
    onTestFinished(() => {
      Object.assign(dns, { lookup });
      Object.assign(dns.promises, { lookup: lookupPromise });
      syncBuiltinESMExports();
    });
    Object.assign(dns.promises, { lookup: () => Promise.resolve(addresses) });
    Object.assign(dns, {
      lookup: (_: string, __: object, done: (error: null, found: object) => void) => done(null, addresses),
    });
    syncBuiltinESMExports();

    const { status, body } = await save(`https://rebinding.example.com:${new URL(address).port}/`);
    expect(status).toBe(201);
    addresses = [{ address: "127.0.0.1", family: 4 }];
    await server.call(`/v1/webhooks/${body.data.id}/test`, { key, method: "POST" });
    await settled(server);
    const { data } = (await server.call(`/v1/webhooks/${body.data.id}/deliveries`, { key })).body;
    expect(data[0].attempts).toMatchObject([{ response_status: null, error: "address_refused" }]);
    expect(received).toEqual([]);
  });
});
