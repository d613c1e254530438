import { expect, test } from "vitest";
import { documentOf } from "../../../openapi/docs/chapters.ts";
import { followIn } from "../../../openapi/model/contract.ts";
import { readContract } from "../../../openapi/model/read-contract.ts";
import { field } from "../../../openapi/docs/fields.ts";
import { pageMarkdown } from "../../../openapi/docs/machine-readable.ts";
import {
  hasTranslation,
  translatedNames,
  translationOf,
} from "../../../openapi/docs/es/pages.ts";
import { html } from "../../../openapi/html.ts";
import { texts } from "../../../openapi/docs/es/words.ts";
import { inline } from "../../../openapi/docs/markdown.ts";
import { pageFile } from "../../../openapi/docs/page-file.ts";
import { searchIndexFile, type Entry } from "../../../openapi/docs/search.ts";
import { siteOf } from "../../../openapi/docs/site.ts";

const { contract } = await readContract();
/** Creates a document that a test may change. */
const readDocument = () => documentOf(structuredClone(contract));
const site = siteOf(readDocument());

/** A text that a browser would run, if a page did not escape it. */
const hostile = `</code></pre></script><script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1))`;

test("no text of a contract becomes markup", () => {
  const document = readDocument();
  const spoil = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [name, child] of Object.entries(node)) {
      if (
        [
          "description",
          "summary",
          "title",
          "value",
          "default",
          "example",
        ].includes(name) &&
        typeof child === "string"
      )
        Object.assign(node, { [name]: `${child} ${hostile}` });
      else spoil(child);
    }
  };
  for (const example of Object.values(document.components.examples))
    example.value = { [hostile]: hostile };
  spoil(document);
  const spoiled = siteOf(document);
  const pages = spoiled.pages.map((page) => pageFile(page, spoiled));
  for (const page of pages) {
    const tags = page.replaceAll(
      /<script src="(docs|theme)\.js"( defer)?><\/script>/g,
      "",
    );
    expect(tags).not.toMatch(/<script|<img|href="javascript:/);
  }
  expect(pages.join("")).toContain("&lt;script&gt;alert(1)");
  expect(searchIndexFile(spoiled)).toMatch(
    /^globalThis\.searchEntries = \[.*\];\n$/,
  );
});

test("search engines get the beginning of each description, and no part of a word", () => {
  for (const page of site.pages) {
    const [, shown = ""] =
      /<meta name="description" content="([^"]*)"/.exec(pageFile(page, site)) ??
      [];
    const next = html`${page.description}`.markup.slice(shown.length);
    expect(next, page.name).toMatch(/^(\s|$)/);
  }
});

test("the search finds equal fields of several operations once", () => {
  const [list = ""] = /\[.*\]/.exec(searchIndexFile(site)) ?? [];
  const entries = JSON.parse(list) as Entry[];
  const fields = entries.filter(({ kind }) => kind === "field");
  const found = fields.map(({ title, text }) => `${title}: ${text}`);
  expect(found.length).toBeGreaterThan(100);
  expect(new Set(found).size).toBe(found.length);
});

test("the errors of an operation begin with the rarest", () => {
  const page = site.pages.find(({ name }) => name === "createContact");
  const codes = [
    ...(page?.main.markup ?? "").matchAll(/errors\.html#([\w-]+)/g),
  ].map(([, code]) => code);
  expect(codes[0]).toBe("conflict");
});

test("two pages of the same name are an error", () => {
  const document = readDocument();
  document.tags.push({ name: "Scopes", description: "A tag." });
  expect(() => siteOf(document)).toThrow(
    "Two pages of the docs would be scopes.html: give one another title.",
  );
});

test.each([
  [{ type: "integer", minimum: 0, maximum: 10 }, "integer · 0 to 10"],
  [{ type: "integer", minimum: 0 }, "integer · at least 0"],
  [
    { type: "integer", maximum: 3_000_000_000 },
    "integer · at most 3,000,000,000",
  ],
  [{ type: "integer", minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }, "integer"],
  [{ type: "integer", minimum: -(2 ** 31), maximum: 9 }, "integer · at most 9"],
  [{ type: "integer", minimum: 1, maximum: 1 }, "integer · 1"],
  [{ type: "integer", format: "int64" }, "integer"],
  [
    { type: "string", minLength: 0, maxLength: 10 },
    "string · at most 10 characters",
  ],
  [{ type: "string", minLength: 2 }, "string · at least 2 characters"],
  [{ type: "string", maxLength: 2 ** 31 - 1 }, "string"],
  [
    { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 10 },
    "number · more than 0 · less than 10",
  ],
  [{ type: "number", multipleOf: 0.5 }, "number · a multiple of 0.5"],
  [
    { type: "number", minimum: 0.0001, maximum: 1.23456 },
    "number · 0.0001 to 1.23456",
  ],
  [
    { type: "array", items: {}, minItems: 1, maxItems: 100, uniqueItems: true },
    "list of any · 1 to 100 elements · no element twice",
  ],
  [
    { type: "array", items: { type: "string", minLength: 1, maxLength: 64 } },
    "list of string · 1 to 64 characters each",
  ],
  [
    { type: "object", minProperties: 1, maxProperties: 1000 },
    "object · 1 to 1,000 fields",
  ],
])(
  "in a request, a field with the schema %j has the type and limits %j",
  (schema, limits) => {
    const { markup } = field(
      { name: "n", id: "n", schema },
      followIn(readDocument()),
      { isRequest: true },
    );
    expect(/class="type"\s*>([^<]*)</.exec(markup)?.[1]).toBe(limits);
  },
);

test("a page and its Markdown say the same", () => {
  for (const page of site.pages) {
    const text =
      (page.head?.markup ?? "") + page.main.markup + (page.code?.markup ?? "");
    const words = text
      .replaceAll(/<form[^]*?<\/form>|<span data-address>[^<]*/g, "")
      // Markdown has the word in place of its abbreviation.
      .replaceAll(/<abbr title="(\w+)">\w+/g, "$1")
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/&(?:lt|gt|amp|quot|#39);/g, " ");
    expect(wordsOf(pageMarkdown(page)), page.name).toEqual(
      expect.arrayContaining(wordsOf(words)),
    );
  }
});

test("in Markdown a space is between code and the next word, and samples have the address, not its variable", () => {
  for (const page of [...site.pages, ...site.spanish]) {
    const markdown = pageMarkdown(page);
    const prose = markdown.replaceAll(/```.*?```/gs, "");
    const glued = prose
      .split("\n")
      .filter((line) => /^[^`]*(`[^`]+`[^`]*?)*`[^`]+`\p{L}{2}/u.test(line));
    expect(glued, page.name).toEqual([]);
    expect(markdown).not.toMatch(/"\$(CONTACTS_)?BASE_URL"/);
  }
});

test("each Spanish chapter is of today's English one: translate what has changed, then set its source", () => {
  const document = readDocument();
  const { pages, spanish } = site;
  const translations = pages
    .filter(({ kind, name }) => kind === "chapter" && hasTranslation(name))
    .map((page) => ({ name: page.name, ...translationOf(page, document) }));
  expect(translations.map(({ name }) => name).sort()).toEqual(
    translatedNames.toSorted(),
  );
  const old = translations.filter(({ isOld }) => isOld);
  expect(
    old.map(
      ({ name, source }) => `openapi/docs/es/chapters.md: ${name} ${source}`,
    ),
  ).toEqual([]);
  for (const { name, text } of translations) {
    const code = (markup: string) => markup.match(/<pre/g)?.length ?? 0;
    const edition = spanish.find((page) => page.name === `${name}.es`);
    const english = pages.find((page) => page.name === name);
    expect(code(edition?.main.markup ?? ""), name).toBe(
      code(english?.main.markup ?? ""),
    );
    expect(text, name).not.toContain("{code}");
    const prose = edition?.main.markup.replaceAll(
      /<(pre|code)[^]*?<\/\1>/g,
      "",
    );
    expect(prose, name).not.toMatch(
      /\b(hours?|minutes?|seconds|Meaning|Status)\b|\{/,
    );
  }
});

test("each sentence of the start page is in Spanish too", () => {
  const { pages, spanish } = site;
  const markupOf = (page: (typeof pages)[number] | undefined) =>
    (page?.head?.markup ?? "") +
    (page?.main.markup ?? "") +
    (page?.description ?? "");
  const english = markupOf(pages[0]);
  expect(
    Object.keys(texts).filter((text) => !english.includes(inline(text).markup)),
  ).toEqual([]);
  const prose = markupOf(spanish[0]).replaceAll(
    /<(pre|code)[^]*?<\/\1>|<[^>]*>/g,
    " ",
  );
  const untranslated = prose.match(
    /[^.]*\b(the|your|with|and|which|of|what)\b[^.]*/gi,
  );
  expect(
    untranslated,
    "openapi/docs/es/words.ts has no translation of these",
  ).toBeNull();
});

const wordsOf = (text: string) => text.match(/\p{L}{2,}/gu) ?? [];
