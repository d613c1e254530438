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

/** An object, and a change of it for each of several programs. */
const kinds = [
  {
    kind: "contact",
    make: contact,
    change: (i: number) => ({ name: `n${i}` }),
  },
  {
    kind: "conversation",
    make: conversation,
    change: () => ({ status: "closed" }),
  },
  {
    kind: "ticket",
    make: ticket,
    change: (i: number) => ({ subject: `s${i}` }),
  },
  {
    kind: "webhook",
    make: webhook,
    change: (i: number) => ({ description: `d${i}` }),
  },
] as const;

test.each(kinds)(
  "a $kind is changed for the program that has read it as it is, and for no other",
  async ({ make, change }) => {
    const path = await make();
    const read = await etag(path);
    for (const wrong of ['"another"', `W/${read}`, '"another", "more"'])
      expect(await patch(path, change(1), wrong)).toEqual([412, read]);
    const [status, changed] = await patch(
      path,
      change(1),
      `"another", ${read}`,
    );
    expect(status).toBe(200);
    expect(changed).not.toBe(read);
    // The response was lost, and the client repeats its request.
    expect(await patch(path, change(1), read)).toEqual([200, changed]);
  },
);

test.each([
  { path: "/v1/contacts", fields: { name: "Ana", email: "new@example.com" } },
  { path: "/v1/conversations", fields: { body: "Hola" } },
  { path: "/v1/tickets", fields: { subject: "x", description: "x" } },
  {
    path: "/v1/webhooks",
    fields: { url: "https://crm.example.com/hooks", events: ["*"] },
  },
])("a creation at $path has the ETag of a read", async ({ path, fields }) => {
  const refers = ["/v1/conversations", "/v1/tickets"].includes(path);
  const json = { ...fields, ...(refers && (await ofContact())) };
  const created = await send(path, "POST", json);
  expect(created.status).toBe(201);
  expect(tagOf(created)).toBe(
    await etag(created.headers.get("location") ?? ""),
  );
});

test.each(kinds.filter(({ kind }) => kind !== "conversation"))(
  "of twenty programs that have read one $kind, one changes it",
  async ({ make, change }) => {
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

test.each(kinds.filter(({ kind }) => ["contact", "webhook"].includes(kind)))(
  "a $kind is deleted for the program that has read it as it is, and for no other",
  async ({ make, change }) => {
    const path = await make();
    const before = await etag(path);
    await send(path, "PATCH", change(1));
    const read = await etag(path);
    const remove = (ifMatch: string) =>
      send(path, "DELETE", undefined, { "If-Match": ifMatch });

    const refused = await remove(before);
    expect([refused.status, tagOf(refused)]).toEqual([412, read]);
    expect((await remove(read)).status).toBe(200);
  },
);

test("the secret of a webhook is rotated for the program that has read the webhook as it is", async () => {
  const path = await webhook();
  const read = await etag(path);
  const rotate = () =>
    send(`${path}/rotate_secret`, "POST", {}, { "If-Match": read });
  expect((await rotate()).status).toBe(200);
  const refused = await rotate();
  expect([refused.status, tagOf(refused)]).toEqual([412, await etag(path)]);
});

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

test("If-None-Match is for reads: a write that has it is done, and responds as without it", async () => {
  const any = { "If-None-Match": "*" };
  const fields = { name: "Ana", email: `ana${n++}@example.com` };
  const created = await send("/v1/contacts", "POST", fields, any);
  const ofName = (name: string) => ({ data: { name } });
  expect(created).toMatchObject({ status: 201, body: ofName("Ana") });
  const path = created.headers.get("location") ?? "";
  const changed = await send(path, "PATCH", { name: "Eva" }, any);
  expect(changed).toMatchObject({ status: 200, body: ofName("Eva") });
  expect((await send(path, "GET", undefined, any)).status).toBe(304);
});

/** A value that a client sends in the place of a tag. */
interface Sent {
  name: string;
  sent: (tag: string) => string;
}

test.each<Sent>([
  { name: "as it was sent", sent: (tag) => tag },
  { name: "made weak", sent: (tag) => `W/${tag}` },
  {
    name: "with Apache's name of a compression",
    sent: (tag) => added(tag, "-gzip"),
  },
  { name: "as any tag", sent: () => "*" },
  { name: "with another one", sent: (tag) => added(tag, "-br") },
  { name: "with an older one", sent: (tag) => added(tag, "-deflate") },
  { name: "with Jetty's", sent: (tag) => `W/${added(tag, "--gzip")}` },
  { name: "in a list with two spaces", sent: (tag) => `"x"  ,  ${tag}` },
  { name: "in a list with a tab", sent: (tag) => `"x",\t${tag}` },
  { name: "in a list with empty elements", sent: (tag) => `, "x",, ,${tag} ,` },
  { name: "after a tag with other letters", sent: (tag) => `"\u00e9", ${tag}` },
  { name: "after a tag with commas and W/", sent: (tag) => `"a,W/b", ${tag}` },
])("a read with its own ETag $name is a 304", async ({ sent }) => {
  const path = await contact();
  const read = await send(path);
  const tag = tagOf(read);
  const headers = { "If-None-Match": sent(tag) };
  const { status, headers: received } = await send(
    path,
    "GET",
    undefined,
    headers,
  );
  expect(status).toBe(304);
  expect(received.get("etag")).toEqual(tag);
  // Otherwise a cache would take it as a permission to keep what it has.
  expect(received.get("cache-control")).toBe("no-store");
  expect(leftIn(received)).toBe(leftIn(read.headers) - 1);
});
/** The number of requests that are left, as a response says. */
const leftIn = (headers: Headers) =>
  Number(headers.get("x-ratelimit-remaining"));
const added = (tag: string, suffix: string) => tag.replace(/"$/, `${suffix}"`);

test.each<Sent>([
  { name: '"x"', sent: (tag) => `"x${tag.slice(1)}` },
  { name: "a longer one", sent: (tag) => added(tag, "x") },
  { name: "an empty list", sent: () => ", ," },
])("a read with another tag shows the object: $name", async ({ sent }) => {
  const path = await contact();
  const headers = { "If-None-Match": sent(await etag(path)) };
  expect((await send(path, "GET", undefined, headers)).status).toBe(200);
});

test.each<Sent>([
  { name: "two spaces", sent: (tag) => `"x"  ,  ${tag}` },
  { name: "a tab", sent: (tag) => `"x"\t,\t${tag}` },
  { name: "empty elements", sent: (tag) => `,, "x", , ${tag},` },
])("a list of If-Match may have $name", async ({ sent }) => {
  const path = await contact();
  const list = sent(await etag(path));
  expect((await patch(path, { name: "Eva" }, list))[0]).toBe(200);
});

test.each(["abc", '"a" "b"', '"a', "*, *", 'w/"a"', '"a",b'])(
  "%s is no list of tags, and the error names the header",
  async (wrong) => {
    const path = await contact();
    for (const { method, header: name, json } of [
      { method: "GET", header: "If-None-Match", json: undefined },
      { method: "PATCH", header: "If-Match", json: { name: "x" } },
    ] as const) {
      const refused = await send(path, method, json, { [name]: wrong });
      expect(refused.status).toBe(422);
      expect(refused.body.error.details).toMatchObject([
        {
          path: [name],
          reason: "pattern",
          message: expect.stringContaining("entre comillas"),
        },
      ]);
    }
  },
);
