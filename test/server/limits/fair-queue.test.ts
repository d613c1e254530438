import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Limit, Subject } from "../../../server/limits/active-subjects.ts";
import {
  createFairQueue,
  type FairQueue,
  QueueFull,
  QueueTimeout,
} from "../../../server/limits/fair-queue.ts";

beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ["performance", "setTimeout", "clearTimeout"],
    }),
);
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);

/** Lets requests begin that may. */
const settle = async () => {
  for (let n = 0; n < 10; n++) await Promise.resolve();
};

/** Takes a slot for a request, and gives it back after some milliseconds. */
async function hold(
  { enter }: FairQueue,
  path: Subject[],
  milliseconds: number,
) {
  const release = await enter(path);
  pass(milliseconds);
  release();
}

interface Work {
  path: Subject[];
  /** The time for which its request holds the slot, in milliseconds. */
  took?: number;
}

/**
 * The names of the innermost subjects, in the order in which a queue with one slot serves their
 * requests.
 */
async function serve(
  queue: FairQueue,
  requests: Work[],
  count = requests.length,
): Promise<string[]> {
  const served: string[] = [];
  const slots: { took: number; release: () => void }[] = [];
  const release = await queue.enter([{ id: "before all" }]);
  for (const { path, took = 1 } of requests)
    void queue.enter(path).then((release) => {
      served.push(path.map(({ id }) => id).join(" "));
      slots.push({ took, release });
    });
  release();
  while (served.length < count) {
    await settle();
    const slot = slots.shift();
    pass(slot?.took ?? 1);
    slot?.release();
  }
  return served;
}

const many = (count: number, path: Subject[], took = 1): Work[] =>
  Array.from({ length: count }, () => ({ path, took }));

const oneSlot = () => createFairQueue({ total: 1 });
const a = [{ id: "a" }];
const b = [{ id: "b" }];

test("a subject that comes later does not wait for all that wait of another one", async () => {
  const served = await serve(oneSlot(), [...many(3, a), ...many(1, b)]);
  expect(served.indexOf("b")).toBeLessThan(2);
});

test("time in slots is shared, not the number of requests", async () => {
  const requests = [...many(100, a, 9), ...many(100, b, 3)];
  const served = await serve(oneSlot(), requests, 100);
  expect(served.filter((id) => id === "a").length).toBeCloseTo(25, -1);
});

test("time is shared by weight, at each level", async () => {
  const team = { id: "team", weight: 4 };
  const visitors = { id: "visitors" };
  const requests = [
    ...many(100, [{ id: "w" }, visitors, { id: "1" }]),
    ...many(100, [{ id: "w" }, visitors, { id: "2" }]),
    ...many(100, [{ id: "w" }, team, { id: "k" }]),
    ...many(100, [{ id: "other" }]),
  ];
  const served = await serve(oneSlot(), requests, 100);
  const count = (id: string) => served.filter((it) => it === id).length;
  expect([
    count("other"),
    count("w team k"),
    count("w visitors 1"),
    count("w visitors 2"),
  ]).toEqual([50, 40, 5, 5].map((expected) => expect.closeTo(expected, -1)));
});

test("a free slot is not kept for a subject that had less and may come back", async () => {
  const { enter } = oneSlot();
  const first = await enter(a);
  pass(5);
  let hasStarted = false;
  void enter(a).then(() => (hasStarted = true));
  void enter(b).then((release) => release());
  first();
  await settle();
  expect(hasStarted).toBe(true);
});

test("no slot is free while a request waits that may have it", async () => {
  const total = 4;
  const { enter } = createFairQueue({ total });
  const limit: Limit = { id: "costly", slots: 2 };
  const held: { id: string; isCostly: boolean; release: () => void }[] = [];
  const waiting: { id: string; isCostly: boolean }[] = [];
  const heldOf = (id: string) => held.filter((slot) => slot.id === id).length;
  const mayStart = ({ id, isCostly }: (typeof waiting)[number]) =>
    held.length < total &&
    heldOf(id) < 3 &&
    !(isCostly && held.filter((slot) => slot.isCostly).length >= limit.slots);

  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let step = 0; step < 3000; step++) {
    if (random(2) === 0) {
      const request = { id: `w${random(3)}`, isCostly: random(3) === 0 };
      const path = [
        { id: request.id, slots: 3 },
        { id: request.isCostly ? "costly" : "other" },
      ];
      waiting.push(request);
      void enter(path, request.isCostly ? [limit] : []).then((release) => {
        waiting.splice(waiting.indexOf(request), 1);
        held.push({ ...request, release });
      });
    } else {
      const [slot] = held.splice(random(held.length || 1), 1);
      slot?.release();
    }
    pass(random(20));
    await settle();
    expect(waiting.filter(mayStart)).toEqual([]);
    expect(held.length).toBeLessThanOrEqual(total);
  }
});

test("a subject that leaves and comes back at once is behind those that have had less", async () => {
  const queue = oneSlot();
  await hold(queue, a, 50);
  expect(await serve(queue, [...many(1, a), ...many(1, b)])).toEqual([
    "b",
    "a",
  ]);
});

test("some seconds later it has its turn as any other", async () => {
  const queue = oneSlot();
  await hold(queue, a, 50);
  pass(5000);
  expect(await serve(queue, [...many(1, a), ...many(1, b)])).toEqual([
    "a",
    "b",
  ]);
});

test("after a long request its subject waits no longer than a second for its next slot", async () => {
  const served = await serve(oneSlot(), [
    ...many(1, a, 60_000),
    ...many(1500, b),
    ...many(1, a),
  ]);
  expect(served.lastIndexOf("a")).toBeLessThan(1100);
});

test("however many newcomers come, a subject waits no longer than a second for its turn", async () => {
  const queue = oneSlot();
  await hold(queue, a, 50);
  const newcomers = Array.from({ length: 1500 }, (_, n) =>
    many(1, [{ id: `newcomer ${n}` }]),
  );
  const served = await serve(queue, [...many(1, a), ...newcomers.flat()]);
  expect(served.indexOf("a")).toBeLessThan(1000);
});

test.each([
  { others: 9_999, order: ["b", "a"] },
  { others: 10_000, order: ["a", "b"] },
])(
  "the queue remembers the last 10,000 subjects, and no more: beside $others others",
  async ({ others, order }) => {
    const queue = oneSlot();
    await hold(queue, a, 50);

    for (let n = 0; n < others; n++) await hold(queue, [{ id: `${n}` }], 0);

    const served = await serve(queue, [...many(1, a), ...many(1, b)]);
    expect(served).toEqual(order);
  },
);

test("a limit whose slots are all free takes no memory", async () => {
  const { enter } = createFairQueue({ total: 1 });
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const mebibyte = 2 ** 20;
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = used();

  for (let n = 0; n < 32; n++) {
    const limit = { id: `${n}`.padEnd(mebibyte, "a"), slots: 1 };
    (await enter([{ id: "a" }], [limit]))();
  }

  expect(used() - before).toBeLessThan(16 * mebibyte);
});

test("a request that reaches a limit holds up nobody else's", async () => {
  const { enter } = createFairQueue({ total: 2 });
  const search: Limit = { id: "search", slots: 1 };
  const release = await enter([{ id: "a" }, { id: "search" }], [search]);
  let hasSearched = false;
  const late = enter([{ id: "b" }, { id: "search" }], [search]).then((end) => {
    hasSearched = true;
    end();
  });
  (await enter([{ id: "b" }, { id: "other" }]))();
  expect(hasSearched).toBe(false);
  release();
  await late;
});

test("a request that gives up waiting makes room at once, and gets no slot", async () => {
  const { enter } = createFairQueue({ total: 1, timeout: 20 });
  const path = [{ id: "a", queue: 1 }];
  const release = await enter(path);
  const leaving = new AbortController();
  const early = enter(path, [], () => leaving.signal);

  leaving.abort("has left");

  await expect(early).rejects.toBe("has left");
  await expect(enter(path, [], () => leaving.signal)).rejects.toBe("has left");
  const next = enter(path);
  release();
  (await next)();
});

test("a request that has its slot keeps it when its client gives up", async () => {
  const { enter } = createFairQueue({ total: 1, timeout: 20 });
  const leaving = new AbortController();
  const release = await enter([{ id: "a" }], [], () => leaving.signal);

  leaving.abort();

  const late = expect(enter([{ id: "b" }])).rejects.toThrow(QueueTimeout);
  pass(20);
  await late;
  release();
  (await enter([{ id: "b" }]))();
});

test("a request that has waited for its slot keeps it when its client gives up and its time has passed", async () => {
  const { enter } = createFairQueue({ total: 1, timeout: 20 });
  const leaving = new AbortController();
  const first = await enter(a);
  const waited = enter(a, [], () => leaving.signal);
  first();
  const release = await waited;

  leaving.abort();
  pass(20);
  let hasStarted = false;
  void enter(b).then(() => (hasStarted = true));
  await settle();
  expect(hasStarted).toBe(false);

  release();
  await settle();
  expect(hasStarted).toBe(true);
});

test("a slot that is released twice is free once", async () => {
  const { enter } = oneSlot();
  const release = await enter(a);
  release();
  release();
  await enter(a);

  let hasStarted = false;
  void enter(b).then(() => (hasStarted = true));
  await settle();

  expect(hasStarted).toBe(false);
});

test("a request over the queue of its subject is refused, and one that waits in vain is rejected", async () => {
  const { enter } = createFairQueue({ total: 1, timeout: 20 });
  const path = [{ id: "a", queue: 1 }];
  const release = await enter(path);
  const late = expect(enter(path)).rejects.toThrow(QueueTimeout);
  await expect(enter(path)).rejects.toThrow(QueueFull);
  pass(20);
  await late;
  release();
  (await enter(path))();
});
