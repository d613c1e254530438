import { expect, test } from "vitest";
import {
  ConflictError,
  ConnectionError,
  createClient,
  isApiError,
  NotFoundError,
} from "../../client/index.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
const { contacts } = createClient({
  apiKey: await server.key(["*"]),
  baseUrl: server.address,
});
const ana = { name: "Ana", email: "ana@example.com" };

test("a result is a value whatever the call comes to, and its status narrows it", async () => {
  const created = await contacts.create(ana).result();
  if (created.status !== 201) throw created.error;
  expect(created).toMatchObject({ ok: true, data: ana });

  const refused = await contacts.create(ana).result();
  if (refused.status !== 409) throw new Error("no conflict");
  expect(refused.error).toBeInstanceOf(ConflictError);
  if (!isApiError(refused.error, "conflict")) throw refused.error;
  expect(refused.error.body.error.contact_id).toBe(created.data.id);
});

test("what the operation does not declare has no status, but an error that tells all", async () => {
  // Under a longer base address there are no operations, for which the server returns a 404.
  const elsewhere = createClient({
    apiKey: await server.key(["*"]),
    baseUrl: `${server.address}/elsewhere`,
  });
  const result = await elsewhere.contacts.list().result();
  const error = { status: 404, code: "path_not_found" };
  expect(result).toMatchObject({ ok: false, status: undefined, error });
  // Nobody may take a contact for erased because of a wrong address.
  const one = await elsewhere.contacts.get("x").result();
  expect(one).toMatchObject({ ok: false, status: undefined, error });
  expect(one.error).not.toBeInstanceOf(NotFoundError);
});

test("no response is a result too; an abort still rejects", async () => {
  const broken = createClient({
    apiKey: "contacts_live_x",
    baseUrl: server.address,
    retries: 0,
    fetch: () => Promise.reject(new Error("The line broke.")),
  });
  const result = await broken.contacts.list().result();
  expect([result.status, result.error instanceof ConnectionError]).toEqual([undefined, true]);
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(contacts.list({}, { signal }).result()).rejects.toThrow("enough");
});
