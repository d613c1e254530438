import { html, safe } from "../html.ts";
import { documentFile, type Site } from "./page.ts";

/** Everything on one page, for printing: every part is open, and no id stands twice. */
export function printFile({ pages, title, version }: Site): string {
  const articles = pages
    .filter(({ group }) => group !== undefined)
    .map(
      (page) =>
        html`<article>
          <h1>${page.title}</h1>
          ${page.main}${page.aside}
        </article>`,
    );
  const open = html`${articles}`.markup
    .replaceAll(/ (?:id|for)="[^"]*"/g, "")
    .replaceAll(/<details([^>]*?)(?: open)?>/g, "<details$1 open>");
  const head = { title: `${title} ${version}, whole`, description: `Everything about ${title} on one page.` };
  return documentFile(
    head,
    html`<body class="print">
      <main>${safe(open)}</main>
    </body>`,
  );
}
