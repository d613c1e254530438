import { html, safe, type Html } from "../html.ts";
import {
  followIn,
  type Contract,
  type Parameter,
  type Body,
  type Follow,
  type Example,
  type Located,
  type Response,
} from "../model/contract.ts";
import { jsonPre, pre, tabs, type Panel } from "./code.ts";
import { addressIn } from "../generate/samples/call-text.ts";
import type {
  SampleCall,
  ShownCredential,
} from "../generate/samples/sample-call.ts";
import { asSent } from "../generate/samples/sample-parameters.ts";
import { languages } from "../generate/samples/languages.ts";
import { jsonSchemaOf } from "../generate/success.ts";
import { isJson } from "../model/media-names.ts";
import { memoized } from "../model/collections.ts";
import { isBasic } from "../model/credentials.ts";
import { errorIn } from "../model/errors.ts";
import { jsonOf } from "../model/json.ts";
import { sampleOf } from "../model/sample/value.ts";
import { createAccepts } from "../model/validator.ts";
import type { OperationError } from "./errors.ts";
import { ownHeaders } from "./own-headers.ts";
import { keyPlace } from "./key-place.ts";
import { inline } from "./markdown.ts";
import { isInChapter, responsesOf, type ShownResponse } from "./responses.ts";
import { mediaOf } from "./fields.ts";

/**
 * Writes the server's address in a sample. The script of the page replaces it.
 * @param read the expression by which a program reads the address; Markdown shows it instead, and so
 *   does a page without an address
 */
export const addressPlace = (read: string, address: string): Html => {
  const text = address === "" ? read : addressIn(read, address);
  return html`<span data-address="${read}">${text}</span>`;
};

/** Writes the call in each language. The script of the page fills in the server and the key. */
export const samplePanels = (call: SampleCall, address: string): Panel[] =>
  languages.map(({ name, sample, read }) => {
    const readsAddress = read(call.names.address);
    const keys = call.credentials.map(({ variable }) => read(variable));
    const replacements = {
      [readsAddress]: addressPlace(readsAddress, address),
      ...Object.fromEntries(keys.map((key) => [key, keyPlace(key)])),
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
  /** Returns the value of a parameter in the samples, with which the form begins. */
  const sampleValue = (location: Parameter["in"], name: string) =>
    new Map(call.parameters[location]).get(name);
  // A script cannot send cookies.
  const fields = parameters
    .filter(({ in: location }) => location !== "cookie")
    .flatMap(asSent)
    .map(
      ({ name, in: location, required = false, example = "" }) =>
        html`<label
          >${name}${!required && html` <small>optional</small>`}<input
            name="${name}"
            data-in="${location}"
            value="${inputText(sampleValue(location, name))}"
            placeholder="${inputText(example)}"
            ${required && safe("required")}
        /></label>`,
    );
  const body =
    call.body !== undefined &&
    (call.bodyKind === "file"
      ? html`<label>Body<input name="file" type="file" /></label>`
      : html`<label
            >Body<textarea name="body" rows="8">${bodyText(call)}</textarea>
          </label>
          ${call.fileFields.map(fileInput)}`);
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
      ${call.credentials.map(
        (credential) =>
          html`<label class="row"
            >${labelOf(credential, call)}<input
              name="key"
              placeholder="kept for this session"
          /></label>`,
      )}
      <button type="submit" class="main">Send</button>
    </div>
  </form>`;
  return tabs("language", samplePanels(call, address), form);
}

/** Writes an input for the files of a field. Its name in the body is for the samples. */
const fileInput = (field: string): Html =>
  html`<label
    >${field}<input name="file" type="file" data-field="${field}" multiple
  /></label>`;

/** Writes a value as a reader types it: a list with commas, and an object as JSON. */
function inputText(value: unknown): string {
  if (value === undefined) return "";
  const isList =
    Array.isArray(value) && value.every((each) => typeof each !== "object");
  if (isList) return value.join(",");
  return typeof value === "object" ? jsonOf(value) : String(value);
}

const bodyText = ({ body, bodyKind }: SampleCall): string =>
  bodyKind === "text" ? String(body) : jsonOf(body, 2);

/**
 * Returns the label of the credential: `API key` for `CONTACTS_API_KEY`, which the samples read.
 */
function labelOf(credential: ShownCredential, { names }: SampleCall): string {
  if (isBasic(credential)) return "Name:password";
  const { variable } = credential;
  const name = variable === names.key ? "API_KEY" : variable;
  return name
    .replaceAll("_", " ")
    .toLowerCase()
    .replace(/^api\b|^./, (word) => word.toUpperCase());
}

/**
 * Writes a card with the examples of each status: success, other responses, and the errors that
 * only some operations have.
 */
export function responseCard(
  contract: Contract,
  located: Located,
  errors: OperationError[],
): Html {
  const follow = followIn(contract);
  const ofOperation = errors.filter(({ isGeneral }) => !isGeneral);
  const panels = responsesOf(located, follow).flatMap((response): Panel[] => {
    const { status } = response;
    const isOfStatus = (error: OperationError) =>
      String(error.status) === status;
    const isListed = errors.some(isOfStatus);
    const content = isListed
      ? ofOperation
          .filter(isOfStatus)
          .map(({ code }) => errorExample(code, response, follow))
      : responseExample(response, contract, located);
    const isEmpty = content.length === 0;
    return isEmpty
      ? []
      : [
          {
            label: status,
            status: status.charAt(0),
            content: html`${content}`,
          },
        ];
  });
  const others = errors.length - ofOperation.length;
  return tabs(
    "status",
    panels,
    html`${others > 0 && html`<a href="#errors">${others} more</a>`}`,
  );
}

/**
 * Writes the examples of a response, or a value that fits and the description where a success has
 * none. Writes nothing for any other response without an example.
 */
function responseExample(
  response: ShownResponse,
  contract: Contract,
  { operation }: Located,
): Html[] {
  const follow = followIn(contract);
  const { status, content = {}, description = "" } = response;
  const hasExample = Object.values(content).some(
    (media) => Object.keys(media.examples ?? {}).length > 0,
  );
  const isSuccess = status.startsWith("2");
  if (!isSuccess && (!hasExample || isInChapter(contract, response))) return [];
  const text = !hasExample && html`<p class="foot">${inline(description)}</p>`;
  const sample = hasExample ? undefined : sampleOfBody(response, contract);
  return [
    html`${examples(response, follow)}${sample}${ownHeaders(response, operation, contract)}${text}`,
  ];
}

const responseAccepts = memoized((contract: Contract) =>
  createAccepts(contract, "writeOnly"),
);

/** Writes a value that fits the JSON of a response, where this tool can make one. */
function sampleOfBody(
  response: Response,
  contract: Contract,
): Html | undefined {
  const schema = jsonSchemaOf(response);
  if (!schema || Object.keys(schema).length === 0) return undefined;
  const value = sampleOf(contract, schema, { isResponse: true });
  return responseAccepts(contract)(schema, value)
    ? jsonPre(value, "A value that fits")
    : undefined;
}

/** An example with its media type. */
interface NamedExample extends Example {
  media: string;
}

/** Writes the named examples of a body as code. All except the first are folded. */
export function examples(body: Body, follow: Follow): Html {
  const [first, ...others] = Object.entries(body.content ?? {})
    .flatMap(([media, { examples: named = {} }]) =>
      Object.values(named).map((example) => ({ ...follow(example), media })),
    )
    .filter(({ value }) => value !== undefined);
  return html`${first && exampleCode(first, "Example")}${others.map(
    (example) =>
      html`<details>
        <summary>${example.summary ?? "Another example"}</summary>
        ${exampleCode(example, "Another example")}
      </details>`,
  )}`;
}

function exampleCode(
  { media, value, summary }: NamedExample,
  name: string,
): Html {
  const isText = typeof value === "string" && !isJson(media);
  return isText
    ? pre(value, "text", summary ?? name)
    : jsonPre(value, summary ?? name);
}

function errorExample(code: string, response: Response, follow: Follow): Html {
  const found = Object.values(mediaOf(response)?.examples ?? {})
    .map((example) => follow(example).value)
    .find((value) => errorIn(value)?.code === code);
  return jsonPre(found, code);
}
