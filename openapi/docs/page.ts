import { html, safe, type Html } from "../html.ts";
import { sayIn } from "./es/words.ts";

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

/**
 * Writes the file of a page, with head, menu and content. It loads nothing from other servers, and
 * has no scripts or styles in it. The server also sends the content policy as a header.
 */
export function pageFile(page: Page, site: Site): string {
  const { title } = site;
  const { lang = "en" } = page;
  const say = sayIn(lang);
  const release = `${title} ${site.version}${lang === "es" ? " · Español" : ""}`;
  const documentTitle =
    page.kind === "start" ? release : `${page.title} · ${title}`;
  // Complete words, as many as search engines show.
  const [about = ""] = /^.{0,160}(?!\S)/s.exec(page.description) ?? [];
  return html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${documentTitle}</title>
        <meta name="description" content="${about}" />
        <meta property="og:title" content="${documentTitle}" />
        <meta property="og:description" content="${about}" />
        <meta property="og:type" content="article" />
        <meta property="og:site_name" content="${title}" />
        <link rel="icon" href="favicon.svg" type="image/svg+xml" />
        <link
          rel="alternate"
          href="${page.name}.md"
          type="text/markdown"
          title="This page as Markdown"
        />
        ${
          !site.isAlone &&
          html`<link
            rel="alternate"
            href="changelog.atom"
            type="application/atom+xml"
            title="Changelog"
          />`
        }
        ${Object.entries(editions(page, site)).map(([each, name]) => html`<link rel="alternate" hreflang="${each}" href="${name}.html" />`)}
        <link rel="service-desc" href="openapi.yaml" type="application/yaml" />
        <link rel="stylesheet" href="docs.css" />
        <script src="theme.js"></script>
        <script src="docs.js" defer></script>
      </head>
      <body>
        <a class="skip" href="#content">${say("Skip to the content")}</a>
        ${bar(page, site)}
        <div class="frame">
          <nav id="menu" popover aria-label="${say("All pages")}">
            ${menu(page, site)}
          </nav>
          <main id="content" class="${page.kind}">
            ${content(page)}
            <footer class="row">
              <a href="redoc.html">${say("All on one page, by Redoc")}</a
              ><a href="openapi.yaml">openapi.yaml</a
              ><a href="llms.txt">llms.txt</a
              >${!site.isAlone && html`<a href="what-s-new.html">${say("Changelog")}</a>`}
            </footer>
          </main>
        </div>
      </body>
    </html> `.markup;
}

/** Returns language → name of the page. Empty for a page in only one language. */
function editions({ name }: Page, { spanish }: Site): Record<string, string> {
  const edition = spanish.find((each) =>
    [name, spanishName(name)].includes(each.name),
  );
  return edition
    ? { en: edition.name.replace(/\.es$/, ""), es: edition.name }
    : {};
}

/** Returns the start page in the language of a page. */
const homeOf = ({ lang }: Page) =>
  `${lang === "es" ? spanishName("index") : "index"}.html`;

/** Writes the bar at the top of a page: menu, title, version, search and languages. */
function bar(page: Page, site: Site): Html {
  const say = sayIn(page.lang);
  const [lang, label] =
    page.lang === "es"
      ? (["en", "English"] as const)
      : (["es", "Español"] as const);
  const other = editions(page, site)[lang];
  return html`<header class="bar row">
    <button
      type="button"
      class="menu-button"
      popovertarget="menu"
      aria-label="${say("Menu")}"
    >
      ${icon("menu")}
    </button>
    <a class="brand row" href="${homeOf(page)}"
      >${logo} <span>${site.title}</span></a
    >
    ${
      site.isAlone
        ? html`<span class="chip">${site.version}</span>`
        : html`<a
            class="chip"
            href="what-s-new.html"
            aria-label="${say("Version")} ${site.version}: ${say("What's new")}"
            >${site.version}</a
          >`
    }
    <a id="search-button" class="button" href="index.html#operations"
      >${icon("search")}
      <span>${say("Search operations, fields, error codes")}</span>
      <kbd aria-hidden="true">/</kbd></a
    >
    ${other && html`<a class="button" href="${other}.html" hreflang="${lang}"><abbr title="${label}" lang="${lang}">${lang.toUpperCase()}</abbr></a>`}
    <button
      type="button"
      id="theme"
      hidden
      aria-label="${say("Light or dark")}"
    >
      ${icon("theme")}
    </button>
  </header>`;
}

/** Writes the menu with all pages. Only the group of the current page is open. */
function menu(current: Page, site: Site): Html[] {
  const say = sayIn(current.lang);
  const item = (page: Page) => {
    const isForeign = current.lang !== page.lang;
    return html`<li>
      <a
        href="${page.name}.html"
        ${page.name === current.name && safe('aria-current="page"')}
        ${isForeign && safe('lang="en" hreflang="en"')}
        >${page.label ?? page.title}${page.method !== undefined && methodBadge(page.method)}${isForeign && page.kind === "chapter" && html` <small lang="es">en inglés</small>`}</a
      >
    </li>`;
  };
  const pages = site.pages.map(
    (page) =>
      (current.lang &&
        site.spanish.find(({ name }) => name === spanishName(page.name))) ??
      page,
  );
  const groups = [...new Set(pages.map(({ group = "" }) => group))];
  return groups.map(
    (group) =>
      html`<details ${group === current.group && safe("open")}>
        <summary>${say(group)}</summary>
        <ul role="list">
          ${pages.filter((page) => page.group === group).map(item)}
        </ul>
      </details>`,
  );
}

/**
 * Replaces links to missing pages by their texts: another contract may lack the chapters of ours.
 */
export function withoutDeadLinks(page: Page, names: Set<string>): Page {
  const unlinked = ({ markup }: Html) =>
    safe(
      markup.replaceAll(
        /<a href="([\p{L}\p{N}_-]+)\.html[^>]*>(.*?)<\/a\s*>/gsu,
        (link, to: string, text: string) => (names.has(to) ? link : text),
      ),
    );
  const { head, main, code } = page;
  return {
    ...page,
    main: unlinked(main),
    ...(head && { head: unlinked(head) }),
    code: code && unlinked(code),
  };
}

/**
 * Writes the content in the order for a phone: head, code, text. A wide screen shows the code
 * beside both.
 */
const content = (page: Page): Html =>
  html`<article>
      <header class="head">
        ${page.kind !== "start" && crumbs(page)}
        <h1>${page.title}</h1>
        ${page.head}
      </header>
      ${page.code && html`<aside class="aside" aria-label="Request and response">${page.code}</aside>`}
      <div class="text">${page.main}</div>
    </article>
    ${page.kind === "chapter" && contents(page)}`;

function crumbs(page: Page): Html {
  const { name, group, title, label } = page;
  const say = sayIn(page.lang);
  return html`<div class="crumbs row">
    <nav aria-label="${say("Breadcrumb")}">
      <ol role="list" class="row">
        <li><a href="${homeOf(page)}">${say("Docs")}</a></li>
        ${group !== undefined && html`<li>${say(group)}</li>`}
        <li aria-current="page">${label ?? title}</li>
      </ol>
    </nav>
    <a class="button" id="copy-markdown" href="${name}.md"
      >${icon("markdown")} <span>${say("Copy as Markdown")}</span></a
    >
  </div>`;
}

/** Writes links to the headings of a chapter. */
function contents({ main, lang }: Page): Html | false {
  const found = [
    ...main.markup.matchAll(/<h2 id="([^"]*)"><a[^>]*>(.*?)<\/a>/g),
  ];
  return (
    found.length > 1 &&
    html`<nav class="contents" aria-labelledby="contents">
      <h2 id="contents">${sayIn(lang)("On this page")}</h2>
      <ul role="list">
        ${found.map(([, id = "", text = ""]) => html`<li><a href="#${id}">${safe(text)}</a></li>`)}
      </ul>
    </nav>`
  );
}

/** Writes a card with a link to a page and its subject. */
export const card = (
  { name, title, method }: Pick<Page, "name" | "title" | "method">,
  about: Html,
): Html =>
  html`<li>
    <strong><a href="${name}.html">${title}</a></strong>
    <p>${about}</p>
    ${method !== undefined && methodBadge(method)}
  </li>`;

/** Writes the method of an operation in its colour. */
export const methodBadge = (method: string): Html =>
  html` <span class="method ${method}"
    >${method === "DELETE" ? html`<abbr title="DELETE">DEL</abbr>` : method}</span
  >`;

/** The path of each icon, in a square of 16. */
const icons = {
  menu: "M2 4h12M2 8h12M2 12h12",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.4 10.4 14 14",
  theme:
    "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 2v12M9.5 2.5v11M11 3.2v9.6M12.5 4.4v7.2",
  markdown:
    "M1.5 3.5h13v9h-13zM4 10V6l2 2.2L8 6v4M11.2 6v4M9.8 8.6l1.4 1.4 1.4-1.4",
  arrow: "M3 8h10M9 4l4 4-4 4",
};

/** Writes an icon. Screen readers skip it, as a text beside it says the same. */
export const icon = (name: keyof typeof icons): Html =>
  safe(
    `<svg width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${icons[name]}"/></svg>`,
  );

/** The logo: a speech bubble with head and shoulders cut out. */
const logoPath =
  "M10 2h12a8 8 0 0 1 8 8v9a8 8 0 0 1-8 8h-7.6l-5.9 3.7A1 1 0 0 1 7 29.9V26.4A8 8 0 0 1 2 19v-9a8 8 0 0 1 8-8zM16 6.7a3.9 3.9 0 0 0 0 7.8 3.9 3.9 0 0 0 0-7.8zM8.6 22a7.4 6 0 0 1 14.8 0z";
const logo = safe(
  `<svg class="mark" width="28" height="28" viewBox="0 0 32 32" fill="currentColor" fill-rule="evenodd" aria-hidden="true"><path d="${logoPath}"/></svg>`,
);
export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#6b2fb8" fill-rule="evenodd" d="${logoPath}"/></svg>\n`;
