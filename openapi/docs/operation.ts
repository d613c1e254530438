import type { SampleCall } from "./samples/call.ts";
import type { Body, Follow, Located, Parameter, SecurityRequirement } from "../model/contract.ts";
import { html, slug, type Html } from "../html.ts";
import { markdown, plain } from "./markdown.ts";
import { operationEntries } from "./operation-entries.ts";
import type { Page } from "./page.ts";
import { examplesOf, mediaOf, responses } from "./responses.ts";
import { samplesPanel } from "./samples-panel.ts";
import { field, fieldsOf } from "./schema.ts";

/** What a sample sends to which server. */
interface Sample {
  call: SampleCall;
  address: string;
}

const keyNeeds = (scopes: string[]): Html =>
  scopes.length === 0
    ? html`Any key will do, whatever its <a href="scopes.html">scopes</a>.`
    : html`The key needs the ${scopes.length === 1 ? "scope" : "scopes"}
      ${scopes.map(
        (scope, i) =>
          html`${i === 0 ? "" : " and "}<a href="scopes.html#${slug(scope)}"><code>${scope}</code></a>`,
      )}.`;

/** What the request has to be sent with. */
function needs({ apiKey, messengerPublicToken }: SecurityRequirement): Html {
  if (apiKey) return keyNeeds(apiKey);
  const [what, from] = messengerPublicToken
    ? ["messenger token", "your page"]
    : ["secret of a session", "the visitor"];
  return html`Send the ${what} of ${from}, as
    <a href="messenger-on-your-website.html">Messenger on your website</a> says.`;
}

const headings = { path: "Path parameters", query: "Query parameters", header: "Headers" };

/** The page of an operation with a sample; or of a webhook, which is a request that the server sends and has none. */
export function operationPage(located: Located, follow: Follow, sample?: Sample): Page {
  const { path, operation } = located;
  const { operationId: name, summary, description, requestBody: body } = operation;
  const [tag] = operation.tags;
  const method = located.method.toUpperCase();
  const parameters = (operation.parameters ?? []).map((node) => follow<Parameter>(node));
  const [required] = operation.security ?? [];
  const until = operation["x-sunset"] === undefined ? "" : ` It works until ${operation["x-sunset"]}.`;
  const isWebhook = sample === undefined;
  const main = html` <p class="endpoint">
      <span class="method ${method}">${method}</span> <code>${path}</code>
    </p>
    ${operation.deprecated === true && html`<p class="notice">Deprecated: do not use it in new code.${until}</p>`}
    ${markdown(description)} ${required && html`<p>${needs(required)}</p>`}
    ${Object.entries(headings).map(([where, heading]) =>
      parameterList(
        parameters.filter((each) => each.in === where),
        heading,
        follow,
      ),
    )}
    ${body && requestBody(body, follow)}
    <h2 id="responses">${isWebhook ? "Your response" : "Responses"}</h2>
    ${responses(operation, follow)}`;
  return {
    name,
    title: summary,
    description: plain(description),
    group: tag,
    method: isWebhook ? "EVENT" : method,
    main,
    aside: isWebhook
      ? html`<h2 id="example">Example</h2>
          ${body && examplesOf(body, follow)}`
      : samplesPanel(sample.call, parameters, sample.address),
    redoc: `#/${slug(tag)}/${name.toLowerCase()}`,
    entries: operationEntries(operation, path, isWebhook ? "webhook" : "operation", follow),
  };
}

function parameterList(parameters: Parameter[], heading: string, follow: Follow): Html | undefined {
  if (parameters.length === 0) return undefined;
  const list = parameters.map((each) => field({ ...each, id: `parameter-${each.name}` }, follow));
  return html`<h2 id="${slug(heading)}">${heading}</h2>
    <ul class="fields">
      ${list}
    </ul>`;
}

function requestBody(body: Body, follow: Follow): Html {
  const media = mediaOf(body);
  return html`<h2 id="request-body">Request body</h2>
    ${body.description !== undefined && markdown(body.description)}${media && fieldsOf(media.schema, follow, "body")}`;
}
