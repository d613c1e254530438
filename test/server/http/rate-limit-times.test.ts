import { expect, test } from "vitest";
import { startServer } from "../../support/server.ts";

// A client that waits as long as the headers say is not refused again: times are rounded up.

let resetIn = 0;
const server = await startServer({
  limiter: {
    consume: () => Promise.resolve({ allowed: false, remaining: 0, resetIn }),
    close: () => Promise.resolve(),
  },
});

const times = [
  { resetIn: 1, seconds: 1 },
  { resetIn: 999, seconds: 1 },
  { resetIn: 1000, seconds: 1 },
  { resetIn: 1001, seconds: 2 },
  { resetIn: 59_001, seconds: 60 },
  { resetIn: 60_000, seconds: 60 },
];

test.each(times)(
  "a window that ends in $resetIn ms ends in $seconds s for the client",
  async ({ resetIn: milliseconds, seconds }) => {
    resetIn = milliseconds;
    const before = Date.now();
    const { status, headers } = await server.call("/v1/contacts");
    const after = Date.now();

    expect(status).toBe(429);
    expect(headers.get("Retry-After")).toBe(String(seconds));
    expect(headers.get("RateLimit")).toBe(`"requests";r=0;t=${seconds}`);
    const reset = Number(headers.get("X-RateLimit-Reset")) * 1000;
    expect(reset).toBeGreaterThanOrEqual(before + resetIn);
    expect(reset).toBeLessThan(after + resetIn + 1000);
  },
);
