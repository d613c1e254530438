import { html } from "../html.ts";
import type { Site } from "./page.ts";

/** Every page for search engines. They want absolute addresses; without `address`, which only the host knows, ours are relative. */
export function sitemap({ pages }: Site, address = ""): string {
  return html`<?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
      >${pages.map(({ name }) => html` <url><loc>${address}${name}.html</loc></url>`)}
    </urlset> `.markup;
}
