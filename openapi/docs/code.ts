import Prism from "prismjs";
import "prismjs/components/prism-bash.js";
import "prismjs/components/prism-go.js";
import "prismjs/components/prism-json.js";
import "prismjs/components/prism-python.js";
import "prismjs/components/prism-typescript.js";
import { html, safe, type Html } from "../html.ts";
import { compactJson } from "../model/json.ts";

/** The content of a tab in a card of code. */
export interface Panel {
  /** The text of the tab. */
  label: string;
  content: Html;
  /** The first digit of its status, which gives the tab its colour. */
  status?: string | undefined;
}

/**
 * Writes a block of code. The keyboard can scroll it.
 * @param name the label for screen readers
 * @param replacements text in the code → markup
 * @param lang the language of texts in the code
 */
export function pre(
  code: string,
  language: string,
  name: string,
  replacements: Replacements = {},
  lang?: string,
): Html {
  return html`<pre
    tabindex="0"
    role="group"
    aria-label="${name}"
  ><code class="language-${language.toLowerCase()}"${lang !== undefined && html` lang="${lang}"`}>${highlight(code, language, replacements)}</code></pre>`;
}

/** Writes an example as JSON. The texts of examples are in Spanish. */
export const jsonPre = (value: unknown, name: string): Html =>
  pre(compactJson(value, { maxLength: 60 }), "json", name, {}, "es");

/** Writes a card with one block of code. */
export const codeCard = (title: string, content: Html): Html =>
  html`<div class="code"><strong>${title}</strong>${content}</div>`;

/**
 * Writes a card with tabs. They are `details` with one name, so they need no script. `foot` is
 * below all panels.
 */
export const tabs = (name: string, panels: Panel[], foot?: Html): Html =>
  html`<div class="code tabs">
    ${panels.map(({ label, status, content }, index) => {
      const look = status !== undefined && html` class="status s${status}"`;
      const tab = html`<summary${look}>${label}</summary>`;
      return html`<details name="${name}" ${index === 0 && safe("open")}>
        ${tab}${content}
      </details>`;
    })}${foot}
  </div>`;

/** Type of a token → class of its span. docs.css has the colours. */
const classes: Record<string, string> = {
  property: "k",
  number: "n",
  boolean: "n",
  null: "n",
  comment: "c",
  string: "s",
  "template-string": "s",
  "triple-quoted-string": "s",
  regex: "s",
  keyword: "w",
  parameter: "w",
  function: "f",
  call: "f",
};
const { languages } = Prism;
languages.insertBefore("bash", "string", {
  // The JSON body in a command line, which is one text for a shell.
  body: {
    pattern: /(-d )'\{[^]*?\}'/,
    lookbehind: true,
    greedy: true,
    inside: languages["json"] ?? {},
  },
});
languages.insertBefore("python", "boolean", { call: /\b\w+(?=\()/ });
languages.insertBefore("typescript", "function", { property: /\b\w+(?=: )/ });

/** Text in a block of code → the markup that replaces it. */
type Replacements = Record<string, Html>;

/**
 * Writes code in spans with colours, and replaces texts in it. Unknown languages have no colours.
 */
function highlight(
  code: string,
  language: string,
  replacements: Replacements,
): Html {
  const grammar = languages[language.toLowerCase()] ?? {};
  const coloured = (text: string) =>
    spans(Prism.tokenize(text, grammar)).markup;
  return safe(
    Object.entries(replacements).reduce(
      (all, [text, { markup }]) => all.replaceAll(coloured(text), () => markup),
      coloured(code),
    ),
  );
}

function spans(code: Prism.TokenStream): Html {
  if (typeof code === "string") return html`${code}`;
  if (Array.isArray(code)) return html`${code.map(spans)}`;
  const name = classes[code.type];
  const content = spans(code.content);
  return name === undefined
    ? content
    : html`<span class="${name}">${content}</span>`;
}
