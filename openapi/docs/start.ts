import {
  followIn,
  operationsOf,
  type Contract,
  type Response,
} from "../model/contract.ts";
import { html, slug, type Html } from "../html.ts";
import { hasTranslation } from "./es/pages.ts";
import { sayIn, texts } from "./es/words.ts";
import { jsonPre, tabs } from "./code.ts";
import { downloadsOf } from "./downloads.ts";
import { heading, inline, opening } from "./markdown.ts";
import { messengerCard } from "./messenger.ts";
import { pageNames } from "./names.ts";
import { icon } from "./icons.ts";
import { card } from "./page-card.ts";
import { spanishName, type Page } from "./page.ts";
import { samplePanels } from "./cards.ts";
import { sampleCall } from "../generate/samples/sample-call.ts";
import { serverOf } from "../generate/samples/server-address.ts";
import { mediaOf } from "./fields.ts";

const chapters = {
  quickstart: [
    "Quickstart",
    "From the key to an event that you received, in four calls.",
  ],
  client: [
    "Client",
    "The typed client for TypeScript and JavaScript: errors, retries, pages, webhooks, tests.",
  ],
  webhooks: [
    "Webhooks",
    "Receive each event at your own URL, signed and repeated until you accept it.",
  ],
  ...messengerCard,
};

/** The parts in which start pages differ. */
interface Options {
  lang?: "es";
  /** File for download → description. */
  downloads?: Record<string, string>;
  /** The sections about another API. */
  about?: Html;
}

/**
 * Writes the start page: a first call, and cards for the other pages. The Spanish edition has no
 * reference.
 */
export function startPage(
  contract: Contract,
  introduction: string,
  others: Page[],
  { lang, downloads, about }: Options = {},
): Page {
  const { info } = contract;
  const say = (text: string) =>
    lang === "es" ? (texts[text] ?? sayIn(lang)(text)) : text;
  const nameOf = (name: string) =>
    lang === "es" && (name === "index" || hasTranslation(name))
      ? spanishName(name)
      : name;
  const [lead, rest] = opening(introduction.replaceAll("\n", " ").trim(), 260);
  const found = Object.entries(chapters).filter(([name]) =>
    others.some((page) => page.name === name),
  );
  const guides = found.map(([name, [title = "", subject = ""]]) =>
    card({ name: nameOf(name), title: say(title) }, html`${say(subject)}`),
  );
  const [[first = "", [toFirst = ""] = []] = []] = found;
  return {
    name: nameOf("index"),
    title: info.title,
    label: say("Introduction"),
    group: "Guide",
    kind: "start",
    ...(lang && { lang }),
    description: say(info.summary),
    head: html`<div class="hero row">
      ${lead !== "" && html`<p class="lead">${inline(say(lead))}</p>`}
      <p>
        ${
          first !== "" &&
          html`<a class="button main" href="${nameOf(first)}.html"
            >${say(toFirst)}${icon("arrow")}</a
          >`
        }
        <a class="button" href="openapi.yaml">openapi.yaml</a>
      </p>
    </div>`,
    main: html`${firstCall(contract, say)}${rest && html`<p class="quiet">${inline(say(rest))}</p>`}
      <ul class="cards guides" role="list">
        ${guides}
      </ul>
      ${about}
      ${lang === undefined && reference(contract, downloads ?? ourDownloads(contract))}`,
  };
}

const ourDownloads = ({ info }: Contract): Record<string, string> =>
  Object.fromEntries(
    Object.entries(downloadsOf(info.version)).map(([name, { description }]) => [
      name,
      description,
    ]),
  );

/** Lists the resources and the downloads. */
function reference(
  contract: Contract,
  downloads: Record<string, string>,
): Html {
  const names = pageNames(contract).tags;
  const resources = contract.tags.map(({ name, description }) =>
    card(
      { name: names.get(name) ?? slug(name), title: name },
      inline(opening(description)[0]),
    ),
  );
  const files = Object.entries(downloads).map(
    ([name, description]) =>
      html`<li><a href="${name}" download>${name}</a>: ${description}</li>`,
  );
  return html`${heading("operations", "What you can do")}
    <ul class="cards" role="list">
      ${resources}
    </ul>
    ${heading("downloads", "Downloads")}
    <ul>
      ${files}
      <li>
        <a href="SHA256SUMS" download>SHA256SUMS</a>: the checksums of these
        files
      </li>
    </ul>`;
}

const steps = [
  "Ask the owner of the workspace for an API key.",
  "Send the key in the `Authorization` header of every request.",
  "The server knows your workspace from the key. You never send a workspace identifier.",
];

/**
 * Shows a request and its response: a call that works with any key, or otherwise one without an
 * identifier.
 */
function firstCall(contract: Contract, say: (text: string) => string): Html {
  const operations = operationsOf(contract);
  const located =
    operations.find(({ operation }) => operation["x-any-key"]) ??
    operations.find(
      ({ method, path }) => method === "get" && !path.includes("{"),
    );
  if (!located) return html``;
  const follow = followIn(contract);
  const response = follow<Response>(located.operation.responses["200"] ?? {});
  const [example] = Object.values(mediaOf(response)?.examples ?? {}).map(
    (each) => follow(each),
  );
  const samples = samplePanels(
    sampleCall(contract, located),
    serverOf(contract),
  );
  const foot = html`${
    located.operation["x-any-key"] &&
    html`<ol class="steps">
      ${steps.map((step) => html`<li>${inline(say(step))}</li>`)}
    </ol>`
  }`;
  return html`<div class="first-call">
    ${tabs("language", samples, foot)}${example && tabs("status", [{ label: "200", status: "2", content: jsonPre(example.value, "200") }])}
  </div>`;
}
