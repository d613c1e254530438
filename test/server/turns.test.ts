import { expect, test } from "vitest";
import { createTurns, Crowded, Late } from "../../server/turns.ts";

/** Takes turns and notes in which order they come. */
function watch(options: Parameters<typeof createTurns>[0]) {
  const { take } = createTurns(options);
  const order: string[] = [];
  const ends: Record<string, (() => void)[]> = {};
  const asks = (subject: string) =>
    take(subject).then((end) => {
      order.push(subject);
      (ends[subject] ??= []).push(end);
    });
  /** Ends the oldest turn of a subject, and lets what follows from it happen. */
  const end = async (subject: string) => {
    ends[subject]?.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { asks, end, order };
}

test("one that is alone has all turns", async () => {
  const { asks, order } = watch({ total: 3, share: 1 });
  await Promise.all([asks("a"), asks("a"), asks("a")]);
  expect(order).toEqual(["a", "a", "a"]);
});

test("one that comes later does not wait for all that wait of another, which keeps to its share", async () => {
  const { asks, end, order } = watch({ total: 4, share: 2 });
  for (let n = 0; n < 16; n++) void asks("loud");
  await Promise.resolve();
  void asks("quiet");
  await end("loud");
  expect(order).toEqual(["loud", "loud", "loud", "loud", "quiet"]);
  await end("loud");
  await end("quiet");
  // Two are under way, its share while the other was here.
  expect(order).toHaveLength(5);
  await end("loud");
  expect(order.slice(5)).toEqual(["loud"]);
});

test("beside others, one that asks for several turns at once rests after them; one that takes them in turn does not", async () => {
  const { asks, end, order } = watch({ total: 4, share: 1, dutyCycle: 1 / 2 });
  void asks("quiet");
  for (let n = 0; n < 3; n++) void asks("loud");
  await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve, 20)); // what loud's turn takes, so that there is something to rest for
  await end("loud");
  await end("quiet");
  void asks("quiet");
  await Promise.resolve();
  expect(order).toEqual(["quiet", "loud", "quiet"]);
  // No event begins the next one but its own time.
  await expect.poll(() => order).toEqual(["quiet", "loud", "quiet", "loud"]);
});

test("what is free goes round", async () => {
  const { asks, end, order } = watch({ total: 1, share: 1 });
  for (const subject of ["a", "a", "a", "b", "b", "c"]) void asks(subject);
  await Promise.resolve();
  for (let n = 0; n < 6; n++) await end(order.at(-1) ?? "");
  expect(order).toEqual(["a", "b", "c", "a", "b", "a"]);
});

test("a line that is full takes nobody, and who waits in vain is told", async () => {
  const { take } = createTurns({ total: 1, share: 1, queue: 1, timeout: 20 });
  const end = await take("a");
  const late = expect(take("a")).rejects.toThrow(Late);
  await expect(take("a")).rejects.toThrow(Crowded);
  await late;
  end();
  (await take("a"))();
});
