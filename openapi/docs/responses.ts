import type { Body, Follow, Operation, Response } from "../model/contract.ts";
import { html, safe, type Html } from "../html.ts";
import { inline, markdown } from "./markdown.ts";
import { field, fieldsOf } from "./schema.ts";

export const mediaOf = (body: Body) => Object.values(body.content ?? {})[0];

/** Every response of an operation; those of success are open. The headers that all have stand once, at the end. */
export function responses(operation: Operation, follow: Follow): Html {
  const all = Object.entries(operation.responses).map(([status, node]) => ({
    status,
    response: follow(node),
  }));
  const [first] = all;
  const shared = new Set(
    Object.keys(first?.response.headers ?? {}).filter((name) =>
      all.every(({ response }) => response.headers?.[name]),
    ),
  );
  const sharedHeaders = first && headers(first.response, "header", (name) => shared.has(name), follow);
  return html`${all.map(({ status, response }) => {
    const id = `response-${status}`;
    const media = mediaOf(response);
    const [summary = ""] = response.description?.split(/(?<=\.) /) ?? [];
    const isSuccess = status.startsWith("2");
    return html`<details class="response" id="${id}" ${isSuccess && safe(" open")}>
      <summary><code class="status${isSuccess && " success"}">${status}</code> ${inline(summary)}</summary>
      ${summary !== response.description && markdown(response.description ?? "")}
      ${headers(response, `${id}-header`, (name) => !shared.has(name), follow)}
      ${media && fieldsOf(media.schema, follow, id)} ${examplesOf(response, follow)}
    </details>`;
  })}
  ${
    sharedHeaders &&
    html`<details class="response">
      <summary>Headers of every response</summary>
      ${sharedHeaders}
    </details>`
  }`;
}

function headers(
  response: Response,
  id: string,
  isListed: (name: string) => boolean,
  follow: Follow,
): Html | undefined {
  const names = Object.entries(response.headers ?? {}).filter(([name]) => isListed(name));
  // A response always has its headers, so none is marked as required.
  const list = names.map(([name, header]) =>
    field({ ...follow(header), name, id: `${id}-${name}`, required: false }, follow),
  );
  return list.length > 0
    ? html`<ul class="fields">
        ${list}
      </ul>`
    : undefined;
}

/** The named examples of a body; the first one is open. */
export function examplesOf(body: Body, follow: Follow): Html[] {
  return Object.values(mediaOf(body)?.examples ?? {}).map((example, index) => {
    const { summary = "", value } = follow(example);
    return html`<details class="example" ${index === 0 && safe(" open")}>
      <summary>Example: ${summary}</summary>
      <pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>
    </details>`;
  });
}
