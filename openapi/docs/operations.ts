import {
  type Contract,
  type Follow,
  type Located,
  type Parameter,
  type Operation,
  type SecurityRequirement,
  type SecurityScheme,
  followIn,
  operationsIn,
  requirementOf,
  schemeOf,
} from "../model/contract.ts";
import { html, slug, type Html } from "../html.ts";
import { furtherReading } from "./about.ts";
import { callbackFields } from "./callbacks.ts";
import { codeCard } from "./code.ts";
import { spoken } from "./es/words.ts";
import { errorSchemaOf } from "../model/errors.ts";
import { errorsTable, errorsOfOperation } from "./errors.ts";
import { heading, inline, markdown, opening, plain } from "./markdown.ts";
import { card, methodBadge } from "./page-card.ts";
import type { Page } from "./page.ts";
import { pageNames } from "./names.ts";
import { addressPlace, examples, requestCard, responseCard } from "./cards.ts";
import { sampleCall } from "../generate/samples/sample-call.ts";
import { serverOf } from "../generate/samples/server-address.ts";
import { bodyFields, receiverResponses, responseFields } from "./responses.ts";
import { fieldList } from "./fields.ts";

/** Makes the pages of a tag and of its operations and events. */
export function tagPages(
  { name: tag, description, externalDocs }: Contract["tags"][number],
  contract: Contract,
): Page[] {
  const ofTag = (items: Contract["paths"]) =>
    operationsIn(items).filter(({ operation }) => operation.tags[0] === tag);
  const operations = [
    ...ofTag(contract.paths).map((each) => operationPage(contract, each)),
    ...ofTag(contract.webhooks).map((each) => eventPage(contract, each)),
  ];
  const cards = operations.map((page) =>
    card(page, inline(opening(page.description)[0])),
  );
  const overview: Page = {
    name: pageNames(contract).tags.get(tag) ?? slug(tag),
    title: tag,
    label: "Overview",
    description: plain(description),
    kind: "chapter",
    group: tag,
    main: html`${markdown(description)}${furtherReading(externalDocs)}
      <ul class="cards" role="list">
        ${cards}
      </ul>`,
  };
  return [overview, ...operations];
}

/** Makes the page of an operation. */
function operationPage(contract: Contract, located: Located): Page {
  const { path, method } = located;
  const follow = followIn(contract);
  const address = serverOf(contract);
  const errors = errorsOfOperation(contract, located);
  const call = sampleCall(contract, located);
  const hasOneBody = errorSchemaOf(contract) !== undefined;
  const server =
    call.server === ""
      ? addressPlace(`$${call.names.address}`, address)
      : html`${call.server}`;
  return {
    ...commonParts(
      contract,
      located,
      method.toUpperCase(),
      html`${server}${path}`,
    ),
    code: html`${requestCard(call, parametersOf(located, follow), address)}${responseCard(contract, located, errors)}`,
    main: html`${requestFields(located, follow, true)}${responseFields(contract, located)}${errorsTable(errors, hasOneBody)}${callbackFields(located, follow)}`,
  };
}

/** Makes the page of a webhook event, a request that the server sends. */
function eventPage(contract: Contract, located: Located): Page {
  const { path, operation } = located;
  const follow = followIn(contract);
  const isPost = located.method === "post";
  const endpoint = isPost ? path : `${located.method.toUpperCase()} ${path}`;
  return {
    ...commonParts(contract, located, "EVENT", html`${endpoint}`),
    code:
      operation.requestBody &&
      codeCard(path, examples(operation.requestBody, follow)),
    main: html`${requestFields(located, follow, false)}${heading("responses", "Your response")}
    ${receiverResponses(operation.responses, follow, "responses")}`,
  };
}

/** Makes the parts that the pages of operations and events share. */
function commonParts(
  contract: Contract,
  located: Located,
  method: string,
  endpoint: Html,
): Omit<Page, "main"> {
  const { path, operation } = located;
  const {
    operationId,
    summary,
    description,
    tags,
    deprecated = false,
  } = operation;
  const until =
    operation["x-sunset"] === undefined
      ? ""
      : ` It works until ${operation["x-sunset"]}.`;
  return {
    name: pageNames(contract).operations.get(operationId) ?? operationId,
    title: summary,
    description: `${deprecated ? "Deprecated: " : ""}${plain(description)}`,
    also: `${method} ${path} ${spoken(operationId)}`,
    kind: "operation",
    group: tags[0],
    method,
    head: html`<p class="endpoint row">
        ${methodBadge(method)} <code>${endpoint}</code>
      </p>
      ${deprecated && html`<p class="notice">Deprecated: do not use it in new code.${until}</p>`}
      ${description !== summary && markdown(description)}${furtherReading(operation.externalDocs)}${facts(contract, located)}`,
  };
}

const parametersOf = ({ operation }: Located, follow: Follow) =>
  (operation.parameters ?? []).map((node) => follow<Parameter>(node));

/** Returns true where a repeated request has the effect of one (RFC 9110, section 9.2.2). */
const isRepeatable = ({ method, operation }: Located) =>
  method === "patch" ? operation["x-idempotent"] : method !== "post";

/** Lists facts for callers: the scope, and whether a repetition is safe. Events have none. */
function facts(contract: Contract, located: Located): Html | undefined {
  const scheme = schemeOf(contract, located.operation);
  if (!scheme) return undefined;
  const takesKey = parametersOf(located, followIn(contract)).some(
    ({ name }) => name === "Idempotency-Key",
  );
  const repeat = takesKey
    ? html`With an
        <a href="#parameter-Idempotency-Key"><code>Idempotency-Key</code></a
        >.`
    : isRepeatable(located) &&
      html`Yes: a repeated request changes nothing more.`;
  return html`<dl class="facts">
    <dt>${scheme["x-scopes"] ? "Scope" : "Credential"}</dt>
    <dd>${credential(contract, scheme, located.operation)}</dd>
    ${
      repeat &&
      html`<dt><a href="retries-and-idempotency.html">Safe to repeat</a></dt>
        <dd>${repeat}</dd>`
    }
  </dl>`;
}

/**
 * Writes the required scopes, or otherwise the first sentence of each security scheme: of several
 * alternatives all.
 */
function credential(
  contract: Contract,
  security: SecurityScheme,
  operation: Operation,
): Html {
  const { scopes } = requirementOf(operation);
  if (!security["x-scopes"]) {
    const alternatives = (operation.security ?? []).toSorted(
      (one, other) => Number(isEmpty(one)) - Number(isEmpty(other)),
    );
    return html`${alternatives.map((each, index) => [index > 0 && ", or ", requirementText(contract, each, alternatives.length === 1)])}`;
  }
  if (scopes.length === 0) return html`None: any key will do.`;
  return html`${scopes.map((scope, index) => [index > 0 && " and ", html`<a href="scopes.html#${slug(scope)}"><code>${scope}</code></a>`])}`;
}

const isEmpty = (requirement: SecurityRequirement) =>
  Object.keys(requirement).length === 0;

/**
 * Writes the credentials that are needed together, with their scopes.
 * @param isOnly true without alternatives
 */
function requirementText(
  { components: { securitySchemes } }: Contract,
  requirement: SecurityRequirement,
  isOnly: boolean,
): Html {
  if (isEmpty(requirement)) return html`none`;
  const entries = Object.entries(requirement);
  const texts = entries.map(([name, scopes]) => {
    const [about] = opening(securitySchemes[name]?.description ?? name);
    const words =
      isOnly && entries.length === 1 ? about : about.replace(/\.$/, "");
    const listed = scopes.map((scope) => `\`${scope}\``).join(", ");
    return inline(listed === "" ? words : `${words} (${listed})`);
  });
  return html`${texts.map((text, index) => [index > 0 && " and ", text])}`;
}

/** Returns the id of a parameter on its page. An earlier one may have the same name. */
function idOf(parameter: Parameter, all: Parameter[]): string {
  const { name, in: location } = parameter;
  const first = all.find((each) => each.name === name);
  return first === parameter
    ? `parameter-${name}`
    : `parameter-${name}-in-${location}`;
}

/** Lists the parameters and the fields of the body. */
function requestFields(
  located: Located,
  follow: Follow,
  isRequest: boolean,
): Html {
  const { requestBody: body } = located.operation;
  const parameters = parametersOf(located, follow);
  const list = (location: string, title: string) => {
    const fields = parameters
      .filter((each) => each.in === location)
      .map((each) => ({ ...each, id: idOf(each, parameters), end: each }));
    const listed = html`${heading(slug(title), title)}${fieldList(fields, follow, { isRequest: true })}`;
    return fields.length > 0 && listed;
  };
  return html`${list("path", "Path parameters")}${
    body &&
    html`${heading("body", isRequest ? "Request body" : "Body")}${body.description !== undefined && markdown(body.description)}
    ${bodyFields(body, follow, { id: "body", isRequest })}`
  }${list("query", "Query parameters")}${list("querystring", "Query string")}${list("header", "Headers")}${list("cookie", "Cookies")}`;
}
