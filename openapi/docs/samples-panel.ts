import type { SampleCall } from "./samples/call.ts";
import type { Parameter } from "../model/contract.ts";
import { html, safe, type Html } from "../html.ts";
import { languages, type Language } from "./samples/languages.ts";

/** The samples of a call, one per language, and a form that sends it. Scripts of the reader's browser fill both. */
export function samplesPanel(call: SampleCall, parameters: Parameter[], address: string): Html {
  return html` <h2 id="samples">Samples</h2>
    <form class="key" hidden>
      <label
        >Your ${credentials[call.credential]}, kept in this page only
        <input data-key-input autocomplete="off" spellcheck="false"
      /></label>
    </form>
    <div class="samples">
      ${languages.map(
        (language, index) =>
          html`<input
              type="radio"
              name="language"
              id="language-${index}"
              ${index === 0 && safe(" checked")}
            /><label for="language-${index}">${language.name}</label>`,
      )}${languages.map(
        (language) =>
          html`<div class="sample">
            <pre tabindex="0"><code>${marked(language, call, address)}</code></pre>
          </div>`,
      )}
    </div>
    <h2 id="try-it">Try it</h2>
    <p class="unavailable">
      Open these docs on your server, at <code>/docs/</code>, to send this request from here.
    </p>
    <form class="try" hidden data-method="${call.method}" data-path="${call.path}">
      ${parameters.map(({ name, in: place, required = false, example }) => {
        const value = place === "path" ? String(example ?? "") : "";
        return html`<label
          >${name}${!required && html` <small>optional</small>`}<input
            name="${name}"
            data-in="${place}"
            value="${value}"
            ${required && safe(" required")}
            autocomplete="off"
            spellcheck="false"
        /></label>`;
      })}
      ${call.body !== undefined && html`<label>Body<textarea name="body" rows="8" spellcheck="false">${JSON.stringify(call.body, null, 2)}</textarea></label>`}
      <button type="submit">Send ${call.method} request</button>
      <div class="output" aria-live="polite"></div>
    </form>`;
}

/** What a reader has to type, by the variable that the samples read. */
const credentials: Record<string, string> = {
  API_KEY: "API key",
  MESSENGER_PUBLIC_TOKEN: "messenger token",
  MESSENGER_VISITOR: "session's secret",
};

/** A sample in which the address of the server and the key can be replaced. */
function marked({ sample, read }: Language, call: SampleCall, address: string): Html[] {
  const key = read(call.credential);
  // What reads a variable gives way to a text in quotes.
  const quote = key.startsWith("$") ? "" : '"';
  const pieces = sample(call)
    .split(/(\$BASE_URL)/)
    .flatMap((piece) => interleave(piece.split(key), key));
  return pieces.map((piece) => {
    if (piece === "$BASE_URL") return html`<span data-address>${address}</span>`;
    return piece === key ? html`<span data-key="${quote}">${piece}</span>` : html`${piece}`;
  });
}

const interleave = (pieces: string[], key: string) =>
  pieces.flatMap((piece, index) => (index > 0 ? [key, piece] : [piece]));
