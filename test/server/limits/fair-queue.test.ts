import { afterEach, expect, test, vi } from "vitest";
import {
  createFairQueue,
  QueueFull,
  QueueTimeout,
  type Subject,
} from "../../../server/limits/fair-queue.ts";

afterEach(() => void vi.useRealTimers());

/** Serves what waits, one after the other, each for so many milliseconds. Gives who was served, in that order. */
async function serve(
  requests: { path: Subject[]; took?: number }[],
  count = requests.length,
) {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
  const { enter } = createFairQueue({ total: 1 });
  const served: string[] = [];
  const holder = await enter([{ id: "holder" }]);
  const slots: { took: number; release: () => void }[] = [];
  for (const { path, took = 1 } of requests)
    void enter(path).then((release) => {
      served.push(path.map(({ id }) => id).join("/"));
      slots.push({ took, release });
    });
  holder();
  while (served.length < count) {
    await Promise.resolve();
    const slot = slots.shift();
    vi.advanceTimersByTime(slot?.took ?? 1);
    slot?.release();
  }
  return served;
}

const many = (count: number, path: Subject[], took = 1) =>
  Array.from({ length: count }, () => ({ path, took }));

test("who comes later does not wait for all that wait of another", async () => {
  const served = await serve([
    ...many(3, [{ id: "a" }]),
    ...many(1, [{ id: "b" }]),
  ]);
  expect(served.indexOf("b")).toBeLessThan(2);
});

test("what counts is the time of the requests, not their number", async () => {
  const served = await serve(
    [...many(100, [{ id: "a" }], 9), ...many(100, [{ id: "b" }], 3)],
    100,
  );
  expect(served.filter((it) => it === "a").length).toBeCloseTo(25, -1);
});

test("time is shared by weight, at each level of the tree", async () => {
  const [team, visitors] = [{ id: "team", weight: 4 }, { id: "visitors" }];
  const served = await serve(
    [
      ...many(100, [{ id: "w" }, visitors, { id: "1" }]),
      ...many(100, [{ id: "w" }, visitors, { id: "2" }]),
      ...many(100, [{ id: "w" }, team, { id: "k" }]),
      ...many(100, [{ id: "other" }]),
    ],
    100,
  );
  const count = (id: string) => served.filter((it) => it === id).length;
  expect([
    count("other"),
    count("w/team/k"),
    count("w/visitors/1"),
    count("w/visitors/2"),
  ]).toEqual([50, 40, 5, 5].map((expected) => expect.closeTo(expected, -1)));
});

test("after a long request its subject waits no longer than a second for its next slot", async () => {
  const served = await serve([
    ...many(1, [{ id: "a" }], 60_000),
    ...many(1500, [{ id: "b" }]),
    ...many(1, [{ id: "a" }]),
  ]);
  expect(served.lastIndexOf("a")).toBeLessThan(1100);
});

test("a full line takes nobody, and who waits in vain is told", async () => {
  const { enter } = createFairQueue({ total: 1, timeout: 20 });
  const path = [{ id: "a", queue: 1 }];
  const release = await enter(path);
  const late = expect(enter(path)).rejects.toThrow(QueueTimeout);
  await expect(enter(path)).rejects.toThrow(QueueFull);
  await late;
  release();
  (await enter(path))();
});
