import type { Contract } from "../model/contract.ts";
import { chapterPage, clientText } from "./chapters.ts";
import { inSpanish, isTranslated } from "./es/pages.ts";
import { html } from "../html.ts";
import { messengerSubjects } from "./messenger.ts";
import type { Page, Site } from "./page.ts";
import { startPage } from "./start.ts";
import { tagPages } from "./operations.ts";
import { whatsNew } from "./whats-new.ts";

/** Chapter → the tag under which the menu shows it. */
const subjects: Record<string, string> = {
  "webhook-signatures": "Webhooks",
  "local-webhooks": "Webhooks",
  "delivery-schedule": "Webhooks",
  ...messengerSubjects,
};

/** Returns the pages of the docs in the order of the menu. */
export function siteOf(contract: Contract): Site {
  const { title, version } = contract.info;
  const [introduction = "", ...texts] =
    contract.info.description.split(/^## /m);
  const chapters = texts.map((chapter) => {
    const [heading = "", ...lines] = chapter.split("\n");
    return chapterPage({ title: heading, text: lines.join("\n") });
  });
  const client = chapterPage({ title: "Client", text: clientText(contract) });
  const [quickstart, ...guide] = chapters.filter(
    ({ name }) => !(name in subjects),
  );
  const operations = contract.tags.flatMap((tag) => {
    const [overview, ...others] = tagPages(tag, contract);
    const chaptersOfTag = chapters.filter(
      ({ name }) => subjects[name] === tag.name,
    );
    return [
      overview,
      ...chaptersOfTag.map((page) => ({ ...page, group: tag.name })),
      ...others,
    ];
  });
  const others = [
    quickstart,
    client,
    ...guide,
    whatsNew(contract),
    ...operations,
  ].filter((page) => page !== undefined);
  const pages = [startPage(contract, introduction, others), ...others];
  const names = pages.map(({ name }) => name.toLowerCase());
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined)
    throw new Error(
      `Two pages of the docs would be ${repeated}.html: give one another title.`,
    );
  const translated = pages.filter(
    (page) => page.kind === "chapter" && isTranslated(page, contract),
  );
  const spanish = translated.map((page) => inSpanish(page, contract));
  return {
    title,
    version,
    pages,
    spanish: [
      startPage(contract, introduction, others, { lang: "es" }),
      ...spanish,
    ],
  };
}

/** The page that the server sends for an unknown address. */
export const notFound: Page = {
  name: "404",
  title: "No such page",
  description: "The docs have no page at this address.",
  kind: "chapter",
  main: html`<p>
    The docs have no page at this address.
    <a href="index.html">Start at the introduction</a>, search with
    <kbd>/</kbd>, or choose a page from the menu.
  </p>`,
};
