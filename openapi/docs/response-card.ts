import stringify from "json-stringify-pretty-compact";
import type { Body, Follow, Operation, Response } from "../model/contract.ts";
import { html, type Html } from "../html.ts";
import { codeCard, pre, tabs, type Panel } from "./code.ts";
import type { OperationError } from "./errors.ts";
import { inline } from "./markdown.ts";
import { mediaOf } from "./schema.ts";

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
      ? html`${examples(response, follow)}${ownHeaders(response, follow)}`
      : html`${own.map((error) => errorExample(error, response, follow))}`;
    return { label: status, status: status[0], content };
  });
  const others = errors.filter(({ isGeneral }) => isGeneral).length;
  return tabs("status", "Response", panels, html`<a href="#errors">${others} more</a>`);
}

/** The named examples of a body as code; all but the first are folded. */
function examples(body: Body, follow: Follow): Html {
  const [first, ...others] = Object.values(mediaOf(body)?.examples ?? {}).map((example) => follow(example));
  const code = (value: unknown, name: string) =>
    pre(stringify(value, { maxLength: 60 }), "json", name, {}, "es");
  return html`${first && code(first.value, first.summary ?? "Example")}${others.map(
    ({ summary = "Another example", value }) =>
      html`<details>
        <summary>${summary}</summary>
        ${code(value, summary)}
      </details>`,
  )}`;
}

function errorExample({ code, meaning }: OperationError, response: Response, follow: Follow): Html {
  const found = Object.values(mediaOf(response)?.examples ?? {})
    .map((example) => follow(example).value)
    .find((value) => stringify(value).includes(`"${code}"`));
  return html`<p class="when">${inline(meaning)}</p>
    ${pre(stringify(found, { maxLength: 60 }), "json", code, {}, "es")}`;
}

/** The headers that this response has and others have not. */
function ownHeaders(response: Response, follow: Follow): Html | false {
  const headers = Object.entries(response.headers ?? {}).filter(([name]) => !name.startsWith("X-"));
  const lines = headers.map(([name, node]) => {
    const { example } = follow(node);
    return html`<code><span class="k">${name}:</span> ${String(example ?? "")}</code> `;
  });
  return lines.length > 0 && html`<p class="code-foot">${lines}</p>`;
}

/** The request that the server sends for an event. */
export const eventCard = (name: string, body: Body, follow: Follow): Html =>
  codeCard(name, examples(body, follow));
