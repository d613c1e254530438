import { operationsIn, type Contract } from "../model/contract.ts";
import { html, slug } from "../html.ts";
import { methodBadge } from "./icons.ts";
import { inline, markdown, opening, plain } from "./markdown.ts";
import { eventPage, operationPage } from "./operation.ts";
import { card, type Page } from "./page.ts";
import { serverOf } from "./samples.ts";

/** The page of a tag and those of its operations. */
export function tagPages({ name: tag, description }: Contract["tags"][number], contract: Contract): Page[] {
  const located = locatedOf(tag, contract);
  const operations = [
    ...located.paths.map((each) => operationPage(contract, each, serverOf(contract))),
    ...located.webhooks.map((each) => eventPage(contract, each)),
  ];
  const all = [...located.paths, ...located.webhooks];
  const cards = operations.map((page, index) => {
    const [first] = opening(all[index]?.operation.description ?? "");
    return card(page, inline(first), methodBadge(page.method ?? ""));
  });
  const name = slug(tag);
  const overview: Page = {
    name,
    title: tag,
    label: "Overview",
    description: plain(description),
    kind: "chapter",
    group: tag,
    main: html`${markdown(description)}
      <ul class="cards" role="list">
        ${cards}
      </ul>`,
    redoc: `#/${name}`,
  };
  return [overview, ...operations];
}

/** The operations and the events of a tag. */
export function locatedOf(tag: string, { paths, webhooks }: Contract) {
  const ofTag = (items: Contract["paths"]) =>
    operationsIn(items).filter(({ operation }) => operation.tags[0] === tag);
  return { paths: ofTag(paths), webhooks: ofTag(webhooks) };
}
