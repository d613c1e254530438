import type { Html } from "../html.ts";

/** A page of the docs. */
export interface Page {
  /** The file's name, without `.html`. */
  name: string;
  title: string;
  /** The text in the menu, when it differs from the title. */
  label?: string;
  /** The subject of the page, as plain text. Search engines show its beginning. */
  description: string;
  /** Further words for the search. */
  also?: string;
  kind: "start" | "chapter" | "operation";
  /** The heading in the menu. Pages without one are not in the menu. */
  group?: string;
  method?: string;
  /** The text between the title and the code. */
  head?: Html;
  main: Html;
  /** Request and response. A wide screen shows them beside the text. */
  code?: Html | undefined;
  /** The language of the page. English when it is left out. */
  lang?: "es";
}

/** All pages of the docs, and the texts that they share. */
export interface Site {
  title: string;
  version: string;
  pages: Page[];
  /** The Spanish editions of some pages, named after them. */
  spanish: Page[];
  /** True when the docs have no changelog. */
  isAlone?: boolean;
}

/** Returns the name of the Spanish edition of a page. */
export const spanishName = (english: string): string => `${english}.es`;

/** Returns the file of the start page in the language of a page. */
export const homeOf = ({ lang }: Page) =>
  `${lang === "es" ? spanishName("index") : "index"}.html`;
