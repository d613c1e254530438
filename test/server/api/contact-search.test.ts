import { beforeAll, describe, expect, test } from "vitest";
import { startServer } from "../../support/server.ts";

const server = await startServer();
const key = await server.key(["contacts:read", "contacts:write"]);

let added = 0;
const add = async (fields: object) => {
  const email = `c${++added}@example.com`;
  const json = { email, ...fields };
  return (await server.call("/v1/contacts", { key, json })).body.data;
};

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
    const all = [
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
    for (const { name, email } of all)
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

test("a contact that has one of two custom fields is in no page, also when such contacts would fill it", async () => {
  // Given more contacts with one of the fields than a page has.
  const fields = { plan: "anual", zone: "sur" };
  const both = await add({ name: "Both", custom_fields: fields });
  for (const custom_fields of [{ plan: "anual" }, { zone: "sur" }])
    await add({ name: "One", custom_fields });

  const { body } = await server.call(
    "/v1/contacts?limit=1&custom_fields[plan]=anual&custom_fields[zone]=sur",
    { key },
  );

  expect(body.data).toEqual([both]);
  expect(body.has_more).toBe(false);
});
