import { html, type Html } from "../html.ts";
import type { Page } from "./page.ts";

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
