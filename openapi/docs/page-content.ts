import { html, safe, type Html } from "../html.ts";
import { sayIn } from "./es/words.ts";
import { icon } from "./icons.ts";
import { homeOf, type Page } from "./page.ts";

/**
 * Writes the content in the order for a phone: head, code, text. A wide screen shows the code
 * beside both.
 */
export const content = (page: Page): Html =>
  html`<article>
      <header class="head">
        ${page.kind !== "start" && crumbs(page)}
        <h1>${page.title}</h1>
        ${page.head}
      </header>
      ${page.code && html`<aside class="aside" aria-label="${sayIn(page.lang)("Request and response")}">${page.code}</aside>`}
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
