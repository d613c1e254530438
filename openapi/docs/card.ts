import { html, type Html } from "../html.ts";
import type { Page } from "./page.ts";

/** What a page is about, with a link to it. `foot` says more in a line. */
export const card = ({ name, title }: Pick<Page, "name" | "title">, about: Html, foot?: Html): Html =>
  html`<li>
    <h3><a href="${name}.html">${title}</a></h3>
    <p>${about}</p>
    ${foot && html`<p class="methods">${foot}</p>`}
  </li>`;
