import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  draftArticle,
  setArticlePublished,
} from "../../../server/api/articles.ts";
import { inTransaction } from "../../../server/store/transaction.ts";
import { startServer } from "../../support/server.ts";

// The clock stays where it is, so that all changes are of one millisecond.
const clock = () => new Date("2026-04-01T09:00:00.000Z");
const server = await startServer({ clock });
const key = await server.key(["*"]);
const send = async (
  path: string,
  method = "GET",
  json?: object,
  ifMatch?: string,
) => {
  const { status, headers, body } = await server.call(path, {
    key,
    method,
    ...(json && { json }),
    ...(ifMatch !== undefined && { headers: { "If-Match": ifMatch } }),
  });
  const { data, error } = body as { data: Shown; error: typeof body.error };
  return { status, etag: headers.get("etag") ?? "none", data, error };
};

/** An object of a response or of an event. */
interface Shown {
  id: string;
  version: string;
  updated_at: string;
}

let n = 0;
const contact = () =>
  create("/v1/contacts", { name: "Ana", email: `ana${n++}@example.com` });
const create = async (path: string, json: object) => {
  const { status, data } = await send(path, "POST", json);
  expect(status).toBe(201);
  return { path: `${path}/${data.id}`, data };
};
const conversation = async () => {
  const { data } = await contact();
  const opening = { contact_id: data.id, body: "Hola" };
  return create("/v1/conversations", opening);
};
const ticket = async () => {
  const { data } = await contact();
  const fields = { contact_id: data.id, subject: "x", description: "x" };
  return create("/v1/tickets", fields);
};
const webhook = () =>
  create("/v1/webhooks", {
    url: "https://crm.example.com/hooks",
    events: ["*"],
  });

/** Objects that a request changes: how one is made, and its changes. */
const kinds = [
  {
    kind: "contact",
    make: contact,
    change: (i: number) => ({ name: `n${i}` }),
  },
  {
    kind: "conversation",
    make: conversation,
    change: (i: number) => ({ status: i % 2 === 0 ? "closed" : "open" }),
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
];

test.each(kinds)(
  "a $kind has another version after each change, also of one millisecond, and every response shows it",
  async ({ make, change }) => {
    const { path, data: created } = await make();
    const versions = [created.version];
    for (let i = 0; i < 3; i++) {
      const { data: changed } = await send(path, "PATCH", change(i));
      versions.push(changed.version);
      const list = path.slice(0, path.lastIndexOf("/"));
      const listed = await server.call(list, { key });
      expect(listed.body.data).toContainEqual(changed);
      expect((await send(path)).data).toMatchObject(changed);
    }
    expect(versions).toEqual(versions.map(() => expect.any(String)));
    expect(new Set(versions).size).toBe(4);
    const { data: unchanged } = await send(path, "PATCH", change(2));
    expect(unchanged.version).toBe(versions.at(-1));
  },
);

test.each(kinds)(
  "a $kind is changed by whoever has read its present version, or its ETag, and by nobody else",
  async ({ make, change }) => {
    const { path, data: created } = await make();
    const { data: changed } = await send(path, "PATCH", change(0));
    const read = await send(path);
    for (const wrong of [
      `"${created.version}"`,
      `W/"${changed.version}"`,
      `W/${read.etag}`,
      `"${changed.version}-gzip"`,
      '""',
      "",
    ]) {
      const refused = await send(path, "PATCH", change(1), wrong);
      expect(refused).toMatchObject({
        status: 412,
        etag: read.etag,
        error: {
          code: "precondition_failed",
          current_version: changed.version,
        },
      });
    }
    const byVersion = await send(
      path,
      "PATCH",
      change(1),
      `"another", "${changed.version}"`,
    );
    expect(byVersion.status).toBe(200);
    const byTag = await send(path, "PATCH", change(2), byVersion.etag);
    expect(byTag.status).toBe(200);
    expect((await send(path, "PATCH", change(3), "*")).status).toBe(200);
  },
);

test("a conversation that arrives changes the ETag of its contact, and not its version", async () => {
  const { path, data } = await contact();
  const before = await send(path);
  await create("/v1/conversations", { contact_id: data.id, body: "Hola" });
  const after = await send(path);
  expect(after.data.version).toBe(data.version);
  expect(after.etag).not.toBe(before.etag);
  // A read that shows another count is no 304, and a quiet change succeeds.
  for (const had of [before.etag, `"${data.version}"`]) {
    const headers = { "If-None-Match": had };
    expect((await server.call(path, { key, headers })).status).toBe(200);
  }
  const quiet = await send(path, "PATCH", { name: "Eva" }, `"${data.version}"`);
  expect(quiet.status).toBe(200);
});

test("a message changes the version of its conversation", async () => {
  const { path, data } = await conversation();
  const versions = [data.version];
  for (const author_type of ["team", "contact"]) {
    await send(`${path}/messages`, "POST", { body: "Hola", author_type });
    versions.push((await send(path)).data.version);
  }
  expect(new Set(versions).size).toBe(3);
});

test("a rotation of the secret changes the version of a webhook, and is for the version that was read", async () => {
  const { path, data: created } = await webhook();
  const rotate = (version: string) =>
    send(`${path}/rotate_secret`, "POST", {}, `"${version}"`);
  const rotated = await rotate(created.version);
  expect(rotated.status).toBe(200);
  expect(rotated.data.version).not.toBe(created.version);
  expect(await rotate(created.version)).toMatchObject({
    status: 412,
    error: { current_version: rotated.data.version },
  });
  expect((await send(path)).data.version).toBe(rotated.data.version);
});

test.each(kinds.filter(({ kind }) => ["contact", "webhook"].includes(kind)))(
  "a $kind is deleted in the version that was read",
  async ({ make, change }) => {
    const { path, data: created } = await make();
    const { data: changed } = await send(path, "PATCH", change(0));
    const remove = ({ version }: Shown) =>
      send(path, "DELETE", undefined, `"${version}"`);
    expect(await remove(created)).toMatchObject({
      status: 412,
      error: { current_version: changed.version },
    });
    expect((await remove(changed)).status).toBe(200);
  },
);

test("the event of a change has the version after it, and the one before", async () => {
  const { path, data: created } = await contact();
  const { data: changed } = await send(path, "PATCH", { name: "Eva" });
  const events = await server.call("/v1/events?limit=100", { key });
  const ofContact = events.body.data.filter(
    ({ data }) => "id" in data && data.id === created.id,
  );
  expect(ofContact).toMatchObject([
    { data: { version: created.version } },
    {
      data: { version: changed.version },
      previous: { version: created.version },
    },
  ]);
});

test("an article has another version each time that it is published or withdrawn", async () => {
  const workspaceId = await server.workspaceId();
  const { id } = await inTransaction(server.store, workspaceId, (tx) =>
    draftArticle(tx, {
      title: "Horario",
      excerpt: "",
      body: "",
      category: "",
      locale: "es",
      url: null,
    }),
  );
  for (const published of [true, false, true])
    await inTransaction(server.store, workspaceId, (tx) =>
      setArticlePublished(tx, id, published),
    );
  const { data } = (await server.call("/v1/events?limit=100", { key })).body;
  const versions = data.flatMap(({ type, data: article }) =>
    type.startsWith("article.") ? (article as Shown).version : [],
  );
  expect(new Set(versions).size).toBe(3);
  const read = (await send(`/v1/articles/${id}`)).data;
  expect(read.version).toBe(versions.at(-1));
  const list = await server.call("/v1/articles", { key });
  expect(list.body.data).toEqual([read]);
});

test("an event that was stored before objects had versions is shown as it was", async () => {
  const { data: created } = await contact();
  await sql`
    update events set data = (data::jsonb - 'version')::json
    where data ->> 'id' = ${created.id}`.execute(server.store.database);
  const events = await server.call("/v1/events?limit=100", { key });
  const event = events.body.data.find(
    ({ data }) => "id" in data && data.id === created.id,
  );
  expect(event?.data).toMatchObject({ name: "Ana" });
  expect(event?.data).not.toHaveProperty("version");
  const read = await server.call(`/v1/events/${event?.id}`, { key });
  expect(read.body.data).toEqual(event);
});
