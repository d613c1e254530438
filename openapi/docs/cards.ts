import { html, safe, type Html } from "../html.ts";
import type {
  Parameter,
  Body,
  Follow,
  Operation,
  Response,
} from "../model/contract.ts";
import { jsonPre, pre, tabs, type Panel } from "./code.ts";
import {
  addressIn,
  asSent,
  type SampleCall,
} from "../generate/samples/sample-call.ts";
import { languages } from "../generate/samples/languages.ts";
import { isBasic } from "../model/credentials.ts";
import { errorIn } from "../model/errors.ts";
import { jsonOf } from "../model/json.ts";
import type { OperationError } from "./errors.ts";
import { mediaOf } from "./schema.ts";

/**
 * Writes the server's address in a sample. The script of the page replaces it.
 * @param read the expression by which a program reads the address; Markdown shows it instead
 */
export const addressPlace = (read: string, address: string): Html => {
  const text = addressIn(read, address);
  return html`<span data-address="${read}">${text}</span>`;
};

/** Writes the call in each language. The script of the page fills in the server and the key. */
export const samplePanels = (call: SampleCall, address: string): Panel[] =>
  languages.map(({ name, sample, read }) => {
    const key = read(call.credential);
    const readsAddress = read(call.names.address);
    // The script writes the key in quotes where a program reads a variable.
    const quoted = key.startsWith("$") ? "" : "quoted";
    const replacements = {
      [readsAddress]: addressPlace(readsAddress, address),
      ...(call.credential && {
        [key]: html`<span class="v" data-key="${quoted}">${key}</span>`,
      }),
    };
    const language = name === "curl" ? "sh" : name;
    const lang = call.body === undefined ? undefined : "es";
    return {
      label: name,
      content: pre(sample(call).trim(), language, name, replacements, lang),
    };
  });

/**
 * Writes a card with a sample of the call in each language, and a form that sends it by the script
 * of the page.
 */
export function requestCard(
  call: SampleCall,
  parameters: Parameter[],
  address: string,
): Html {
  // The form begins with the values of the samples.
  const sampleValues = new Map([
    ...call.parameters.path,
    ...call.parameters.query,
  ]);
  const fields = parameters
    .flatMap(asSent)
    .map(
      ({ name, in: location, required = false, example = "" }) =>
        html`<label
          >${name}${!required && html` <small>optional</small>`}<input
            name="${name}"
            data-in="${location}"
            value="${String(sampleValues.get(name) ?? "")}"
            placeholder="${String(example)}"
            ${required && safe("required")}
        /></label>`,
    );
  const body =
    call.body !== undefined &&
    html`<label
      >Body<textarea name="body" rows="8">${jsonOf(call.body, 2)}</textarea>
    </label>`;
  const form = html`<form
    class="send"
    autocomplete="off"
    spellcheck="false"
    hidden
    data-call="${jsonOf(call)}"
  >
    ${
      (fields.length > 0 || body) &&
      html`<details>
        <summary>Edit the request</summary>
        ${fields}${body}
      </details>`
    }
    <div class="foot row">
      ${
        call.credential &&
        html`<label class="row"
          >${labelOf(call)}<input
            name="key"
            placeholder="kept for this session"
        /></label>`
      }
      <button type="submit" class="main">Send</button>
    </div>
  </form>`;
  return tabs("language", samplePanels(call, address), form);
}

/**
 * Returns the label of the credential: `API key` for `CONTACTS_API_KEY`, which the samples read.
 */
function labelOf({ credential, credentials, names }: SampleCall): string {
  if (credentials.some(isBasic)) return "Name:password";
  const name = credential === names.key ? "API_KEY" : credential;
  return name
    .replaceAll("_", " ")
    .toLowerCase()
    .replace(/^api\b|^./, (word) => word.toUpperCase());
}

/**
 * Writes a card with the examples of each status: success, and the errors that only some operations
 * have.
 */
export function responseCard(
  operation: Operation,
  errors: OperationError[],
  follow: Follow,
): Html {
  const operationErrors = errors.filter(({ isGeneral }) => !isGeneral);
  const successes = Object.keys(operation.responses).filter((status) =>
    status.startsWith("2"),
  );
  const statuses = [
    ...new Set([
      ...successes,
      ...operationErrors.map(({ status }) => String(status)),
    ]),
  ];
  const panels = statuses.map((status): Panel => {
    const response = follow<Response>(operation.responses[status] ?? {});
    const ofStatus = operationErrors.filter(
      (error) => String(error.status) === status,
    );
    const content = successes.includes(status)
      ? html`${examples(response, follow)}${ownHeaders(response, operation, follow)}`
      : html`${ofStatus.map((error) => errorExample(error.code, response, follow))}`;
    return { label: status, status: status.charAt(0), content };
  });
  const others = errors.length - operationErrors.length;
  return tabs(
    "status",
    panels,
    html`${others > 0 && html`<a href="#errors">${others} more</a>`}`,
  );
}

/** Writes the named examples of a body as code. All except the first are folded. */
export function examples(body: Body, follow: Follow): Html {
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

function errorExample(code: string, response: Response, follow: Follow): Html {
  const found = Object.values(mediaOf(response)?.examples ?? {})
    .map((example) => follow(example).value)
    .find((value) => errorIn(value)?.code === code);
  return jsonPre(found, code);
}

/** Writes the required headers of a response that not all responses have. */
function ownHeaders(
  response: Response,
  { responses }: Operation,
  follow: Follow,
): Html | false {
  const all = Object.values(responses).map(
    (each) => follow<Response>(each).headers ?? {},
  );
  const lines = Object.entries(response.headers ?? {}).flatMap(
    ([name, node]) => {
      const { required, example } = follow(node);
      const isOwn = required && !all.every((own) => name in own);
      return isOwn
        ? html`<code
            ><span class="k">${name}:</span> ${String(example ?? "")}</code
          > `
        : [];
    },
  );
  return lines.length > 0 && html`<p class="foot">${lines}</p>`;
}
