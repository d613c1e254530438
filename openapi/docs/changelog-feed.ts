import { readFileSync } from "node:fs";
import { Feed } from "feed";
import { slug } from "../html.ts";
import { changelogFile } from "../model/releases.ts";
import { markdown } from "./markdown.ts";
import type { Site } from "./page.ts";

/** Writes the changelog as an Atom feed, with an entry for each version with a date. */
export function changelogFeed({ title }: Site, address: string): string {
  const page = `${address}what-s-new.html`;
  const entries = readFileSync(changelogFile, "utf8")
    .split(/^## /m)
    .flatMap((entry) => {
      const [, version = "", date, text = ""] =
        /^(\S+)\n+Released on (\d{4}-\d\d-\d\d)\.([^]*)$/.exec(entry) ?? [];
      const link = `${page}#${slug(version)}`;
      if (date === undefined) return [];
      return {
        title: `${title} ${version}`,
        id: link,
        link,
        date: new Date(date),
        content: markdown(text).markup,
      };
    });
  const feed = new Feed({
    title: `${title}: changelog`,
    id: page,
    link: page,
    copyright: "",
    ...(entries[0] && { updated: entries[0].date }),
    feedLinks: { atom: `${address}changelog.atom` },
    author: { name: title },
  });
  for (const entry of entries) feed.addItem(entry);
  return feed.atom1();
}
