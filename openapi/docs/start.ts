import { followIn, operationsOf, type Contract, type Response } from "../model/contract.ts";
import { html, slug, type Html } from "../html.ts";
import { locatedOf } from "./tag.ts";
import { jsonPre, tabs } from "./code.ts";
import { downloads } from "./downloads.ts";
import { icon, methodBadge } from "./icons.ts";
import { heading, inline, opening } from "./markdown.ts";
import { card, type Page } from "./page.ts";
import { samplePanels } from "./cards.ts";
import { serverOf, sampleCall } from "./samples.ts";
import { mediaOf } from "./schema.ts";

/** The status of the first call's response. */
const status = "200";
const next = ["listContacts", "createContact", "createWebhook"];
const chapters = {
  quickstart: ["Quickstart", "From the key to an event that you received, in four calls."],
  client: [
    "Client",
    "The typed client for TypeScript and JavaScript: errors, retries, pages, webhooks, tests.",
  ],
  webhooks: ["Webhooks", "Receive each event at your own URL, signed and repeated until you accept it."],
  messenger: ["Messenger", "Let visitors of your website write to the team from the browser."],
};

/** The first page: a first call with its response, and what there is. */
export function startPage(contract: Contract, introduction: string): Page {
  const { info, tags } = contract;
  const guides = Object.entries(chapters).map(([name, [title = "", about = ""]]) =>
    card({ name, title }, html`${about}`),
  );
  const resources = tags.map(({ name, description }) =>
    card({ name: slug(name), title: name }, inline(opening(description)[0]), methodsOf(name, contract)),
  );
  const files = Object.entries(downloads).map(
    ([name, { is }]) => html`<li><a href="${name}" download>${name}</a>: ${is}</li>`,
  );
  const [lead, rest] = opening(introduction.replaceAll("\n", " ").trim(), 260);
  return {
    name: "index",
    title: info.title,
    label: "Introduction",
    description: info.summary,
    kind: "start",
    group: "Guide",
    head: html`<div class="hero">
      <p class="lead">${inline(lead)}</p>
      <p>
        <a class="button main" href="quickstart.html">Quickstart${icon("arrow")}</a>
        <a class="button" href="openapi.yaml">openapi.yaml</a>
      </p>
    </div>`,
    main: html`${firstCall(contract)}${rest && html`<p class="quiet">${inline(rest)}</p>`}
      <ul class="cards guides" role="list">
        ${guides}
      </ul>
      ${heading("operations", "What you can do")}
      <ul class="cards" role="list">
        ${resources}
      </ul>
      ${heading("downloads", "Downloads")}
      <ul>
        ${files}
        <li><a href="SHA256SUMS" download>SHA256SUMS</a>: the checksums of these files</li>
      </ul>`,
    redoc: "",
  };
}

/** How many operations of each method a tag has. */
function methodsOf(tag: string, contract: Contract): Html {
  const { paths, webhooks } = locatedOf(tag, contract);
  const all = [...paths.map(({ method }) => method.toUpperCase()), ...webhooks.map(() => "EVENT")];
  return html`${[...new Set(all)].map((method) => {
    const count = all.filter((each) => each === method).length;
    return html`${methodBadge(method)}${count > 1 && html` <small>×${count}</small>`} `;
  })}`;
}

/** One request and its response, and where to go on. */
function firstCall(contract: Contract): Html {
  const operations = operationsOf(contract);
  // A call that works with any key, or one that needs no identifier.
  const located =
    operations.find(({ operation }) => operation["x-any-key"]) ??
    operations.find(({ method, path }) => method === "get" && !path.includes("{"));
  if (!located) return html``;
  const follow = followIn(contract);
  const response = follow<Response>(located.operation.responses[status] ?? {});
  const [example] = Object.values(mediaOf(response)?.examples ?? {}).map((each) => follow(each));
  const links = operations
    .filter(({ operation }) => next.includes(operation.operationId))
    .map(
      ({ method, path, operation }) =>
        html`<li>
          <a href="${operation.operationId}.html"
            >${methodBadge(method.toUpperCase())} <span>${operation.summary}</span> <code>${path}</code></a
          >
        </li>`,
    );
  const steps = html`<ol class="steps">
      <li>Ask the owner of the workspace for an API key.</li>
      <li>Send the key in the <code>Authorization</code> header of every request.</li>
      <li>The server knows your workspace from the key. You never send a workspace identifier.</li>
    </ol>
    <ul class="next" role="list">
      ${links}
    </ul>`;
  const answer =
    example &&
    html`<div class="code">
      <p class="code-head"><span class="status s2">${status}</span> <strong>${example.summary}</strong></p>
      ${jsonPre(example.value, "Response", 50)}
    </div>`;
  return html`<div class="first-call">
    ${tabs("language", "First call", samplePanels(sampleCall(contract, located), serverOf(contract)), undefined, steps)}
    ${answer}
  </div>`;
}
