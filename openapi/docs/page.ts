import { html, safe, type Html } from "../html.ts";

/** A place that the search finds. */
export interface Entry {
  url: string;
  title: string;
  kind: "chapter" | "operation" | "webhook" | "error" | "field";
  text: string;
  /** Other words for it. */
  also?: string;
}

/** A page of the docs. */
export interface Page {
  /** The file's name, without `.html`. */
  name: string;
  title: string;
  /** What the menu says, where it is not the title. */
  label?: string;
  /** For search engines, as text. */
  description: string;
  /** The heading in the menu; pages without one are linked from the foot. */
  group?: string;
  method?: string;
  main: Html;
  /** What stands beside it on a wide screen. */
  aside?: Html;
  /** The same place in Redoc. */
  redoc?: string;
  /** The name of a script of its own, without `.js`. Such a page may call a server that the reader types. */
  script?: string;
  entries: Entry[];
}

/** What all pages share. */
export interface Site {
  title: string;
  version: string;
  pages: Page[];
}

/** Nothing comes from elsewhere, and no script or style stands in a page. `connect` says which servers it may call. */
const policy = (connect: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

/** A document of HTML. */
export function documentFile(
  head: { title: string; description: string; connect?: string },
  body: Html,
  script?: Html,
): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${safe(policy(head.connect ?? "'self'"))}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${head.title}</title>
        <meta name="description" content="${shortened(head.description)}" />
        <link rel="icon" href="favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="docs.css" />
        ${script}
      </head>
      ${body}
    </html> `.markup;
}

/** Whole words of at most 160 characters, which search engines show. */
const shortened = (text: string) =>
  text.length > 160 ? `${text.slice(0, 159).replace(/\s+\S*$/, "")}…` : text;

/** A page with head, menu, content, and the pages before and after it. */
export function pageFile(page: Page, { title, version, pages }: Site): string {
  const listed = pages.filter(({ group }) => group !== undefined);
  const place = listed.indexOf(page);
  const isStart = page.name === "index";
  return documentFile(
    {
      title: isStart ? `${title} ${version}` : `${page.title} · ${title}`,
      description: page.description,
      connect: page.script === undefined ? "'self'" : "http: https:",
    },
    html`<body>
      <a class="skip" href="#content">Skip to the content</a>
      <header class="top">
        <button type="button" class="menu-button" popovertarget="menu">Menu</button>
        <a class="brand" href="index.html">${title} <small>${version}</small></a>
        <button type="button" id="search-button" hidden>Search <kbd>/</kbd></button>
      </header>
      <div class="columns">
        <nav id="menu" popover aria-label="All pages">${menu(page, listed)}</nav>
        <main id="content" ${page.aside && safe(' class="wide"')}>
          <article>
            <h1>${page.title}</h1>
            ${page.main}
          </article>
          ${page.aside && html`<aside aria-label="Samples">${page.aside}</aside>`}
          ${place >= 0 && html`<nav class="around" aria-label="Previous and next">${around(listed[place - 1], "Previous")}${around(listed[place + 1], "Next")}</nav>`}
          <footer>
            ${page.redoc !== undefined && html`<a href="redoc.html${page.redoc}">This page in Redoc</a>`}<a
              href="print.html"
              >All on one page</a
            ><a href="decisions.html">For designers: decisions</a>
          </footer>
        </main>
      </div>
    </body>`,
    html`<script src="docs.js" defer></script>
      ${page.script && html`<script src="${page.script}.js" defer></script>`}`,
  );
}

function menu(current: Page, listed: Page[]): Html[] {
  const groups = [...new Set(listed.map(({ group }) => group))];
  const item = (page: Page) => {
    const method =
      page.method !== undefined && html` <span class="method ${page.method}">${page.method}</span>`;
    const here = page === current && safe(' aria-current="page"');
    return html`<li><a href="${page.name}.html" ${here}>${page.label ?? page.title}${method}</a></li>`;
  };
  return groups.map(
    (group) =>
      html`<h2>${group}</h2>
        <ul>
          ${listed.filter((page) => page.group === group).map(item)}
        </ul>`,
  );
}

const around = (page: Page | undefined, word: string) =>
  page ? html`<a href="${page.name}.html"><small>${word}</small> ${page.title}</a>` : html`<span></span>`;
