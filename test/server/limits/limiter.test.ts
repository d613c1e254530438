import { expect, onTestFinished, test, vi } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { createMemoryLimiter } from "../../../server/limits/limiter.ts";
import { burst } from "../../support/limiter.ts";

const limit = limits.requestsPerWindow;

test("a process keeps the windows of 100,000 subjects, and forgets the one that was used longest ago", async () => {
  const limiter = createMemoryLimiter();
  await limiter.consume("first");
  for (let n = 0; n < 100_000; n++) await limiter.consume(`other ${n}`);
  expect((await limiter.consume("other 99999")).remaining).toBe(limit - 2);
  expect((await limiter.consume("first")).remaining).toBe(limit - 1);
});

test("a window is never longer than a minute, whatever fraction of a millisecond it begins at", async () => {
  const clock = vi.spyOn(performance, "now");
  onTestFinished(() => void clock.mockRestore());
  const limiter = createMemoryLimiter();
  for (let n = 1; n <= 100; n++) {
    clock.mockReturnValue(n * 1111.11);
    expect((await limiter.consume(`begun ${n}`)).resetIn).toBe(
      limits.windowSeconds * 1000,
    );
  }
});

test("a client that goes on while it is refused is let in at the end of its window, and not before", async () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  onTestFinished(() => void clock.mockRestore());
  const limiter = createMemoryLimiter();
  expect(await burst(limiter, "eager", limit)).toBe(limit);
  const length = limits.windowSeconds * 1000;

  for (const time of [1, length / 2, length - 1]) {
    clock.mockReturnValue(time);
    const { allowed, remaining, resetIn } = await limiter.consume("eager");
    expect({ allowed, remaining, resetIn }).toEqual({
      allowed: false,
      remaining: 0,
      resetIn: length - time,
    });
  }

  clock.mockReturnValue(length);
  const { allowed, remaining, resetIn } = await limiter.consume("eager");
  expect({ allowed, remaining, resetIn }).toEqual({
    allowed: true,
    remaining: limit - 1,
    resetIn: length,
  });
});
