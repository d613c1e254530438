import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { startServer } from "../../support/server.ts";

const server = await startServer();
let key: string;
let owner: string;
beforeAll(async () => {
  key = await server.key(["contacts:read", "contacts:write"]);
  owner = await server.key(["*"]);
});
const create = (json: unknown) => server.call("/v1/contacts", { key, json });

describe("createContact", () => {
  test("responds with 409 with the id of the contact that has the email, whatever its capitals", async () => {
    const first = await create({ name: "x", email: "twice@example.com" });
    const second = await create({ name: "y", email: "TWICE@example.com" });
    expect(second.status).toBe(409);
    expect(second.body.error).toMatchObject({ code: "conflict", contact_id: first.body.data.id });
  });

  test("lets one of forty simultaneous creations win", async () => {
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => create({ name: "x", email: "race@example.com" })),
    );
    const [won, ...more] = responses.filter(({ status }) => status === 201);
    expect(more).toEqual([]);
    const lost = responses.filter(({ status }) => status === 409);
    expect(lost.map(({ body }) => body.error.contact_id)).toEqual(Array(39).fill(won?.body.data.id));
  });
});

test("a change that others outdate each time it runs is a 503 that says when to try again", async () => {
  await sql
    .raw(
      `create function outdate() returns trigger language plpgsql as
        'begin perform raise_conflict(''outdated''); end';
      create trigger outdated before insert on contacts for each row when (new.name = 'outdated')
        execute function outdate()`,
    )
    .execute(server.store.database);
  const { status, headers, body } = await create({ name: "outdated", email: "outdated@example.com" });
  expect([status, body.error.code]).toEqual([503, "service_unavailable"]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
});

describe("external_id", () => {
  const patch = (id: string, json: object) =>
    server.call(`/v1/contacts/${id}`, { key, method: "PATCH", json });

  test("is one contact's, which a conflict names; that of the email comes first", async () => {
    const first = await create({ name: "x", email: "crm1@example.com", external_id: "CRM 1" });
    const second = await create({ name: "x", email: "crm2@example.com", external_id: "crm 1" });
    const ids = [first, second].map(({ body }) => body.data.id);
    const taken = await create({ name: "x", email: "crm3@example.com", external_id: "CRM 1" });
    const both = await create({ name: "x", email: "crm2@example.com", external_id: "CRM 1" });
    const moved = await patch(ids[1] ?? "", { external_id: "CRM 1", email: "CRM2@example.com" });
    expect([taken, both, moved].map(({ status, body }) => [status, body.error.contact_id])).toEqual([
      [409, ids[0]],
      [409, ids[1]],
      [409, ids[0]],
    ]);
  });

  test("can be removed and given to another, is exact in the filter, and in the event", async () => {
    const { data } = (await create({ name: "x", email: "crm4@example.com", external_id: "C-4" })).body;
    const listed = async (expected: string) =>
      (await server.call(`/v1/contacts?external_id=${expected}&lifecycle=lead`, { key })).body.data;
    expect(await listed("C-4")).toEqual([data]);
    expect(await listed("c-4")).toEqual([]);
    const removed = await patch(data.id, { external_id: null });
    expect(removed.body.data.external_id).toBeNull();
    expect((await create({ name: "x", email: "crm5@example.com", external_id: "C-4" })).status).toBe(201);
    const feed = await server.call("/v1/events?limit=100&types=contact.updated", { key: owner });
    expect(feed.body.data.at(-1)?.data).toEqual(removed.body.data);
  });

  test("of many at once one contact gets", async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        create({ name: "x", email: `same-crm${i}@example.com`, external_id: "C-6" }),
      ),
    );
    const [won] = all.filter(({ status }) => status === 201);
    const lost = all.filter(({ status }) => status === 409);
    expect(lost.map(({ body }) => body.error.contact_id)).toEqual(Array(19).fill(won?.body.data.id));
  });
});

describe("updateContact", () => {
  const update = (id: string, json: object) =>
    server.call(`/v1/contacts/${id}`, { key, method: "PATCH", json });

  test("adds and removes labels, whoever else does so at the same time", async () => {
    const { id } = (await create({ name: "x", email: "labels@example.com", tags: ["a", "old"] })).body.data;
    const labels = Array.from({ length: 20 }, (_, i) => `t${i}`);
    const all = labels.map((label) =>
      update(id, { add_tags: [` ${label} `, label, "a"], remove_tags: ["old"] }),
    );
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(labels.map(() => 200));
    const { tags } = (await server.call(`/v1/contacts/${id}`, { key })).body.data;
    expect(tags.toSorted()).toEqual(["a", ...labels].toSorted());
    const replaced = (await update(id, { remove_tags: labels, add_tags: ["t3"] })).body.data;
    expect(replaced.tags).toEqual(["a", "t3"]);
    const both = { remove_tags: ["a"], add_tags: ["a", "b"] };
    const [once, again] = [(await update(id, both)).body.data, (await update(id, both)).body.data];
    expect([once.tags, again.tags]).toEqual([
      ["a", "t3", "b"],
      ["a", "t3", "b"],
    ]);
  });

  test("says which labels are wrong", async () => {
    const { id } = (await create({ name: "x", email: "wrong-labels@example.com", tags: ["a"] })).body.data;
    const fifty = Array.from({ length: 50 }, (_, i) => `t${i}`);
    const wrong: [object, string][] = [
      [{ tags: ["b"], add_tags: ["c"] }, "tags"],
      [{ tags: null, remove_tags: [] }, "tags"],
      [{ add_tags: fifty }, "add_tags"],
      [{ add_tags: null }, "add_tags"],
    ];
    for (const [json, path] of wrong) {
      const { status, body } = await update(id, json);
      expect([status, body.error.details?.[0]?.path]).toEqual([422, [path]]);
    }
  });

  test("with the email of another contact is a 409 that names it; of many at once one gets a free email", async () => {
    const created = await Promise.all(
      Array.from({ length: 6 }, (_, i) => create({ name: "x", email: `move${i}@example.com` })),
    );
    const [one = "", two = "", ...more] = created.map(({ body }) => body.data.id);
    const taken = await update(one, { email: "MOVE1@example.com", name: "y" });
    expect(taken.status).toBe(409);
    expect(taken.body.error).toMatchObject({ code: "conflict", contact_id: two });
    expect((await server.call(`/v1/contacts/${one}`, { key })).body.data.name).toBe("x");
    const moved = await Promise.all(more.map((id) => update(id, { email: "free@example.com" })));
    expect(moved.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await update(one, { email: "Move0@Example.com" })).status).toBe(200); // its own
  });
});

describe("listContacts", () => {
  const ids = async (query: string) =>
    (await server.call(`/v1/contacts?${query}`, { key })).body.data.map(({ id }: { id: string }) => id);

  test.each([
    ["odd", "O'Neil\\ \u{1F426}«王小伟» (x & y:*)|!\u0001\n'' Ñandú%_ 'z'"],
    ["plain", "Ana O b2.xj  W@k99 Ñandú.e q"],
  ])("finds a part of a name, whatever its characters and its length: %s", async (tag, name) => {
    const { body } = await create({ name, email: `${tag}@example.com`, tags: [tag] });
    const characters = [...name];
    for (const start of characters.keys()) {
      const part = characters.slice(start, start + 1 + (start % 5)).join("");
      if (part.trim() === "") continue;
      expect(await ids(`tag=${tag}&q=${encodeURIComponent(part)}`), part).toEqual([body.data.id]);
      expect(await ids(`tag=${tag}&q=${encodeURIComponent(`${part}z#`)}`), part).toEqual([]);
    }
    expect(await ids(`tag=${tag}&q=%CC%81`)).toEqual([body.data.id]); // a combining accent alone
  });

  test.each([
    ["greek", "Γιώργος Παπαδόπουλος", ["ΓΙΩΡΓΟΣ", "γιωργοσ", "γιώργος π"]],
    ["arabic", "مُحَمَّد", ["محمد", "مُحَمَّد"]],
  ])("finds a name in %s, whatever its final letters and vowel marks", async (language, name, texts) => {
    const { body } = await create({ name, email: `${language}@example.com` });
    for (const q of texts) expect(await ids(`q=${encodeURIComponent(q)}`), q).toEqual([body.data.id]);
  });
});
