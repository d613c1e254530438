import { expect, test } from "vitest";
import { verifyWebhookSync as verifyWebhook } from "../../client/webhooks/node.ts";
import { full } from "./scale.ts";
import { start, type Program } from "../support/process.ts";
import { startReceiver, type Received, type Receiver } from "../support/receiver.ts";
import { emptyStore, stores } from "../support/store.ts";

const kills = full ? 5 : 2;
const acknowledgedBetweenKills = full ? 40 : 20;
const writers = 4;

interface Running {
  program: Program;
  address: string;
}

test.each(stores)(
  "%s: what was acknowledged arrives everywhere although servers are killed and receivers fail half of the time",
  { timeout: 240_000 },
  async (store) => {
    const settings = { ...(await emptyStore(store)), LOCAL_WEBHOOKS: "true", LOG_LEVEL: "silent" };
    const launch = async (): Promise<Running> => {
      const program = start("server/main.ts", [], settings);
      const [, address = ""] = await program.printed(/Contacts API +(\S+)/);
      return { program, address };
    };
    const servers = await Promise.all(Array.from({ length: store === "postgres" ? 2 : 1 }, launch));
    const make = start(
      "server/operator/main.ts",
      ["keys", "create", "--workspace", "w", "--new", "--scopes", "*"],
      settings,
    );
    const [, key = ""] = await make.printed(/"key":"(\w+)"/);

    const post = async (path: string, json: object, { address } = servers[0] as Running) => {
      const response = await fetch(address + path, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        body: JSON.stringify(json),
      });
      const { data } = (await response.json()) as { data: { id: string; secret: string } };
      return { status: response.status, data };
    };

    const receivers = await Promise.all([startReceiver(), startReceiver()]);
    const secrets: string[] = [];
    for (const receiver of receivers) {
      failHalf(receiver);
      const { data } = await post("/v1/webhooks", { url: receiver.address, events: ["contact.created"] });
      secrets.push(data.secret);
    }

    const acknowledged: string[] = [];
    let writing = true;
    let sent = 0;
    let reached = () => {};
    const write = async (writer: number) => {
      while (writing) {
        const email = `${++sent}@example.com`;
        const server = servers[writer % servers.length] as Running;
        // A request may be lost with its server, but not one that got its response.
        const response = await post("/v1/contacts", { name: "Ana", email }, server).catch(() => undefined);
        if (response?.status === 201) acknowledged.push(response.data.id);
        else await new Promise((resolve) => setTimeout(resolve, 20));
        reached();
      }
    };
    const writes = Array.from({ length: writers }, (_, i) => write(i));
    for (let kill = 0; kill < kills; kill++) {
      const goal = acknowledged.length + acknowledgedBetweenKills;
      await new Promise<void>((resolve) => (reached = () => acknowledged.length >= goal && resolve()));
      const victim = kill % servers.length;
      servers[victim]?.program.child.kill("SIGKILL");
      await servers[victim]?.program.ended;
      servers[victim] = await launch();
    }
    writing = false;
    await Promise.all(writes);

    for (const [i, { until, received }] of receivers.entries()) {
      const arrived = new Set<string>();
      let read = 0;
      await until(() => {
        for (; read < received.length; read++) {
          const delivery = received[read] as Received;
          if (taken.has(delivery)) arrived.add(subjectOf(delivery));
        }
        return acknowledged.every((id) => arrived.has(id));
      });
      const idsOf = new Map<string, Set<string>>();
      for (const delivery of received) {
        const event = verifyWebhook(delivery.headers, delivery.body, secrets[i] ?? "");
        const ids = idsOf.get(subjectOf(delivery)) ?? new Set();
        idsOf.set(subjectOf(delivery), ids.add(String(delivery.headers["webhook-id"])));
        expect(event.id).toBe(delivery.headers["webhook-id"]);
      }
      expect([...idsOf.values()].filter((ids) => ids.size !== 1)).toEqual([]);
    }
    const total = receivers.reduce((sum, { received }) => sum + received.length, 0);
    console.log(
      `${acknowledged.length} acknowledged, ${kills} kills, ${total} attempts at ${receivers.length} receivers`,
    );
    expect(acknowledged.length).toBeGreaterThanOrEqual(kills * acknowledgedBetweenKills);
  },
);

const subjectOf = ({ body }: Received): string => JSON.parse(body).data.id;

/** The deliveries for which a receiver responded with a 2xx. */
const taken = new WeakSet<Received>();

/** Fails the first attempt of every second event. */
function failHalf(receiver: Receiver): void {
  const seen = new Set<string>();
  let fails = false;
  receiver.respond = (delivery, response) => {
    const id = String(delivery.headers["webhook-id"]);
    const first = !seen.has(id);
    seen.add(id);
    if (first) fails = !fails;
    if (first && fails) return void response.writeHead(500).end();
    taken.add(delivery);
    response.writeHead(204).end();
  };
}
