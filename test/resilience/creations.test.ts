import { expect, test } from "vitest";
import { createClient, isCallError } from "../../client/index.ts";
import type { Limiter } from "../../server/limits/limiter.ts";
import { startFaultyWay, type Fault } from "./flaky-proxy.ts";
import { startServer } from "../support/server.ts";
import { scaled } from "./scale.ts";

/** What becomes of every tenth request. */
const faults: Record<number, Fault> = { 1: "cut before", 4: "cut after", 7: 503 };
const count = scaled(1000);
let refusals = 0;
let counted = 0;
/** Refuses every twentieth request, whenever it comes. */
const limiter: Limiter = {
  consume: () => {
    const allowed = ++counted % 20 !== 0;
    if (!allowed) refusals++;
    return Promise.resolve({ allowed, remaining: allowed ? count : 0, resetIn: 500 });
  },
  close: () => Promise.resolve(),
};
const server = await startServer({ limiter });
const apiKey = await server.key(["*"]);
let requests = 0;
const baseUrl = await startFaultyWay(server.address, () => faults[requests++ % 10]);
// Each learns of the limit by itself.
const clients = Array.from({ length: 4 }, () => createClient({ apiKey, baseUrl, retries: 10 }).contacts);
const expected = Array.from({ length: count }, (_, n) => ({ name: `n${n}`, email: `${n}@example.com` }));

/** Does it for every contact that is wanted, eight at a time for each client. */
async function forAll<T>(
  work: (contacts: (typeof clients)[number], body: (typeof expected)[number]) => Promise<T>,
): Promise<T[]> {
  const all: T[] = [];
  const left = expected.entries();
  const worker = async (contacts: (typeof clients)[number]) => {
    for (const [n, body] of left) all[n] = await work(contacts, body);
  };
  await Promise.all(clients.flatMap((contacts) => Array.from({ length: 8 }, () => worker(contacts))));
  return all;
}

/** Every contact that the server has: email → id. Fails when it has an email twice. */
async function stored(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { email, id } of createClient({ apiKey, baseUrl: server.address }).contacts.list({
    limit: 100,
  })) {
    expect(found.has(email)).toBe(false);
    found.set(email, id);
  }
  return found;
}

test(`of ${count} creations on a broken way, none is made twice and none that was told is lost`, async () => {
  const told = await forAll((contacts, body) =>
    contacts.create(body).catch((error: unknown) => {
      if (!isCallError(error)) throw error;
      return error;
    }),
  );
  const there = await stored();
  const codes = new Set<string>();
  for (const [n, outcome] of told.entries()) {
    const id = there.get(expected[n]?.email ?? "");
    if (!isCallError(outcome)) expect(id).toBe(outcome.id);
    else if (outcome.code === "service_unavailable") expect(id).toBeUndefined();
    if (isCallError(outcome)) codes.add(outcome.code);
  }
  // Whatever broke was repeated with its Idempotency-Key, and a 429 as well.
  expect([...codes]).toEqual([]);
  expect(refusals).toBeGreaterThan(0);

  const outcomes = await forAll((contacts, body) => contacts.createOrGet(body));
  const all = await stored();
  expect(outcomes.map(({ contact }) => contact.id)).toEqual(expected.map(({ email }) => all.get(email)));
  expect(all.size).toBe(count);
  for (const [email, id] of there) expect(all.get(email)).toBe(id);
  console.log(
    `${count} creations on a way that breaks 3 of 10 requests: ${requests} requests, ${refusals} of them refused with 429, ` +
      `${all.size} contacts, 0 twice, 0 lost`,
  );
}, 300_000); // more than a call may take in all, so that one that hangs says so itself
