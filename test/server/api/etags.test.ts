import { expect, test } from "vitest";
import { startServer } from "../../support/server.ts";

const server = await startServer();
const key = await server.key(["*"]);
const send = (path: string, method = "GET", json?: object, headers = {}) =>
  server.call(path, { key, method, headers, ...(json && { json }) });
const tagOf = (response: { headers: Headers }) =>
  response.headers.get("etag") ?? "none";
const etag = async (path: string) => tagOf(await send(path));
const patch = async (path: string, json: object, ifMatch: string) => {
  const response = await send(path, "PATCH", json, { "If-Match": ifMatch });
  return [response.status, tagOf(response)];
};

let n = 0;
const create = async (path: string, json: object) =>
  (await send(path, "POST", json)).headers.get("location") ?? "";
const contact = () =>
  create("/v1/contacts", { name: "Ana", email: `ana${n++}@example.com` });
const ofContact = async () => ({
  contact_id: (await contact()).split("/").at(-1),
});
const conversation = async () =>
  create("/v1/conversations", { ...(await ofContact()), body: "Hola" });
const ticket = async () =>
  create("/v1/tickets", {
    ...(await ofContact()),
    subject: "x",
    description: "x",
  });
const webhook = () =>
  create("/v1/webhooks", {
    url: "https://crm.example.com/hooks",
    events: ["*"],
  });

/** What is made, and a change of it for each of several programs. */
const kinds = [
  ["contact", contact, (i: number) => ({ name: `n${i}` })],
  ["conversation", conversation, () => ({ status: "closed" })],
  ["ticket", ticket, (i: number) => ({ subject: `s${i}` })],
  ["webhook", webhook, (i: number) => ({ description: `d${i}` })],
] as const;

test.each(kinds)(
  "a %s is changed for the program that has read it as it is, and for no other",
  async (_, make, change) => {
    const path = await make();
    const read = await etag(path);
    for (const wrong of ['"another"', `W/${read}`, '"another", "more"'])
      expect(await patch(path, change(1), wrong)).toEqual([412, read]);
    const [status, changed] = await patch(
      path,
      change(1),
      `"another", ${read}`,
    );
    expect([status, changed === read]).toEqual([200, false]);
    // The response was lost, and the client repeats its request.
    expect(await patch(path, change(1), read)).toEqual([200, changed]);
  },
);

test.each(kinds.filter(([kind]) => kind !== "conversation"))(
  "of twenty programs that have read one %s, one changes it",
  async (_, make, change) => {
    const path = await make();
    const read = await etag(path);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, i) => patch(path, change(i), read)),
    );
    const [won, ...more] = all.filter(([status]) => status === 200);
    expect(more).toEqual([]);
    expect(
      new Set(all.filter((it) => it !== won).map(([status]) => status)),
    ).toEqual(new Set([412]));
    expect(await etag(path)).toBe(won?.[1]);
  },
);

test("the ETag of a contact changes with what its detail shows of others", async () => {
  const path = await contact();
  const before = await etag(path);
  await create("/v1/conversations", {
    contact_id: path.split("/").at(-1),
    body: "Hola",
  });
  const after = await etag(path);
  expect(after).not.toBe(before);
  expect((await patch(path, { name: "x" }, before))[0]).toBe(412);
  expect((await patch(path, { name: "x" }, after))[0]).toBe(200);
});
