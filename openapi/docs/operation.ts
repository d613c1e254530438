import {
  type Body,
  type Contract,
  type Follow,
  type Located,
  type Parameter,
  type SecurityRequirement,
  followIn,
} from "../model/contract.ts";
import { html, slug, type Html } from "../html.ts";
import { spoken } from "./es/words.ts";
import { errorsTable, errorsOfOperation } from "./errors.ts";
import { heading, inline, markdown, opening, plain } from "./markdown.ts";
import { methodBadge, type Page } from "./page.ts";
import { requestCard, eventCard, responseCard } from "./cards.ts";
import { sampleCall } from "./samples.ts";
import { fieldList, fieldsOf, mediaOf } from "./schema.ts";

const headings = { path: "Path parameters", query: "Query parameters", header: "Headers" };
type Place = keyof typeof headings;

/** The page of an operation of the API. `address` is that of the server in its samples. */
export function operationPage(contract: Contract, located: Located, address: string): Page {
  const { path, method, operation } = located;
  const follow = followIn(contract);
  const parameters = parametersOf(located, follow);
  const part = (place: Place) => parameterList(parameters, place, follow);
  const errors = errorsOfOperation(contract, located);
  const body = operation.requestBody && requestBody(operation.requestBody, follow, "Request body");
  return {
    ...basics(located),
    kind: "operation",
    method: method.toUpperCase(),
    head: html`<p class="endpoint row">
        ${methodBadge(method.toUpperCase())}
        <code><span data-address>${address}</span>${path}</code>
      </p>
      ${opened(located)}${facts(located, parameters)}`,
    code: html`${requestCard(sampleCall(contract, located), parameters, address)}${responseCard(operation, errors, follow)}`,
    main: html`${part("path")}${body}${part("query")}${part("header")} ${responseFields(located, follow)}
    ${errorsTable(errors)}`,
  };
}

/** The page of a webhook's event, a request that the server sends. */
export function eventPage(contract: Contract, located: Located): Page {
  const { path, operation } = located;
  const follow = followIn(contract);
  const statuses = Object.entries(operation.responses).map(
    ([status, node]) =>
      html`<li>
        <p class="name"><code>${status === "default" ? "other" : status}</code></p>
        <div class="about"><p>${inline(follow(node).description ?? "")}</p></div>
      </li>`,
  );
  return {
    ...basics(located),
    kind: "operation",
    method: "EVENT",
    head: html`<p class="endpoint row">${methodBadge("EVENT")} <code>${path}</code></p>
      ${opened(located)}`,
    code: operation.requestBody && eventCard(path, operation.requestBody, follow),
    main: html`${operation.requestBody && requestBody(operation.requestBody, follow, "Body")}
      ${parameterList(parametersOf(located, follow), "header", follow)}${heading("responses", "Your response")}
      <ul class="fields card" role="list">
        ${statuses}
      </ul>`,
  };
}

/** What the page of an operation and that of an event say alike. */
function basics({ path, operation: { operationId: name, summary, description, tags } }: Located) {
  const [tag] = tags;
  return {
    name,
    title: summary,
    description: plain(description),
    also: `${path} ${spoken(name)}`,
    group: tag,
  };
}

const parametersOf = ({ operation }: Located, follow: Follow) =>
  (operation.parameters ?? []).map((node) => follow<Parameter>(node));

/** The description: what fits three lines stands out. */
function opened({ operation }: Located): Html {
  const [first = "", ...others] = operation.description.trim().split(/\n{2,}/);
  const [lead, rest] = opening(first.replaceAll("\n", " "), 220);
  const until = operation["x-sunset"] === undefined ? "" : ` It works until ${operation["x-sunset"]}.`;
  return html`${operation.deprecated === true && html`<p class="notice">Deprecated: do not use it in new code.${until}</p>`}
    <p class="lead">${inline(lead)}</p>
    ${rest && html`<p>${inline(rest)}</p>`}${others.length > 0 && markdown(others.join("\n\n"))}`;
}

/** What one has to know before calling. */
function facts({ method, operation }: Located, parameters: Parameter[]): Html {
  const [required] = operation.security ?? [];
  const takesKey = parameters.some(({ name }) => name === "Idempotency-Key");
  const repeat = takesKey
    ? html`With an <a href="#parameter-Idempotency-Key"><code>Idempotency-Key</code></a
        >.`
    : method !== "post" && html`Yes: a repeated request changes nothing more.`;
  return html`<dl class="facts">
    ${
      required &&
      html`<dt>${required["apiKey"] ? "Scope" : "Credential"}</dt>
        <dd>${credential(required)}</dd>`
    }
    ${
      repeat &&
      html`<dt><a href="retries-and-idempotency.html">Safe to repeat</a></dt>
        <dd>${repeat}</dd>`
    }
  </dl>`;
}

/** What the request has to be sent with. */
function credential({ apiKey, messengerPublicToken }: SecurityRequirement): Html {
  if (apiKey?.length === 0) return html`None: any key will do.`;
  if (apiKey)
    return html`${apiKey.map((scope, index) => [index > 0 && " and ", html`<a href="scopes.html#${slug(scope)}"><code>${scope}</code></a>`])}`;
  const what = messengerPublicToken
    ? "The messenger token of your page"
    : "The secret of the visitor's session";
  return html`${what}, as <a href="messenger-on-your-website.html">Messenger on your website</a> says.`;
}

function parameterList(parameters: Parameter[], place: Place, follow: Follow): Html | undefined {
  const fields = parameters
    .filter((each) => each.in === place)
    .map((each) => ({ ...each, id: `parameter-${each.name}` }));
  if (fields.length === 0) return undefined;
  return html`${heading(slug(headings[place]), headings[place])}
  ${fieldList(fields, follow, { isRequest: true })}`;
}

function requestBody(body: Body, follow: Follow, title: string): Html {
  const media = mediaOf(body);
  return html`${heading(slug(title), title)}${body.description !== undefined && markdown(body.description)}
  ${media && fieldsOf(media.schema, follow, { id: "body", isRequest: title === "Request body" })}`;
}

/** What a success carries. What an error carries, Errors says once. */
function responseFields({ operation }: Located, follow: Follow): Html[] {
  const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
  return successes.map(([status, node]) => {
    const response = follow(node);
    const media = mediaOf(response);
    const id = `response-${status}`;
    return html`${heading(id, successes.length > 1 ? `Response ${status}` : "Response")}
      <p><code class="status s2">${status}</code> ${inline(response.description ?? "")}</p>
      ${media && fieldsOf(media.schema, follow, { id })}`;
  });
}
