import { expect, test } from "vitest";
import { credentialsOf } from "../support/credentials.ts";
import { everyOperation, type TestedOperation } from "../support/operation.ts";
import { startServer } from "../support/server.ts";
import { fillWorkspace, requestTo } from "../support/world.ts";

// Most other tests have tables in one piece.
const server = await startServer({ partitioned: true });
const [rows = {}] = await fillWorkspace(server, "test", ["one"]);
const owner = await server.key(["*"]);
const keyOfStranger = await server.key(["*"], "strangers");
const credentials = credentialsOf(server, "strangers");

/** What a stranger sends a request to an operation with. */
const strangerFor = (operation: TestedOperation) =>
  operation.scheme === "apiKey" ? keyOfStranger : credentials.for(operation, {});

test.each(everyOperation)("$id shows and takes nothing of another workspace", async (operation) => {
  const { path, ...options } = requestTo(operation, rows);
  const { status, body } = await server.call(path, { ...options, key: await strangerFor(operation) });
  const references = Object.keys(operation.references);
  if (path !== operation.path) expect([status, body.error.code]).toEqual([404, "not_found"]);
  else if (references.length > 0) {
    expect(status).toBe(422);
    expect(references).toContain(body.error.details[0]?.path.join());
  } else {
    expect(operation.method === "GET" ? [200] : [200, 201]).toContain(status);
    expect(Object.values(rows).filter((id) => JSON.stringify(body).includes(id))).toEqual([]);
  }
});

test.each(everyOperation.filter(({ listed }) => listed !== undefined))(
  "$id takes no cursor of another workspace",
  async (operation) => {
    const { path } = requestTo(operation, rows);
    const cursor = rows[operation.listed ?? ""];
    const { status } = await server.call(`${path}?cursor=${cursor}`, {
      key: await strangerFor(operation),
    });
    expect(status).toBe(path === operation.path ? 422 : 404);
  },
);

test("what strangers tried has left no trace", async () => {
  const feed = async () => (await server.call("/v1/events?limit=100", { key: owner })).body.data.length;
  const before = await feed();
  for (const operation of everyOperation) {
    const { path, ...options } = requestTo(operation, rows);
    await server.call(path, { ...options, key: await strangerFor(operation) });
  }
  expect(await feed()).toBe(before);
});
