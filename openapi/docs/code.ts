import stringify from "json-stringify-pretty-compact";
import Prism from "prismjs";
import "prismjs/components/prism-bash.js";
import "prismjs/components/prism-go.js";
import "prismjs/components/prism-json.js";
import "prismjs/components/prism-python.js";
import "prismjs/components/prism-typescript.js";
import { html, safe, slug, type Html } from "../html.ts";

/** A part of a card of code that a tab shows. */
export interface Panel {
  /** What the tab says. */
  label: string;
  content: Html;
  /** The first digit of its status, which gives the tab its colour. */
  status?: string | undefined;
}

/** A block of code, which its name tells to those who hear the page. The keyboard can scroll it. */
export function pre(code: string, language: string, name: string, marks: Marks = {}, lang?: string): Html {
  return html`<pre
    tabindex="0"
    role="group"
    aria-label="${name}"
  ><code class="language-${language.toLowerCase()}"${lang !== undefined && html` lang="${lang}"`}>${highlight(code, language, marks)}</code></pre>`;
}

/** JSON as the examples of the contract have it, whose texts are in Spanish. */
export const jsonPre = (value: unknown, name: string, maxLength = 60): Html =>
  pre(stringify(value, { maxLength }), "json", name, {}, "es");

/** A card with one block of code. */
export const codeCard = (title: string, content: Html): Html =>
  html`<div class="code">
    <p class="code-head"><strong>${title}</strong></p>
    ${content}
  </div>`;

/** A card of which a tab shows one panel. The tabs are inputs, so they need no script. `foot` stands below all. */
export function tabs(name: string, legend: string, panels: Panel[], more?: Html, foot?: Html): Html {
  return html`<div class="code tabs" data-tabs="${name}">
    <fieldset class="code-head">
      <legend>${legend}</legend>
      ${panels.map(
        ({ label, status }, index) =>
          html`<input
              type="radio"
              name="${name}"
              id="${name}-${slug(label)}"
              value="${label}"
              ${index === 0 && safe("checked")}
            /><label for="${name}-${slug(label)}" ${status !== undefined && html` class="s${status}"`}
              >${label}</label
            >`,
      )}${more}
    </fieldset>
    ${panels.map(
      ({ label, content }) =>
        html`<div class="panel">
          <p class="panel-name"><strong>${label}</strong></p>
          ${content}
        </div>`,
    )}
    ${foot}
  </div>`;
}

/** What a grammar calls a token → the class of its span, whose colour docs.css has. */
const classes: Record<string, string> = {
  ...{ property: "k", number: "n", boolean: "n", null: "n", comment: "c" },
  ...{ string: "s", "template-string": "s", "triple-quoted-string": "s", regex: "s" },
  ...{ keyword: "w", parameter: "w", function: "f", call: "f" },
};
const { languages } = Prism;
languages.insertBefore("bash", "string", {
  // The body that a command line carries, which a shell takes for one text.
  body: { pattern: /(-d )'\{[^]*?\}'/, lookbehind: true, greedy: true, inside: languages["json"] ?? {} },
});
languages.insertBefore("python", "boolean", { call: /\b\w+(?=\()/ });
languages.insertBefore("typescript", "function", { property: /\b\w+(?=: )/ });

/** A text within a piece of code → what stands in its place. */
type Marks = Record<string, Html>;

/** Code in spans whose colours docs.css has, in which marks stand for the marked texts. Unknown languages have no colours. */
function highlight(code: string, language: string, marks: Marks): Html {
  // While code gets its colours, each mark is one character that no language knows.
  const places = Object.entries(marks).map(([text, { markup }], index) => ({
    text,
    markup,
    place: String.fromCharCode(0xe000 + index),
  }));
  const unmarked = places.reduce((all, { text, place }) => all.replaceAll(text, place), code);
  const grammar = languages[language.toLowerCase()];
  const { markup: coloured } = grammar ? spans(Prism.tokenize(unmarked, grammar)) : html`${unmarked}`;
  return safe(places.reduce((all, { place, markup }) => all.replaceAll(place, () => markup), coloured));
}

function spans(code: Prism.TokenStream): Html {
  if (typeof code === "string") return html`${code}`;
  if (Array.isArray(code)) return html`${code.map(spans)}`;
  const name = classes[code.type];
  const content = spans(code.content);
  return name === undefined ? content : html`<span class="${name}">${content}</span>`;
}
