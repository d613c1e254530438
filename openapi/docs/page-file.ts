import { html, safe, type Html } from "../html.ts";
import { sayIn } from "./es/words.ts";
import { icon, logo } from "./icons.ts";
import { methodBadge } from "./page-card.ts";
import { content } from "./page-content.ts";
import { homeOf, spanishName, type Page, type Site } from "./page.ts";

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
