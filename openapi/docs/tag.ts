import { operationsIn, type Contract } from "../model/contract.ts";
import { html, slug } from "../html.ts";
import { inline, markdown, opening, plain } from "./markdown.ts";
import { eventPage, operationPage } from "./operation.ts";
import { card, type Page } from "./page.ts";

/** The page of a tag and those of its operations. */
export function tagPages({ name: tag, description }: Contract["tags"][number], contract: Contract): Page[] {
  const ofTag = (items: Contract["paths"]) =>
    operationsIn(items).filter(({ operation }) => operation.tags[0] === tag);
  const operations = [
    ...ofTag(contract.paths).map((each) => operationPage(contract, each)),
    ...ofTag(contract.webhooks).map((each) => eventPage(contract, each)),
  ];
  const cards = operations.map((page) => card(page, inline(opening(page.description)[0])));
  const overview: Page = {
    name: slug(tag),
    title: tag,
    label: "Overview",
    description: plain(description),
    kind: "chapter",
    group: tag,
    main: html`${markdown(description)}
      <ul class="cards" role="list">
        ${cards}
      </ul>`,
  };
  return [overview, ...operations];
}
