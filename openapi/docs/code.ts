import Prism from "prismjs";
import "prismjs/components/prism-bash.js";
import "prismjs/components/prism-go.js";
import "prismjs/components/prism-json.js";
import "prismjs/components/prism-python.js";
import "prismjs/components/prism-typescript.js";
import { html, safe, type Html } from "../html.ts";
import { compactJson } from "../model/json.ts";

/** A part of a card of code that a tab shows. */
export interface Panel {
  /** What the tab says. */
  label: string;
  content: Html;
  /** The first digit of its status, which gives the tab its colour. */
  status?: string | undefined;
}

/** A block of code, which its name tells to those who hear the page. The keyboard can scroll it. */
export function pre(
  code: string,
  language: string,
  name: string,
  marks: Marks = {},
  lang?: string,
): Html {
  return html`<pre
    tabindex="0"
    role="group"
    aria-label="${name}"
  ><code class="language-${language.toLowerCase()}"${lang !== undefined && html` lang="${lang}"`}>${highlight(code, language, marks)}</code></pre>`;
}

/** JSON as the examples of the contract have it, whose texts are in Spanish. */
export const jsonPre = (value: unknown, name: string): Html =>
  pre(compactJson(value, { maxLength: 60 }), "json", name, {}, "es");

/** A card with one block of code. */
export const codeCard = (title: string, content: Html): Html =>
  html`<div class="code"><strong>${title}</strong>${content}</div>`;

/** A card of which a tab shows one panel. The tabs are details of one name, so they need no script. `foot` stands below all. */
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

/** What a grammar calls a token → the class of its span, whose colour docs.css has. */
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
  // The body that a command line carries, which a shell takes for one text.
  body: {
    pattern: /(-d )'\{[^]*?\}'/,
    lookbehind: true,
    greedy: true,
    inside: languages["json"] ?? {},
  },
});
languages.insertBefore("python", "boolean", { call: /\b\w+(?=\()/ });
languages.insertBefore("typescript", "function", { property: /\b\w+(?=: )/ });

/** A text within a piece of code → what stands in its place. */
type Marks = Record<string, Html>;

/** Code in spans whose colours docs.css has, in which marks stand for the marked texts. Unknown languages have no colours. */
function highlight(code: string, language: string, marks: Marks): Html {
  const grammar = languages[language.toLowerCase()] ?? {};
  const coloured = (text: string) =>
    spans(Prism.tokenize(text, grammar)).markup;
  return safe(
    Object.entries(marks).reduce(
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
