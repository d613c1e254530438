import { html, safe, slug, type Html } from "../html.ts";
import { highlight, type Marks } from "./highlight.ts";

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
    role="region"
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
