import { createHighlighterCoreSync, type ThemeRegistrationRaw } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import bash from "shiki/langs/bash.mjs";
import go from "shiki/langs/go.mjs";
import json from "shiki/langs/json.mjs";
import python from "shiki/langs/python.mjs";
import typescript from "shiki/langs/typescript.mjs";
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

/** The class of a span, whose colour docs.css has → what a grammar calls the words that it marks. */
const scopes = {
  k: ["support.type.property-name", "meta.object-literal.key"],
  s: ["string", "punctuation.definition.string"],
  n: ["constant.numeric", "constant.language"],
  w: ["keyword", "storage", "constant.other.option"],
  f: ["entity.name.function", "support.function", "entity.name.command", "meta.function-call.generic.python"],
  c: ["comment", "punctuation.definition.comment"],
  p: ["keyword.operator", "constant.character.escape.line-continuation", "meta.template.expression"],
};

/** A theme tells us the class by its colour, as a grammar's tokens have nothing else that is documented. */
const colourOf = (index: number) => `#00000${index + 1}`;
const names = Object.keys(scopes);
const theme: ThemeRegistrationRaw = {
  name: "classes",
  fg: "#000000",
  bg: "#ffffff",
  settings: Object.values(scopes).map((scope, index) => ({
    scope,
    settings: { foreground: colourOf(index) },
  })),
};
const classes = new Map(names.map((name, index) => [colourOf(index), name === "p" ? "" : name]));

const highlighter = createHighlighterCoreSync({
  themes: [theme],
  langs: [bash, go, json, python, typescript],
  engine: createJavaScriptRegexEngine(),
});
const languages: Record<string, string> = {
  ...{ sh: "bash", bash: "bash", curl: "bash", json: "json", go: "go", python: "python" },
  ...{ ts: "typescript", js: "typescript", typescript: "typescript" },
};

/** A text within a piece of code → what stands in its place. */
type Marks = Record<string, Html>;

interface Token {
  content: string;
  name: string;
}

const made = new Map<string, string>();

/** Code in spans of six classes, in which marks stand for the marked texts. Unknown languages have no colours. */
function highlight(code: string, language: string, marks: Marks = {}): Html {
  // While code gets its colours, each mark is one character that no language knows.
  const places = Object.entries(marks).map(([text, { markup }], index) => ({
    text,
    markup,
    place: String.fromCharCode(0xe000 + index),
  }));
  const unmarked = places.reduce((all, { text, place }) => all.replaceAll(text, place), code);
  const name = languages[language.toLowerCase()];
  const key = `${name} ${unmarked}`;
  const tokens = () => (name === undefined ? [{ content: unmarked, name: "" }] : tokensOf(unmarked, name));
  const coloured = made.get(key) ?? html`${merged(tokens()).map(span)}`.markup;
  made.set(key, coloured);
  return safe(places.reduce((all, { place, markup }) => all.replaceAll(place, () => markup), coloured));
}

/** The body that a command line carries is JSON, which a shell takes for one text. */
function tokensOf(code: string, language: string): Token[] {
  const [, head = "", body = "", tail = ""] =
    (language === "bash" && /^([^]*-d ')(\{[^]*\n {2}\})('[^]*)$/.exec(code)) || [];
  if (body !== "")
    return [...tokensOf(head, "bash"), ...tokensOf(body, "json"), { content: tail, name: "s" }];
  const lines = highlighter.codeToTokensBase(code, {
    lang: language,
    theme: "classes",
    tokenizeTimeLimit: 0, // else a slow machine leaves lines without colours
  });
  return lines.flatMap((line, index) => [
    ...(index > 0 ? [{ content: "\n", name: "" }] : []),
    ...line.map(({ content, color = "" }) => ({ content, name: classes.get(color.toLowerCase()) ?? "" })),
  ]);
}

/** Neighbours of one class as one token; what is blank has none of its own. */
function merged(tokens: Token[]): Token[] {
  const all: Token[] = [];
  for (const { content, name } of tokens) {
    const last = all.at(-1);
    if (last && (last.name === name || content.trim() === "")) last.content += content;
    else all.push({ content, name: content.trim() === "" ? "" : name });
  }
  return all;
}

const span = ({ content, name }: Token): Html =>
  name === "" ? html`${content}` : html`<span class="${name}">${content}</span>`;
