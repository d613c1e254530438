import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import type { Contact } from "../../../generated/types.ts";
import type { TestResponse } from "../../support/call.ts";
import { startServer } from "../../support/server.ts";

const server = await startServer();
const key = await server.key(["contacts:read", "contacts:write"]);
const create = (json: unknown) => server.call("/v1/contacts", { key, json });
const update = (id: string, json: object) =>
  server.call(`/v1/contacts/${id}`, { key, method: "PATCH", json });
let n = 0;
const add = async (fields: object = {}) =>
  (await create({ name: "x", email: `c${++n}@example.com`, ...fields })).body
    .data;

test("a creation takes null where a change and a batch take it, as if the field were left out", async () => {
  const nulls = {
    external_id: null,
    phone: null,
    company: null,
    country: null,
    tags: null,
  };
  const plain = await add();
  const created = await add({ ...nulls, custom_fields: null });
  const fieldsOf = (contact: Contact) => [
    contact.external_id,
    contact.phone,
    contact.company,
    contact.country,
    contact.tags,
    contact.custom_fields,
  ];
  expect(fieldsOf(created)).toEqual(fieldsOf(plain));
  expect(fieldsOf(created)).toEqual([null, "", "", "Argentina", [], {}]);

  const partly = await add({ custom_fields: { plan: "oro", clientes: null } });
  expect(partly.custom_fields).toEqual({ plan: "oro" });
  const other = await update(plain.id, { ...nulls, custom_fields: null });
  expect(fieldsOf(other.body.data)).toEqual(fieldsOf(created));
  const refused = await create({ name: null, email: null });
  expect(refused.body.error.details).toMatchObject([
    { path: ["name"] },
    { path: ["email"] },
  ]);
});

describe("an email and an external_id are one contact's", () => {
  const holder = ({ status, body }: TestResponse) => [
    status,
    body.error.contact_id,
  ];

  test("a conflict names each field that is taken, with its holder", async () => {
    const first = await add({ external_id: "CRM 7" });
    const second = await add();
    const taken = { external_id: "CRM 7", email: second.email };
    const ofBoth = [
      { path: ["email"], reason: "conflict", contact_id: second.id },
      { path: ["external_id"], reason: "conflict", contact_id: first.id },
    ];
    const creation = await create({ name: "x", ...taken });
    expect(holder(creation)).toEqual([409, second.id]);
    expect(creation.body.error.details).toMatchObject(ofBoth);
    const change = await update((await add()).id, taken);
    expect(holder(change)).toEqual([409, second.id]);
    expect(change.body.error.details).toMatchObject(ofBoth);
    const own = await update(second.id, taken);
    expect(holder(own)).toEqual([409, first.id]);
    expect(own.body.error.details).toMatchObject(ofBoth.slice(1));
  });

  test("a conflict names the contact that has one; that of the email comes first", async () => {
    const first = await add({
      email: "twice@example.com",
      external_id: "CRM 1",
    });
    const second = await add({
      email: "other@example.com",
      external_id: "crm 1",
    });
    const conflicts = [
      await create({ name: "x", email: "TWICE@example.com" }),
      await create({
        name: "x",
        email: "new@example.com",
        external_id: "CRM 1",
      }),
      await create({
        name: "x",
        email: "other@example.com",
        external_id: "CRM 1",
      }),
      await update(second.id, { email: "Twice@example.com", name: "y" }),
      await update(second.id, {
        email: "OTHER@example.com",
        external_id: "CRM 1",
      }),
    ];
    const ids = [first, first, second, first, first].map(({ id }) => [409, id]);
    expect(conflicts.map(holder)).toEqual(ids);
    expect(
      (await server.call(`/v1/contacts/${second.id}`, { key })).body.data,
    ).toMatchObject(second);
    expect(
      (await update(second.id, { email: "Other@Example.com" })).status,
    ).toBe(200); // its own
  });

  test.each<{ name: string; fields: (i: number) => object }>([
    { name: "email", fields: () => ({ email: "race@example.com" }) },
    {
      name: "external_id",
      fields: (i) => ({ email: `race${i}@example.com`, external_id: "C-6" }),
    },
  ])(
    "of forty simultaneous creations with one $name one wins",
    async ({ fields }) => {
      const all = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          create({ name: "x", ...fields(i) }),
        ),
      );
      const [won, ...more] = all.filter(({ status }) => status === 201);
      expect(more).toEqual([]);
      const lost = all.filter((it) => it !== won).map(holder);
      expect(lost).toEqual(lost.map(() => [409, won?.body.data.id]));
    },
  );

  test("of many contacts one gets a free email", async () => {
    const contacts = await Promise.all([1, 2, 3, 4].map(() => add()));
    const updates = await Promise.all(
      contacts.map(({ id }) => update(id, { email: "free@example.com" })),
    );
    expect(updates.map(({ status }) => status).sort()).toEqual([
      200, 409, 409, 409,
    ]);
  });
});

test.each([
  {
    name: "a change that waits for another one that waits for it, each time it runs,",
    fault: "raise deadlock_detected",
  },
  {
    name: "a file that PostgreSQL cannot read, e.g. as its package was upgraded,",
    fault: "raise io_error",
  },
])("$name is a 503 that says when to try again", async ({ fault }) => {
  await sql
    .raw(
      `create or replace function fail() returns trigger language plpgsql as $$ begin ${fault}; end $$;
      create or replace trigger failing before insert on contacts for each row when (new.name = 'failing')
        execute function fail()`,
    )
    .execute(server.store.database);
  const { status, headers, body } = await create({
    name: "failing",
    email: "failing@example.com",
  });
  expect(status).toBe(503);
  expect(body.error.code).toBe("service_unavailable");
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
});

describe("labels", () => {
  test("are added and removed, whoever else does so at the same time", async () => {
    const { id } = await add({ tags: ["a", "old"] });
    const labels = Array.from({ length: 20 }, (_, i) => `t${i}`);
    const all = labels.map((label) =>
      update(id, { add_tags: [` ${label} `, label], remove_tags: ["old"] }),
    );
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(
      labels.map(() => 200),
    );
    const { tags } = (await server.call(`/v1/contacts/${id}`, { key })).body
      .data;
    expect(tags.toSorted()).toEqual(["a", ...labels].toSorted());
    const replaced = await update(id, {
      remove_tags: labels,
      add_tags: ["t3"],
    });
    expect(replaced.body.data.tags).toEqual(["a", "t3"]);
  });

  test.each<{ json: object; tags: string[] }>([
    { json: { tags: ["b"], add_tags: [], remove_tags: [] }, tags: ["b"] },
    { json: { tags: [], add_tags: [], remove_tags: [] }, tags: [] },
    { json: { tags: null, add_tags: [] }, tags: [] },
    { json: { add_tags: [], remove_tags: [] }, tags: ["a"] },
    { json: { add_tags: ["b"], remove_tags: [] }, tags: ["a", "b"] },
  ])(
    "an empty list is the same as none: $json leaves $tags",
    async ({ json, tags }) => {
      const single = await update((await add({ tags: ["a"] })).id, json);
      expect(single.status).toBe(200);
      expect(single.body.data?.tags).toEqual(tags);
      const { id } = await add({ tags: ["a"] });
      const contacts = [{ id, ...json }];
      const batch = await server.call("/v1/contacts/batch", {
        key,
        json: { contacts },
      });
      expect(batch.body.data.results[0]?.contact?.tags).toEqual(tags);
    },
  );

  test.each<{ json: object; path: string }>([
    { json: { tags: ["b"], add_tags: ["c"] }, path: "tags" },
    { json: { tags: null, remove_tags: ["a"] }, path: "tags" },
    {
      json: {
        add_tags: Array.from({ length: limits.tags }, (_, i) => `t${i}`),
      },
      path: "add_tags",
    },
    { json: { add_tags: null }, path: "add_tags" },
  ])("that are wrong are named: $json", async ({ json, path }) => {
    const { status, body } = await update(
      (await add({ tags: ["a"] })).id,
      json,
    );
    expect(status).toBe(422);
    expect(body.error.details?.[0]?.path).toEqual([path]);
  });
});

describe("q", () => {
  const ids = async (query: string) =>
    (await server.call(`/v1/contacts?${query}`, { key })).body.data.map(
      ({ id }) => id,
    );

  test.each([
    {
      tag: "odd",
      name: "O'Neil\\ \u{1F426}«王小伟» (x & y:*)|!\u0001\n'' Ñandú%_ 'z'",
    },
    { tag: "plain", name: "Ana O b2.xj  W@k99 Ñandú.e q" },
  ])(
    "finds a part of a name, whatever its characters and its length: $tag",
    async ({ tag, name }) => {
      const { id } = await add({ name, tags: [tag] });
      const characters = [...name];
      for (const start of characters.keys()) {
        const part = characters.slice(start, start + 1 + (start % 5)).join("");
        if (part.trim() === "") continue;
        expect(
          await ids(`tag=${tag}&q=${encodeURIComponent(part)}`),
          part,
        ).toEqual([id]);
        expect(
          await ids(`tag=${tag}&q=${encodeURIComponent(`${part}z#`)}`),
          part,
        ).toEqual([]);
      }
      expect(await ids(`tag=${tag}&q=%CC%81`)).toEqual([id]); // a combining accent alone
    },
  );

  /** Characters that count as invisible in a text that must not be blank. */
  const unseen = Array.from({ length: 0x1_0000 }, (_, code) =>
    String.fromCodePoint(code),
  )
    .filter((character) => /\p{DI}/u.test(character))
    .join("");

  const people: Record<string, string> = {};
  beforeAll(async () => {
    const added = [
      { name: "Bárbara Núñez", email: "barbara.nunez@example.org" },
      { name: "100 % Lana", email: "lana_pura@example.org" },
      { name: "Øyvind Straße", email: "oy+vind@example.org" },
      { name: "Дарья", email: "darya@example.org" },
      { name: "Γιώργος Παπαδόπουλος", email: "gp@example.org" },
      { name: "مُحَمَّد", email: "mm@example.org" },
      { name: "Mi\u00adguel Z\u034fa\u0301rate", email: "mz@example.org" },
      { name: "علی\u200cرضا", email: "ar@example.org" },
      { name: "\u2067דנה\u2069 \u200fLevi\u200e", email: "dl@example.org" },
      { name: "שָׁלוֹם", email: "sh@example.org" },
      { name: "\ufb2a\ufb4b\u05b8ה", email: "presentation@example.org" },
      { name: `Uni${unseen}on`, email: "unseen@example.org" },
    ];
    for (const { name, email } of added)
      people[name] = (await add({ name, email, tags: ["q"] })).id;
  });

  test.each([
    {
      name: "Bárbara Núñez",
      texts: ["BARBARA", "Ba\u0301rbara", "nune", "a n", "barbara.nunez@"],
    },
    { name: "100 % Lana", texts: ["%", "_", "0 % l", "100 % lana"] },
    { name: "Øyvind Straße", texts: ["oyvind", "strasse", "oy+vind@EXAMPLE"] },
    { name: "Дарья", texts: ["ДАР", "рь", "ь"] },
    {
      name: "Γιώργος Παπαδόπουλος",
      texts: ["ΓΙΩΡΓΟΣ", "γιωργοσ", "γιώργος π"],
    },
    { name: "مُحَمَّد", texts: ["محمد", "مُحَمَّد"] },
    {
      name: "Mi\u00adguel Z\u034fa\u0301rate",
      texts: ["miguel", "Mi\u00adguel", "migue\u00adl zárate", "zarate"],
    },
    { name: "علی\u200cرضا", texts: ["علیرضا", "علی\u200cرضا", "یر"] },
    {
      name: "\u2067דנה\u2069 \u200fLevi\u200e",
      texts: ["דנה levi", "\u200fדנה \u200fLevi\u200f", "ה l"],
    },
    { name: "שָׁלוֹם", texts: ["שלום", "שָׁלוֹם", "לום"] },
    { name: "\ufb2a\ufb4b\u05b8ה", texts: ["שוה", "\u05e9\u05c1וה"] },
    { name: `Uni${unseen}on`, texts: ["union", `u${unseen}nion`] },
    {
      name: "nobody",
      texts: ["100 % lanas", "bárbara núñez barbara", "straße oy+vind@", "\\"],
    },
  ])(
    "finds $name, whatever capitals, accents, vowel marks, final letters and what is unseen",
    async ({ name, texts }) => {
      const found = name in people ? [people[name]] : [];
      for (const q of texts)
        expect(await ids(`tag=q&q=${encodeURIComponent(q)}`), q).toEqual(found);
    },
  );
});
