import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import type { CallOptions } from "../../support/call.ts";
import { startServer } from "../../support/server.ts";

const server = await startServer();

test("a thousand different media types leave no validators behind, whatever the response is", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  const keys = [
    await server.key(["*"], "types"),
    await server.key(["*"], "types"),
  ];
  const statuses = new Set<number>();
  const send = async (options: CallOptions, type: string) => {
    const headers = { "Content-Type": type };
    statuses.add(
      (await server.call("/v1/contacts?limit=1", { ...options, headers }))
        .status,
    );
  };
  const body = { method: "POST", body: "{}" };
  const before = heap();
  // Those without a key use up the window of their address, on a machine that is fast enough.
  for (let i = 0; i < 350; i++) {
    await send({ key: keys[0]! }, `x/get${i}`);
    await send({ key: keys[1]!, ...body }, `application/json; v=${i}`);
    await send({ key: keys[0]!, ...body }, `x/post${i}`);
    await send({ ...body }, `x/post${i}`);
    await send({}, `x/get${i}`);
  }
  expect(new Set([...statuses, 429])).toEqual(
    new Set([200, 400, 401, 415, 429]),
  );
  expect(heap() - before).toBeLessThan(50);
});

test.each([
  { kind: "many", more: { tags: Array(129_000).fill(1) }, field: "tags" },
  {
    kind: "deep",
    more: JSON.parse(
      `{"${"x".repeat(9999)}":${'{"a":'.repeat(999)}1${"}".repeat(1000)}`,
    ),
    field: "x".repeat(limits.errorPathName),
  },
])(
  "a body of $kind values is refused at their field, before they are looked at",
  async ({ more, field }) => {
    const json = { name: "Ana", email: "ana@example.com", ...more };
    const { status, body } = await server.call("/v1/contacts", {
      key: await server.key(["*"]),
      json,
    });
    const details = [
      {
        path: [field],
        message: "tiene demasiados valores",
        reason: "too_many",
      },
    ];
    expect(status).toBe(422);
    expect(body.error.details).toEqual(details);
  },
);

test.each([
  { query: "q=x?&unknown=1", name: "unknown" },
  { query: "q=a?&limit=0x10", name: "limit" },
  { query: "q=a???&limit=1?&limit=2", name: "limit" },
])(
  "what follows a second ? is part of the query, and each fault of it is reported once: ?$query",
  async ({ query, name }) => {
    const { status, body } = await server.call(`/v1/contacts?${query}`, {
      key: await server.key(["*"]),
    });
    expect(status).toBe(422);
    const { details } = body.error;
    expect(details.map(({ path }) => path)).toContainEqual([name]);
    expect(
      new Set(details.map(({ path, reason }) => `${path.join(" ")}: ${reason}`))
        .size,
    ).toBe(details.length);
  },
);
