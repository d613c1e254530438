import { html, safe, type Html } from "../html.ts";
import type { Parameter } from "../model/contract.ts";
import { pre, tabs } from "./code.ts";
import type { SampleCall } from "./samples/call.ts";
import { languages } from "./samples/languages.ts";

/** The samples of a call, a tab for each language, and a form that sends it. Scripts of the reader's browser fill both. */
export function requestCard(call: SampleCall, parameters: Parameter[], address: string): Html {
  return tabs("language", "Request", samplePanels(call, address), undefined, sendForm(call, parameters));
}

/** The call in each language. */
export const samplePanels = (call: SampleCall, address: string) =>
  languages.map(({ name, sample, read }) => {
    const key = read(call.credential);
    // What reads a variable gives way to a text in quotes.
    const quote = key.startsWith("$") ? "" : '"';
    const marks = {
      $BASE_URL: html`<span data-address>${address}</span>`,
      [key]: html`<span class="v" data-key="${quote}">${key}</span>`,
    };
    const lang = call.body === undefined ? undefined : "es";
    return { label: name, content: pre(sample(call).trim(), name, name, marks, lang) };
  });

function sendForm(call: SampleCall, parameters: Parameter[]): Html {
  // What the samples send is sent until the reader changes it.
  const shown = new Map([...call.parameters.path, ...call.parameters.query]);
  const fields = parameters.map(
    ({ name, in: place, required = false }) =>
      html`<label
        >${name}${!required && html` <small>optional</small>`}<input
          name="${name}"
          data-in="${place}"
          value="${String(shown.get(name) ?? "")}"
          ${required && safe("required")}
          autocomplete="off"
          spellcheck="false"
      /></label>`,
  );
  const body =
    call.body !== undefined &&
    html`<label
      >Body<textarea name="body" rows="8" spellcheck="false">${JSON.stringify(call.body, null, 2)}</textarea>
    </label>`;
  return html`<form class="send" hidden data-call="${JSON.stringify(call)}">
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
          placeholder="kept for this session"
          autocomplete="off"
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
