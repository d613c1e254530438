import { html } from "../html.ts";
import type { Page } from "./page.ts";

/** What the server sends for a page that there is not. */
export const notFound: Page = {
  name: "404",
  title: "No such page",
  description: "The docs have no page at this address.",
  kind: "chapter",
  main: html`<p>
    The docs have no page at this address. <a href="index.html">Start at the introduction</a>, search with
    <kbd>/</kbd>, or choose a page from the menu.
  </p>`,
  entries: [],
};
