import { html, safe, type Html } from "../html.ts";
import type { Parameter, Body, Follow, Operation, Response } from "../model/contract.ts";
import { jsonPre, pre, tabs, codeCard, type Panel } from "./code.ts";
import { asSent, type SampleCall, languages } from "./samples.ts";
import type { OperationError } from "./errors.ts";
import { inline } from "./markdown.ts";
import { mediaOf } from "./schema.ts";

/** The samples of a call, a tab for each language, and a form that sends it. Scripts of the reader's browser fill both. */
export function requestCard(call: SampleCall, parameters: Parameter[], address: string): Html {
  return tabs("language", "Request", samplePanels(call, address), undefined, sendForm(call, parameters));
}

/** The call in each language. */
export const samplePanels = (call: SampleCall, address: string) =>
  languages.map(({ name, sample, read }) => {
    const key = read(call.credential);
    // What reads a variable gives way to a text in quotes.
    const quoted = key.startsWith("$") ? "" : "quoted";
    const marks = {
      $BASE_URL: html`<span data-address>${address}</span>`,
      [key]: html`<span class="v" data-key="${quoted}">${key}</span>`,
    };
    const lang = call.body === undefined ? undefined : "es";
    return {
      label: name,
      content: pre(sample(call).trim(), name === "curl" ? "sh" : name, name, marks, lang),
    };
  });

/** What a header can carry. The browser says so before it sends anything else. */
const ascii = safe('pattern="[ -~]*" title="Only ASCII characters can be sent in a header."');

function sendForm(call: SampleCall, parameters: Parameter[]): Html {
  // What the samples send is sent until the reader changes it.
  const shown = new Map([...call.parameters.path, ...call.parameters.query]);
  const fields = parameters
    .flatMap(asSent)
    .map(
      ({ name, in: place, required = false, example = "" }) =>
        html`<label
          >${name}${!required && html` <small>optional</small>`}<input
            name="${name}"
            data-in="${place}"
            value="${String(shown.get(name) ?? "")}"
            placeholder="${String(example)}"
            ${required && safe("required")}
            ${place === "header" && ascii}
            spellcheck="false"
        /></label>`,
    );
  const body =
    call.body !== undefined &&
    html`<label
      >Body<textarea name="body" rows="8" spellcheck="false">${JSON.stringify(call.body, null, 2)}</textarea>
    </label>`;
  return html`<form class="send" autocomplete="off" hidden data-call="${JSON.stringify(call)}">
    ${
      (fields.length > 0 || body !== false) &&
      html`<details>
        <summary>Edit the request</summary>
        ${fields}${body}
      </details>`
    }
    <div class="code-foot">
      <label
        >${credentials[call.credential]}<input
          data-key-input
          ${ascii}
          placeholder="kept for this session"
          spellcheck="false"
      /></label>
      <button type="submit">Send</button>
    </div>
  </form>`;
}

/** What a reader has to type, by the variable that the samples read. */
const credentials: Record<string, string> = {
  API_KEY: "API key",
  MESSENGER_PUBLIC_TOKEN: "Messenger token",
  MESSENGER_VISITOR: "Session's secret",
};

/** The examples of the responses, a tab for each status: a success, and the errors of this operation alone. */
export function responseCard(operation: Operation, errors: OperationError[], follow: Follow): Html {
  const statuses = [
    ...Object.keys(operation.responses).filter((status) => status.startsWith("2")),
    ...new Set(errors.filter(({ isGeneral }) => !isGeneral).map(({ status }) => String(status))),
  ];
  const panels = statuses.map((status): Panel => {
    const response = follow<Response>(operation.responses[status] ?? {});
    const own = errors.filter((error) => String(error.status) === status && !error.isGeneral);
    const content = status.startsWith("2")
      ? html`${examples(response, follow)}${ownHeaders(response, operation, follow)}`
      : html`${own.map((error) => errorExample(error, response, follow))}`;
    return { label: status, status: status[0], content };
  });
  const others = errors.filter(({ isGeneral }) => isGeneral).length;
  return tabs("status", "Response", panels, html`<a href="#errors">${others} more</a>`);
}

/** The named examples of a body as code; all but the first are folded. */
function examples(body: Body, follow: Follow): Html {
  const [first, ...others] = Object.values(mediaOf(body)?.examples ?? {})
    .map((example) => follow(example))
    .filter(({ value }) => value !== undefined);
  return html`${first && jsonPre(first.value, first.summary ?? "Example")}${others.map(
    ({ summary = "Another example", value }) =>
      html`<details>
        <summary>${summary}</summary>
        ${jsonPre(value, summary)}
      </details>`,
  )}`;
}

function errorExample({ code, meaning }: OperationError, response: Response, follow: Follow): Html {
  const found = Object.values(mediaOf(response)?.examples ?? {})
    .map((example) => follow(example).value)
    .find((value) => value !== undefined && JSON.stringify(value).includes(`"${code}"`));
  return html`<p class="when quiet">${inline(meaning)}</p>
    ${jsonPre(found, code)}`;
}

/** The headers that every such response has, and others have not. */
function ownHeaders(response: Response, { responses }: Operation, follow: Follow): Html | false {
  const all = Object.values(responses).map((each) => follow<Response>(each).headers ?? {});
  const lines = Object.entries(response.headers ?? {}).map(([name, node]) => {
    const { required, example } = follow(node);
    const isOwn = required && !all.every((own) => name in own);
    return isOwn && html`<code><span class="k">${name}:</span> ${String(example ?? "")}</code> `;
  });
  return lines.some(Boolean) && html`<p class="code-foot">${lines}</p>`;
}

/** The request that the server sends for an event. */
export const eventCard = (name: string, body: Body, follow: Follow): Html =>
  codeCard(name, examples(body, follow));
