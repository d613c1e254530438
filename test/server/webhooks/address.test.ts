import { subscribe, unsubscribe } from "node:diagnostics_channel";
import dns from "node:dns/promises";
import type { Socket } from "node:net";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
} from "vitest";
import { delivery } from "../../../generated/constants.ts";
import { createSender } from "../../../server/webhooks/send.ts";
import { createLog } from "../../../server/telemetry/log.ts";
import { startWorker } from "../../../server/webhooks/worker.ts";
import { startNameServer } from "./dns.ts";
import { settled, startReceiver } from "../../support/delivery.ts";
import { startServer } from "../../support/server.ts";

const server = await startServer();
const key = await server.key(["*"]);
const save = async (url: string) =>
  server.call("/v1/webhooks", { key, json: { url, events: ["*"] } });
const { names, asked } = await startNameServer();
const sender = createSender(false);
afterAll(sender.close);

/** Hosts that are not on the public internet. */
const privateHosts = [
  "127.0.0.1 2130706433 0x7f000001 0177.0.0.1 127.1 localhost [::1] [::ffff:127.0.0.1]",
  "[::7f00:1] [64:ff9b::7f00:1] [2002:7f00:1::] 0.0.0.0 [::] 169.254.10.10 169.254.169.254",
  "10.0.0.1 172.16.0.1 192.168.0.1 100.64.0.1 [fd00::1] [fe80::1] 192.0.2.1 198.18.0.1",
  "224.0.0.1",
  // Shared, special and reserved ranges of IPv4.
  "100.100.100.200 192.0.0.192 192.88.99.1 198.19.255.255 198.51.100.1 203.0.113.1",
  "240.0.0.1 255.255.255.255",
  // Addresses that clouds use for themselves.
  "168.63.129.16 161.26.0.10 166.9.48.1",
  // IPv6: embedded IPv4 addresses, tunnels, special and reserved ranges.
  "[::10.0.0.1] [::ffff:168.63.129.16] [::ffff:0:127.0.0.1] [::ffff:0:8.8.8.8]",
  "[64:ff9b::808:808] [64:ff9b:1::808:808] [2002:808:808::] [2001::1] [2001:2::1]",
  "[2001:20::1] [2001:db8::1] [3fff::1] [5f00::1] [100::1] [fec0::1] [fd00:ec2::254]",
  "[ff02::1] [4000::1] [e000::1]",
  // Names that only networks of their own have.
  "localhost. a.localhost metadata printer.local metadata.google.internal router.home.arpa",
  "x.invalid x.onion",
].flatMap((line) => line.split(" "));

test.each(privateHosts)(
  "%s is refused when it is saved and when http or https connects",
  async (host) => {
    const { status, body } = await save(`https://${host}/hook`);
    const details = [
      {
        path: ["url"],
        message: "debe apuntar a una dirección pública",
        reason: "address_refused",
      },
    ];
    expect(status).toBe(422);
    expect(body.error.details).toEqual(details);
    for (const scheme of ["https", "http"])
      expect(
        await sender.send(`${scheme}://${host}:9/`, {}, "{}"),
      ).toMatchObject({
        response_status: null,
        error: "address_refused",
      });
  },
);

test.each([
  "8.8.8.8",
  "[2606:4700::1111]",
  "168.63.129.15",
  "168.63.129.17",
  "localhost.example.com",
  "hooks.internal.example.com",
])("%s is saved", async (host) => {
  expect((await save(`https://${host}/`)).status).toBe(201);
});

test.each(["HTTPS://crm.example.com/", "Https://CRM.example.com"])(
  "%s is saved as it is",
  async (url) => {
    const { status, body } = await save(url);
    expect(status).toBe(201);
    expect(body.data.url).toEqual(url);
  },
);

test.each([
  { url: "http://crm.example.com/", message: "debe empezar por https://" },
  { url: "ftp://crm.example.com/", message: "debe empezar por https://" },
  {
    url: "https://ana@crm.example.com/",
    message: "no puede llevar credenciales",
  },
  {
    url: "https://:secreto@crm.example.com/",
    message: "no puede llevar credenciales",
  },
  {
    url: "https://crm.example.com/#a",
    message: "no puede llevar un fragmento (#)",
  },
  {
    url: "https://crm.example.com/#",
    message: "no puede llevar un fragmento (#)",
  },
  { url: "https:crm.example.com", message: "debe empezar por https://" },
  {
    url: "https:crm.example.com/https://crm.example.com",
    message: "debe empezar por https://",
  },
  { url: "https://crm.example.com:0/", message: "debe ser una URL válida" },
  { url: "https://", message: "debe ser una URL válida" },
  { url: "https:///crm.example.com", message: "debe ser una URL válida" },
  { url: "https:////crm.example.com/hook", message: "debe ser una URL válida" },
  { url: "https://%63rm.example.com/", message: "debe ser una URL válida" },
  { url: "crm.example.com", message: "debe ser una URL válida" },
  {
    url: `https://crm.example.com/${"x".repeat(2048)}`,
    message: "no puede tener más de 2048 caracteres",
  },
])("$url is refused: $message", async ({ url, message }) => {
  const { status, body } = await save(url);
  expect(status).toBe(422);
  expect(body.error.details).toMatchObject([{ path: ["url"], message }]);
});

test("a change of url is checked as well", async () => {
  const { data } = (await save("https://crm.example.com/")).body;
  const json = { url: "https://10.0.0.1/" };
  const { status } = await server.call(`/v1/webhooks/${data.id}`, {
    key,
    method: "PATCH",
    json,
  });
  expect(status).toBe(422);
});

test("the repetition of a creation gets the first response, though its host has become private", async () => {
  const json = { url: "https://moved.example.com/", events: ["*"] };
  const headers = { "Idempotency-Key": "moved" };
  const create = (body: object = json) =>
    server.call("/v1/webhooks", { key, json: body, headers });
  names.set("moved.example.com", ["93.184.215.14"]);
  const first = await create();
  names.set("moved.example.com", ["10.0.0.1"]);

  const again = await create();
  const other = await create({ ...json, description: "x" });
  const anew = await save(json.url);

  expect(again.status).toBe(201);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get("Idempotent-Replayed")).toBe("true");
  expect(other.body.error.details).toMatchObject([{ reason: "reused" }]);
  expect(anew.body.error.details).toMatchObject([
    { reason: "address_refused" },
  ]);
});

describe("a name that points elsewhere after it was saved", () => {
  const receiver = startReceiver();
  beforeAll(async () => {
    const { stop } = startWorker({
      ...server,
      sender,
      log: createLog("silent"),
    });
    return stop;
  });

  test("is not connected to", async () => {
    const { address, received } = await receiver;
    names.set("rebinding.example.com", ["93.184.215.14"]);
    const { status, body } = await save(
      `https://rebinding.example.com:${new URL(address).port}/`,
    );
    expect(status).toBe(201);
    names.set("rebinding.example.com", ["127.0.0.1"]);
    await server.call(`/v1/webhooks/${body.data.id}/test`, {
      key,
      method: "POST",
    });
    await settled(server);
    const { data } = (
      await server.call(`/v1/webhooks/${body.data.id}/deliveries`, { key })
    ).body;
    expect(data[0]?.attempts).toMatchObject([
      { response_status: null, error: "address_refused" },
    ]);
    expect(received).toEqual([]);
  });
});

describe("a name", () => {
  const post = (host: string) => sender.send(`https://${host}/`, {}, "{}");
  const fourPublic = [1, 2, 3, 4].map((n) => `93.184.215.${n}`);

  test.each([
    {
      name: "of this machine after a public one",
      addresses: ["93.184.215.14", "127.0.0.1"],
    },
    {
      name: "of this machine before a public one",
      addresses: ["127.0.0.1", "93.184.215.14"],
    },
    {
      name: "of IPv6 that is private beside IPv4",
      addresses: ["93.184.215.14", "fd00::1"],
    },
    {
      name: "of IPv6 that is this machine beside IPv4",
      addresses: ["93.184.215.14", "::1"],
    },
    {
      name: "of IPv4 that is private beside IPv6",
      addresses: ["2606:4700::1111", "10.0.0.1"],
    },
    {
      name: "that is private behind many",
      addresses: [...fourPublic, "192.168.0.1"],
    },
    { name: "of IPv6 alone that is private", addresses: ["fd00::1"] },
    { name: "of a cloud", addresses: ["168.63.129.16"] },
  ])(
    "with an address $name is refused, when it is saved and at each connection",
    async ({ addresses }) => {
      names.set("mixed.example.com", addresses);
      // On a busy machine the two seconds of a look-up can end before the response of the name server is read.
      await expect
        .poll(async () => (await save("https://mixed.example.com/")).status)
        .toBe(422);
      expect(await post("mixed.example.com")).toMatchObject({
        error: "address_refused",
      });
    },
  );

  test("with public addresses of both families is saved", async () => {
    names.set("both.example.com", ["93.184.215.14", "2606:4700::1111"]);
    expect((await save("https://both.example.com/")).status).toBe(201);
  });

  test("of many addresses is tried at four of them", async () => {
    // A part of IPv6 that nobody has been given.
    const addresses = [1, 2, 3, 4, 5, 6].map((n) => `2fff::${n}`);
    names.set("many.example.com", addresses);
    const tried = addressesTried();

    await sender.send("http://many.example.com/", {}, "{}");

    expect(tried).toEqual(addresses.slice(0, 4));
  });

  test("that nobody knows is saved, and not delivered to", async () => {
    expect((await save("https://later.example.com/")).status).toBe(201);
    expect(await post("later.example.com")).toMatchObject({
      error: "dns_error",
    });
  });

  test("whose name server does not respond is looked up no longer than its request", async () => {
    names.set("ended.example.com", null);
    names.set("other.example.com", null);
    const timesAsked = (name: string) =>
      asked.filter((each) => each === name).length;

    expect((await save("https://ended.example.com/")).status).toBe(201);
    const before = timesAsked("ended.example.com");
    const resolver = new dns.Resolver();
    resolver.setServers(dns.getServers());
    const other = resolver.resolve4("other.example.com").catch(() => undefined);
    // The second repetition of a question that was asked later.
    await expect
      .poll(() => timesAsked("other.example.com"), { timeout: 60_000 })
      .toBeGreaterThanOrEqual(3);
    resolver.cancel();
    await other;

    // A question for each family may have been on its way.
    expect(timesAsked("ended.example.com") - before).toBeLessThanOrEqual(2);
  });

  test("whose name server does not respond is saved, and holds up no other", async () => {
    for (let i = 0; i < 20; i++) names.set(`silent${i}.example.com`, null);
    const silent = Array.from({ length: 20 }, (_, i) =>
      post(`silent${i}.example.com`),
    );
    expect((await save("https://silent0.example.com/")).status).toBe(201);
    names.set("mixed.example.com", ["127.0.0.1"]);
    const { duration_ms } = await post("mixed.example.com");
    expect(duration_ms).toBeLessThan(delivery.timeout / 2);
    for (const { error, duration_ms } of await Promise.all(silent)) {
      expect(error).toMatch(/^(timeout|dns_error)$/);
      expect(duration_ms).toBeLessThan(delivery.timeout + 2000);
    }
  });
});

/** Collects the addresses to which this process connects, until the end of the test. */
function addressesTried(): string[] {
  const tried: string[] = [];
  const channel = "net.client.socket";
  const listen = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.on("connectionAttempt", (address) => tried.push(address));
  };
  subscribe(channel, listen);
  onTestFinished(() => void unsubscribe(channel, listen));
  return tried;
}
