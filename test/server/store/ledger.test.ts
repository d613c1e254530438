import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { createMemoryLimiter } from "../../../server/limits/limiter.ts";
import { prepare } from "../../../server/operator/run.ts";
import { retain } from "../../../server/boot/retention.ts";
import { credentialsOf } from "../../support/credentials.ts";
import { settled, startDelivery } from "../../support/delivery.ts";
import { startReceiver } from "../../support/receiver.ts";
import { startServer } from "../../support/server.ts";

let later = 0;
const clock = () => new Date(Date.now() + later);
const server = await startServer({ limiter: createMemoryLimiter(), localWebhooks: true, clock });
const key = await server.key(["*"]);
const website = await credentialsOf(server, "test").token();
const receiver = await startReceiver();
receiver.respond = (_, response) => response.writeHead(500).end("no".repeat(receiver.received.length % 50));
await startDelivery(server);

/** Sends a request, half of them with an Idempotency-Key; what it responds does not matter. */
const send = (path: string, json: object | undefined, method: string, as = key, name?: string) =>
  server.call(path, {
    key: as,
    method,
    ...(json && { json }),
    ...(method === "POST" && name !== undefined && { headers: { "Idempotency-Key": name } }),
  });
const post = async (step: Step, path: string, json: object, as = key): Promise<string | undefined> => {
  const name = step.number % 2 === 0 ? `key-${step.number % 20}` : undefined;
  const { data } = (await send(path, json, "POST", as, name)).body as { data?: { id: string } };
  return data?.id;
};

interface Step {
  kind: keyof typeof kinds;
  number: number;
  text: string;
}

const ids = { ct: [] as string[], cv: [] as string[], tk: [] as string[], wh: [] as string[] };
const pick = (kind: keyof typeof ids, { number }: Step) =>
  ids[kind][number % (ids[kind].length || 1)] ?? "none";
const keep = (kind: keyof typeof ids, id: string | undefined) =>
  void (id !== undefined && ids[kind].push(id));

const kinds = {
  contact: async (step: Step) =>
    keep("ct", await post(step, "/v1/contacts", { name: "Ana", email: `a${step.number}@example.com` })),
  change: (step: Step) =>
    send(
      `/v1/contacts/${pick("ct", step)}`,
      { company: step.text, tags: [step.text.slice(0, 20) || "x"] },
      "PATCH",
    ),
  batch: (step: Step) => {
    const contacts = [0, 1, 2].map((n) => ({
      name: step.text || "x",
      email: `a${step.number + n}@example.com`,
    }));
    return post(step, "/v1/contacts/batch", { contacts: [...contacts, ...contacts.slice(1)] });
  },
  conversation: async (step: Step) =>
    keep(
      "cv",
      await post(step, "/v1/conversations", { contact_id: pick("ct", step), body: step.text || "x" }),
    ),
  message: (step: Step) =>
    post(step, `/v1/conversations/${pick("cv", step)}/messages`, {
      body: step.text || "x",
      author_type: step.number % 3 === 0 ? "contact" : "team",
    }),
  status: (step: Step) =>
    send(`/v1/conversations/${pick("cv", step)}`, { status: step.number % 2 ? "open" : "closed" }, "PATCH"),
  ticket: async (step: Step) => {
    const fields = { contact_id: pick("ct", step), subject: "x", description: step.text || "x" };
    keep("tk", await post(step, "/v1/tickets", fields));
  },
  changeTicket: (step: Step) =>
    send(`/v1/tickets/${pick("tk", step)}`, { subject: step.text || "x", custom_fields: { a: 1 } }, "PATCH"),
  visitor: async (step: Step) => {
    const about = { name: step.text || "x", email: `v${step.number}@example.com` };
    const { body } = await server.call("/v1/messenger/sessions", { key: website.token, json: about });
    if (step.number % 2) await post(step, "/v1/messenger/conversations", { body: "x" }, body.data.secret);
  },
  webhook: async (step: Step) =>
    keep("wh", await post(step, "/v1/webhooks", { url: receiver.address, events: ["*"] })),
  testWebhook: (step: Step) => post(step, `/v1/webhooks/${pick("wh", step)}/test`, {}),
  redelivery: async (step: Step) => {
    const path = `/v1/webhooks/${pick("wh", step)}/deliveries` as const;
    const { body } = await server.call(path, { key });
    for (const { id } of body.data?.slice(0, 2) ?? []) await post(step, `${path}/${id}/redeliver`, {});
  },
  deleteWebhook: (step: Step) => send(`/v1/webhooks/${pick("wh", step)}`, undefined, "DELETE"),
  erasure: (step: Step) => send(`/v1/contacts/${pick("ct", step)}`, undefined, "DELETE"),
  retention: async (step: Step) => {
    later += (step.number % 3 === 0 ? limits.eventDays : 1) * 24 * 60 * 60 * 1000;
    await retain(server.store);
  },
};

const step = fc.record({
  kind: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])),
  number: fc.nat(40),
  text: fc.string({ maxLength: 60, unit: "grapheme-ascii" }).map((text) => text.trim()),
});

test("after any steps, one after the other and at one moment, the ledger equals a recount of the rows", async () => {
  const usage = async () =>
    JSON.parse(await prepare(["operator", "usage", "--workspace", "test"])(server.store));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 25, maxLength: 25 }),
      async (rounds) => {
        for (const steps of rounds) {
          await Promise.all(steps.map((step) => kinds[step.kind](step)));
          const { ledger } = await usage(); // fails when they differ
          expect(Math.min(ledger.contacts, ledger.bytes)).toBeGreaterThanOrEqual(0);
        }
      },
    ),
    { numRuns: 4, endOnFailure: true },
  );
  await settled(server);
  expect((await usage()).ledger.bytes).toBeGreaterThan(0);
});
