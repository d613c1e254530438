import { beforeAll, describe, expect, test } from "vitest";
import { startServer } from "../../support/server.ts";

const server = await startServer();
let key: string;
beforeAll(async () => {
  key = await server.key(["*"]);
});
const send = (path: string, method = "GET", json?: object, headers = {}) =>
  server.call(path, { key, method, headers, ...(json && { json }) });
const tagOf = (response: { headers: Headers }) => response.headers.get("etag") ?? "none";
const etag = async (path: string) => tagOf(await send(path));

let n = 0;
const create = async (path: string, json: object) => {
  const { status, headers } = await send(path, "POST", json);
  expect(status).toBe(201);
  return headers.get("location") ?? "";
};
const contact = () => create("/v1/contacts", { name: "Ana", email: `ana${n++}@example.com` });
const idOf = (path: string) => path.split("/").at(-1) ?? "";
const conversation = async () =>
  create("/v1/conversations", { contact_id: idOf(await contact()), body: "Hola" });
const ticket = async () =>
  create("/v1/tickets", { contact_id: idOf(await contact()), subject: "x", description: "x" });
const webhook = () => create("/v1/webhooks", { url: "https://crm.example.com/hooks", events: ["*"] });

/** What is made, and a change of it for each of two programs. */
const kinds = [
  ["contact", contact, (i: number) => ({ name: `n${i}` })],
  ["conversation", conversation, () => ({ status: "closed" })],
  ["ticket", ticket, (i: number) => ({ subject: `s${i}` })],
  ["webhook", webhook, (i: number) => ({ description: `d${i}` })],
] as const;

describe.each(kinds)("a %s", (_, make, change) => {
  test("is changed for the program that has read it as it is, and for no other", async () => {
    const path = await make();
    const read = await etag(path);
    for (const wrong of ['"another"', `W/${read}`, '"another", "more"']) {
      const { status, headers, body } = await send(path, "PATCH", change(1), { "If-Match": wrong });
      expect([status, body.error.code, headers.get("etag")]).toEqual([412, "precondition_failed", read]);
    }
    expect(await etag(path)).toBe(read);
    const right = await send(path, "PATCH", change(1), { "If-Match": `"another", ${read}` });
    expect(right.status).toBe(200);
    // The response was lost, and the client repeats its request.
    const repeated = await send(path, "PATCH", change(1), { "If-Match": read });
    expect([repeated.status, tagOf(repeated)]).toEqual([200, tagOf(right)]);
  });

  test("is no precondition where the request is refused anyway", async () => {
    const headers = { "If-Match": '"another"' };
    const path = await make();
    const statuses = [
      (await send(path, "PATCH", { unknown: 1 }, headers)).status,
      (await send(`${path}x`, "PATCH", change(1), headers)).status,
      (await send(path, "PATCH", change(1), { "If-Match": "another" })).status,
      (await send(path, "GET", undefined, { "If-None-Match": "another" })).status,
    ];
    expect(statuses).toEqual([422, 404, 422, 422]);
  });
});

test.each(kinds.filter(([kind]) => kind !== "conversation"))(
  "of twenty programs that have read one %s, one changes it",
  async (_, make, change) => {
    const path = await make();
    const headers = { "If-Match": await etag(path) };
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, i) => send(path, "PATCH", change(i), headers)),
    );
    const [won, ...more] = all.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    const present = all.map((it) => (it === won ? 412 : it.status));
    expect(new Set(present)).toEqual(new Set([412]));
    expect(await etag(path)).toBe(won && tagOf(won));
  },
);

test.each([
  ["contact", contact, { name: "x" }] as const,
  ["webhook", webhook, { description: "x" }] as const,
])("a %s is deleted only as it was read", async (_, make, change) => {
  const path = await make();
  const read = await etag(path);
  await send(path, "PATCH", change);
  const refused = await send(path, "DELETE", undefined, { "If-Match": read });
  expect([refused.status, tagOf(refused)]).toEqual([412, await etag(path)]);
  expect((await send(path, "DELETE", undefined, { "If-Match": tagOf(refused) })).status).toBe(200);
  expect((await send(path, "DELETE", undefined, { "If-Match": "*" })).status).toBe(404);
});

test("a 304 counts against the rate limit", async () => {
  const fresh = await server.key(["*"]); // its window ends a minute after its first request
  const path = await contact();
  const remaining = async (headers = {}) => {
    const response = await server.call(path, { key: fresh, headers });
    return Number(response.headers.get("x-ratelimit-remaining"));
  };
  const before = await remaining();
  expect(await remaining({ "If-None-Match": await etag(path) })).toBe(before - 1);
});

test("the ETag of a contact changes with what its detail shows of others", async () => {
  const path = await contact();
  const before = await etag(path);
  await create("/v1/conversations", { contact_id: idOf(path), body: "Hola" });
  const after = await etag(path);
  expect(after).not.toBe(before);
  expect((await send(path, "PATCH", { name: "x" }, { "If-Match": before })).status).toBe(412);
  expect((await send(path, "PATCH", { name: "x" }, { "If-Match": after })).status).toBe(200);
});
