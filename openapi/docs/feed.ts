import { Feed } from "feed";
import { readFileSync } from "node:fs";
import { downloads } from "./downloads.ts";
import { markdown } from "./markdown.ts";
import type { Site } from "./page.ts";

/** The changelog as an Atom feed: an entry for each version that says when it was released. */
export function changelogFeed({ title }: Site, address: string): string {
  const page = `${address}what-s-new.html`;
  const entries = readFileSync(downloads["CHANGELOG.md"].file, "utf8")
    .split(/^## /m)
    .flatMap((entry) => {
      const [, version = "", date, text = ""] =
        /^(\S+)\n+Released on (\d{4}-\d\d-\d\d)\.([^]*)$/.exec(entry) ?? [];
      return date === undefined ? [] : [{ version, date: new Date(date), text }];
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
  for (const { version, date, text } of entries)
    feed.addItem({
      title: `${title} ${version}`,
      id: `${page}#${version.replaceAll(".", "-")}`,
      link: `${page}#${version.replaceAll(".", "-")}`,
      date,
      content: markdown(text).markup,
    });
  return feed.atom1();
}
