import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { slug } from "../../html.ts";
import type { Contract } from "../../model/contract.ts";
import { prose } from "../../model/prose.ts";
import { chapterPage, clientText, withTables } from "../chapters.ts";
import { spanishName, type Page } from "../page.ts";
import { words } from "./words.ts";

/** The Spanish translation of a chapter. */
interface Translation {
  title: string;
  text: string;
  /** The checksum of the English chapter, for the heading of the translation. */
  source: string;
  /** True when the English chapter has changed since. */
  isOld: boolean;
}

/**
 * Name of the English chapter → chapter of chapters.md, whose heading is `# Title <!-- name source
 * -->`.
 */
const translated = new Map(
  [
    ...readFileSync(new URL("chapters.md", import.meta.url), "utf8").matchAll(
      /^# (.*) <!-- (\S+) (\S+) -->\n((?:(?!# ).*\n)*)/gm,
    ),
  ].map(([, title = "", name = "", source = "", text = ""]) => [
    name,
    { title, source, text },
  ]),
);

/** The names of the chapters that have been translated. */
export const translatedNames: string[] = [...translated.keys()];
/** Returns true when a chapter has a translation. */
export const hasTranslation = (name: string): boolean => translated.has(name);
/**
 * Returns true when the translation belongs to the text of the page: another contract may have a
 * chapter of the same name.
 */
export const isTranslated = (page: Page, contract: Contract): boolean =>
  hasTranslation(page.name) && !translationOf(page, contract).isOld;

/** Finds the blocks of code in Markdown. */
const fences = /^```[^]*?^```$/gm;

/** Returns the translation of a chapter, with the code of the English chapter. */
export function translationOf({ name }: Page, contract: Contract): Translation {
  const english = englishOf(name, contract);
  const {
    title = "",
    text = "",
    source: translatedSource,
  } = translated.get(name) ?? {};
  // The size of the client differs in each edition, and the translation does not name it.
  const original = english
    .replaceAll(fences, "{code}")
    .replace(/\| bytes .*/, "");
  const source = hash("sha256", original).slice(0, 12);
  const code = english.match(fences) ?? [];
  return {
    title,
    text: text.replaceAll("{code}", () => code.shift() ?? ""),
    source,
    isOld: translatedSource !== source,
  };
}

/** Returns the text of an English chapter. The chapter of the client is its README. */
function englishOf(name: string, contract: Contract): string {
  if (name === "client") return clientText(contract);
  const chapters = prose("introduction.md").split(/^## /m);
  return (
    chapters.find(
      (chapter) => slug(chapter.split("\n", 1)[0] ?? "") === name,
    ) ?? ""
  );
}

/** Returns the Spanish edition of a chapter. */
export function inSpanish(page: Page, contract: Contract): Page {
  const { title, text } = translationOf(page, contract);
  const spanishText = text
    .replaceAll(/\{[\w.-]+\}/g, (fact) => inSpanishFact(fact, contract))
    .replaceAll(/\]\(([\w-]+)\.html\)/g, (link, to: string) =>
      hasTranslation(to) ? `](${spanishName(to)}.html)` : link,
    );
  const spanishPage = chapterPage({
    title,
    name: spanishName(page.name),
    text: spanishText,
  });
  return {
    ...spanishPage,
    lang: "es",
    ...(page.group !== undefined && { group: page.group }),
  };
}

/** Writes a number or a table of the contract in Spanish. */
const inSpanishFact = (fact: string, contract: Contract) =>
  withTables(fact, contract)
    // The messages of errors are in Spanish, and what they mean is not.
    .replaceAll(/^(\|.*\|.*\|.*)\|.*\|$/gm, "$1|")
    .replaceAll(/\b[A-Za-z]+\b/g, (word) => words[word] ?? word);
