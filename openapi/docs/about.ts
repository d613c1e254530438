import { html, type Html } from "../html.ts";
import type {
  Contract,
  ExternalDocs,
  SecurityScheme,
  Server,
} from "../model/contract.ts";
import { credentialsIn } from "../model/credentials.ts";
import { heading, markdown } from "./markdown.ts";

// The facts of an API on its start page, for the contract of somebody else.

/** Writes a link to further documentation. Addresses of other schemes than HTTP are left out. */
export function furtherReading(docs: ExternalDocs | undefined): Html | false {
  const { url = "", description } = docs ?? {};
  return (
    isWebAddress(url) &&
    html`<p>See <a href="${url}">${description ?? url}</a>.</p>`
  );
}

const isWebAddress = (url: string) => /^https?:\/\//i.test(url);

/** Writes the description of an API, who made it, its servers and its credentials. */
export const aboutApi = (contract: Contract): Html =>
  html`${markdown(contract.info.description, -1)}
  ${furtherReading(contract.externalDocs)}${origin(contract)}${servers(contract)}${credentials(contract)}`;

/** Lists the contact, the licence and the terms. */
function origin({ info }: Contract): Html | false {
  const { contact, license, termsOfService } = info;
  const facts: [string, Html][] = [];
  if (contact) {
    const { name, url, email } = contact;
    const parts = [
      name !== undefined && html`${name} `,
      url !== undefined && html`${link(url, url)} `,
      email !== undefined && link(`mailto:${email}`, email),
    ];
    facts.push(["Contact", html`${parts}`]);
  }
  if (license) facts.push(["License", link(license.url ?? "", license.name)]);
  if (termsOfService !== undefined)
    facts.push(["Terms", link(termsOfService, termsOfService)]);
  return (
    facts.length > 0 &&
    html`<dl class="facts">
      ${facts.map(
        ([name, content]) =>
          html`<dt>${name}</dt>
            <dd>${content}</dd>`,
      )}
    </dl>`
  );
}

/** Writes a link, or its text where the address is none that a reader may open. */
const link = (url: string, text: string): Html =>
  isWebAddress(url) || url.startsWith("mailto:")
    ? html`<a href="${url}">${text}</a>`
    : html`${text}`;

/** Lists the servers, with the values that their variables may have. */
const servers = ({ servers: all }: Contract): Html | false =>
  all.length > 0 &&
  html`${heading("servers", "Servers")}
    <ul>
      ${all.map(
        (server) =>
          html`<li>
            <code>${server.url}</code
            >${server.description !== undefined && html`: ${server.description}`}${variables(server)}
          </li>`,
      )}
    </ul>`;

function variables({ variables: all = {} }: Server): Html | false {
  const listed = Object.entries(all);
  return (
    listed.length > 0 &&
    html`<ul>
      ${listed.map(
        ([name, { default: value, enum: values = [], description }]) =>
          html`<li>
            <code>${name}</code>: <code>${value}</code> by
            default${values.length > 0 && html`, or another one of ${values.map((each) => html`<code>${each}</code> `)}`}${description !== undefined && html`; ${description}`}
          </li>`,
      )}
    </ul>`
  );
}

/** Lists the security schemes, with their places in a request and their scopes. */
function credentials(contract: Contract): Html | false {
  const schemes = Object.entries(contract.components.securitySchemes);
  return (
    schemes.length > 0 &&
    html`${heading("credentials", "Credentials")}
    ${schemes.map(
      ([name, scheme]) =>
        html`<h3>${name}</h3>
          <p>${kindOf(contract, name, scheme)}</p>
          ${markdown(scheme.description ?? "", -2)}${flows(scheme)}`,
    )}`
  );
}

function kindOf(
  contract: Contract,
  name: string,
  { type, openIdConnectUrl }: SecurityScheme,
): Html {
  const [credential] = credentialsIn(contract, { [name]: [] });
  if (!credential) return html`A client certificate, by mutual TLS.`;
  const { in: location, name: key, prefix } = credential;
  const words = location === "query" ? "query parameter" : location;
  const place =
    prefix === ""
      ? html`The ${words} <code>${key}</code>`
      : html`The header <code>${key}: ${prefix}…</code>`;
  const discovery =
    type === "openIdConnect" &&
    openIdConnectUrl !== undefined &&
    html`, by OpenID Connect: ${link(openIdConnectUrl, openIdConnectUrl)}`;
  return html`${place}${discovery}${type === "oauth2" && ", by OAuth 2.0"}`;
}

/** Lists the flows of OAuth 2.0, with their addresses and scopes. */
const flows = ({ flows: all = {} }: SecurityScheme): Html[] =>
  Object.entries(all).map(
    ([
      name,
      {
        authorizationUrl,
        deviceAuthorizationUrl,
        tokenUrl,
        refreshUrl,
        scopes,
      },
    ]) => {
      const addresses = Object.entries({
        "authorize at": authorizationUrl,
        "authorize a device at": deviceAuthorizationUrl,
        "get a token at": tokenUrl,
        "refresh it at": refreshUrl,
      }).flatMap(([words, url]) =>
        url === undefined ? [] : [html`, ${words} ${link(url, url)}`],
      );
      return html`<p>Flow <code>${name}</code>${addresses}.</p>
        <ul>
          ${Object.entries(scopes ?? {}).map(
            ([scope, grants]) =>
              html`<li><code>${scope}</code>: ${grants}</li>`,
          )}
        </ul>`;
    },
  );
