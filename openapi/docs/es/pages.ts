import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { slug } from "../../html.ts";
import type { Contract } from "../../model/contract.ts";
import { prose } from "../../model/prose.ts";
import { chapterPage, clientText, filled } from "../chapters.ts";
import { inSpanishNamed, type Page } from "../page.ts";
import { words } from "./words.ts";

/** A chapter in Spanish, beside the English chapter that it was made of. */
interface Translation {
  title: string;
  text: string;
  /** What its heading says as soon as it is up to date. */
  source: string;
  isOld: boolean;
}

/** The chapters of chapters.md by the names of the English ones: `# Title <!-- name source -->`. */
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
export const hasTranslation = (name: string): boolean => translated.has(name);
/** Whether its translation is of the text that it has: another contract may have a chapter that is called like ours. */
export const isTranslated = (page: Page, contract: Contract): boolean =>
  hasTranslation(page.name) && !translationOf(page, contract).isOld;
const fences = /^```[^]*?^```$/gm;

/** The translation of a chapter that has one. Its code is that of the English chapter. */
export function translationOf({ name }: Page, contract: Contract): Translation {
  const english = englishOf(name, contract);
  const { title = "", text = "", source: was } = translated.get(name) ?? {};
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
    isOld: was !== source,
  };
}

/** A chapter as it is written, which for the client is its README. */
function englishOf(name: string, contract: Contract): string {
  if (name === "client") return clientText(contract);
  const chapters = prose("introduction.md").split(/^## /m);
  return (
    chapters.find(
      (chapter) => slug(chapter.split("\n", 1)[0] ?? "") === name,
    ) ?? ""
  );
}

/** The Spanish edition of a chapter that has one. */
export function inSpanish(page: Page, contract: Contract): Page {
  const { title, text } = translationOf(page, contract);
  const spanishText = text
    .replaceAll(/\{[\w.-]+\}/g, (fact) => inSpanishFact(fact, contract))
    .replaceAll(/\]\(([\w-]+)\.html\)/g, (link, to: string) =>
      hasTranslation(to) ? `](${inSpanishNamed(to)}.html)` : link,
    );
  const spanishPage = chapterPage({
    title,
    name: inSpanishNamed(page.name),
    text: spanishText,
  });
  return {
    ...spanishPage,
    lang: "es",
    ...(page.group !== undefined && { group: page.group }),
  };
}

/** A number or a table of the contract, in Spanish. */
const inSpanishFact = (fact: string, contract: Contract) =>
  filled(fact, contract)
    // The messages of errors are in Spanish, and what they mean is not.
    .replaceAll(/^(\|.*\|.*\|.*)\|.*\|$/gm, "$1|")
    .replaceAll(/\b[A-Za-z]+\b/g, (word) => words[word] ?? word);
