import { createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { openPostgres } from "../../../server/store/postgres.ts";
import { start } from "../../support/process.ts";
import { startReceiver } from "../../support/delivery.ts";
import { listenLocally } from "../../support/raw.ts";
import { onPostgres } from "../../support/store.ts";
import { createCluster, hasPostgres } from "../cluster.ts";
import { type Footprint, footprintOf, full, launch, makeKeys, movedClock } from "../service.ts";

/** `npm run faults -- soak` takes so long. For SECURITY.md and RELIABILITY.md it took an hour. */
const minutes = 3;
/** How long no delivery may arrive, in milliseconds, while some are missing. */
const silence = 120_000;
/** What is left after the load may take as long as the load did: the worker serves both workspaces in turn. */
const settle = Math.max(minutes * 60_000, silence);

/** A receiver that does nothing good with what it gets. */
async function badReceiver(response: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined).once("data", () => socket.write(response));
  });
  return `http://${await listenLocally(server)}/`;
}

const noFootprint: Footprint = { memory: NaN, descriptors: NaN };
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN;

test.runIf(onPostgres && hasPostgres && full)(
  `${minutes} minutes with every fault at once lose nothing, double nothing and leave nothing behind`,
  { timeout: minutes * 60_000 + settle + 120_000 },
  async () => {
    const cluster = await createCluster();
    const settings = { ...cluster.settings, LOCAL_WEBHOOKS: "true" };
    const store = await openPostgres(cluster.url);
    onTestFinished(store.close);
    const [good, noisy] = [await makeKeys(settings, 60, "good"), await makeKeys(settings, 60, "noisy")];
    // One that lives through all of it, and one that is killed, stopped, frozen and started with another clock.
    const steady = await launch(settings, good);
    let shaken = await launch(settings, good);

    const receiver = await startReceiver();
    const arrived = new Set<string>();
    receiver.respond = ({ body }, response) => {
      arrived.add(JSON.parse(body).data.id);
      response.writeHead(204).end();
    };
    const hook = (url: string) => ({ url, events: ["contact.created"] });
    expect((await steady.call("/v1/webhooks", { json: hook(receiver.address) })).status).toBe(201);
    const bad = await Promise.all(
      [
        "",
        "HTTP/1.1 101 Switching Protocols\r\n\r\n",
        "HTTP/1.1 099 What\r\n\r\n",
        "HTTP/1.1 200 OK\r\n\r\n.",
      ].map(badReceiver),
    );
    for (let n = 0; n < limits.webhooks; n++) {
      const headers = { Authorization: `Bearer ${noisy[0]}` };
      await steady.call("/v1/webhooks", { json: hook(bad[n % bad.length] ?? ""), headers });
    }

    let running = true;
    const acknowledged = new Map<string, string>();
    let refused = 0;
    let created = 0;
    /** Creates contacts as a client does that repeats until it has a response. */
    const write = async (writer: number) => {
      for (let n = 0; running; n++) {
        const email = `${writer}-${n}@example.com`;
        for (;;) {
          const server = ++created % 2 === 0 ? steady : shaken;
          const json = { name: "Ana", email };
          const response = await Promise.race([
            server.call("/v1/contacts", { json }).catch(() => undefined),
            setTimeout(20_000, undefined, { ref: false }),
          ]);
          const id = response?.status === 201 ? response.body.data.id : response?.body.error?.contact_id;
          if (id !== undefined) {
            acknowledged.set(email, id);
            break;
          }
          refused++;
          await setTimeout(100);
        }
        await setTimeout(20);
      }
    };
    const writers = Array.from({ length: 4 }, (_, writer) => write(writer));
    const processes = [
      start("test/resilience/strangers.ts", [], { ADDRESS: steady.address }),
      ...["searches", "creations"].map((kind) =>
        start("test/resilience/noisy-neighbour.ts", [kind], {
          ADDRESS: steady.address,
          KEYS: noisy.join(" "),
          CALLERS: "8",
        }),
      ),
    ];

    const restart = async (signal: NodeJS.Signals, hours: number) => {
      const { program } = shaken;
      program.child.kill(signal);
      const cut = setTimeout(45_000, "did not end", { ref: false });
      expect(await Promise.race([program.ended, cut]), "a stop").not.toBe("did not end");
      shaken = await launch({ ...settings, ...movedClock(hours) }, good);
    };
    const faults: [name: string, fault: () => Promise<void>][] = [
      ["kill -9", () => restart("SIGKILL", 0)],
      [
        "crash of the database",
        async () => {
          cluster.crash();
          await setTimeout(2000);
          cluster.start();
        },
      ],
      ["a clock 40 days ahead", () => restart("SIGTERM", 40 * 24)],
      [
        "frozen database",
        async () => {
          cluster.freeze();
          await setTimeout(8000);
          cluster.thaw();
        },
      ],
      ["a clock an hour behind", () => restart("SIGTERM", -1)],
      [
        "frozen server",
        async () => {
          shaken.program.child.kill("SIGSTOP");
          await setTimeout(8000);
          shaken.program.child.kill("SIGCONT");
        },
      ],
    ];

    const samples: Footprint[] = [];
    const sampler = setInterval(() => samples.push(footprintOf(steady.program) ?? noFootprint), 2000);
    onTestFinished(() => clearInterval(sampler));
    const until = performance.now() + minutes * 60_000;
    const counts = new Map<string, number>();
    for (let n = 0; performance.now() < until; n++) {
      const [name, fault] = faults[n % faults.length] ?? ["", () => Promise.resolve()];
      await fault();
      counts.set(name, (counts.get(name) ?? 0) + 1);
      await setTimeout(8000);
    }
    running = false;
    for (const { child } of processes) child.kill("SIGTERM");
    await Promise.all([...writers, ...processes.map(({ ended }) => ended)]);
    clearInterval(sampler);

    const ended = performance.now();
    const missing = () => [...acknowledged.values()].filter((id) => !arrived.has(id));
    for (const end = performance.now() + settle; missing().length > 0;) {
      const before = missing().length;
      if (performance.now() > end) break;
      await vi
        .waitFor(() => expect(missing().length).toBeLessThan(before), { timeout: silence, interval: 500 })
        .catch(() => undefined);
      if (missing().length === before) break;
    }
    const late = (performance.now() - ended) / 1000;
    expect(missing().length, "never delivered").toBe(0);
    const third = Math.floor(samples.length / 3);
    const of = (part: typeof samples) => ({
      memory: median(part.map(({ memory }) => memory)),
      descriptors: median(part.map(({ descriptors }) => descriptors)),
    });
    const [first, last] = [of(samples.slice(0, third)), of(samples.slice(-third))];
    const attempts = receiver.received.length;
    console.log(
      `${minutes} minutes of ${[...counts].map(([name, count]) => `${count} × ${name}`).join(", ")}: ` +
        `${acknowledged.size} creations acknowledged, ${refused} refused or broken off, all delivered in ` +
        `${attempts} attempts, the last ${late.toFixed(0)} s after the load; memory ${first.memory.toFixed(0)} → ${last.memory.toFixed(0)} MiB, ` +
        `descriptors ${first.descriptors} → ${last.descriptors}; ${processes.map(({ output }) => output().trim().split("\n").at(-1)).join("; ")}`,
    );
    const inGood = sql`workspace_id = (select id from workspaces where name = 'good')`;
    const { rows: contacts } = await sql<{ id: string; email: string }>`
      select id, email from contacts where ${inGood}`.execute(store.database);
    const { rows: events } = await sql<{ id: string }>`
      select data->>'id' as id from events where ${inGood} and type = 'contact.created'`.execute(
      store.database,
    );
    const stored = new Map(contacts.map(({ email, id }) => [email, id]));
    expect([...acknowledged].filter(([email, id]) => stored.get(email) !== id)).toEqual([]);
    expect([stored.size, new Set(events.map(({ id }) => id)).size]).toEqual([
      contacts.length,
      contacts.length,
    ]);
    expect(events).toHaveLength(contacts.length);
    expect(last.memory).toBeLessThan(first.memory * 1.25 + 30);
    expect(last.descriptors).toBeLessThan(first.descriptors + 50);
  },
);
