import {
  followIn,
  operationsOf,
  type Body,
  type Contract,
  type Follow,
  type Header,
  type Link,
  type Located,
  type MediaType,
  type Operation,
  type Response,
} from "../model/contract.ts";
import { memoized } from "../model/collections.ts";
import { jsonOf } from "../model/json.ts";
import { errorSchemaOf, errorsOf } from "../model/errors.ts";
import { isJson } from "../model/media-names.ts";
import { html, type Html } from "../html.ts";
import { heading, inline } from "./markdown.ts";
import { pageNames } from "./names.ts";
import { fieldList, fieldsOf, rulesOf, type Field } from "./fields.ts";
import { typeText } from "./schema-shape.ts";

/** A response in the docs. */
export interface ShownResponse extends Response {
  /** `200`, `4XX` or `default`. */
  status: string;
}

/** Returns the responses of an operation, in the order of their statuses. */
export const responsesOf = (
  { operation }: { operation: Pick<Operation, "responses"> },
  follow: Follow,
): ShownResponse[] =>
  Object.entries(operation.responses)
    .map(([status, node]) => ({ ...follow<Response>(node), status }))
    .toSorted((one, other) => orderOf(one.status) - orderOf(other.status));

/** `4XX` comes after each 4xx, and `default` last. */
function orderOf(status: string): number {
  if (status === "default") return Infinity;
  const last = Number(status.replaceAll(/x/gi, "9"));
  return /x/i.test(status) ? last + 0.5 : last;
}

/** Returns true when the chapters of a contract describe what all its errors and responses have. */
const hasChapters = (contract: Contract): boolean =>
  errorSchemaOf(contract) !== undefined;

/** Returns true for an error whose body the chapter Errors describes. */
export const isInChapter = (contract: Contract, response: Response): boolean =>
  hasChapters(contract) && errorsOf(contract, response).length > 0;

/** Lists the fields and the headers of responses, without those that a chapter describes. */
export function responseFields(contract: Contract, located: Located): Html {
  const follow = followIn(contract);
  const shown = responsesOf(located, follow).filter(
    (response) => !isInChapter(contract, response),
  );
  const common = commonHeaders(contract);
  const headers = hasChapters(contract)
    ? []
    : headerFields(shown[0]?.headers, "header", follow).filter(({ name }) =>
        common.has(name),
      );
  return html`${shown.map((response) => {
    const { status, description = "" } = response;
    const id = `response-${status}`;
    const own = headerFields(
      response.headers,
      `header-${status}`,
      follow,
    ).filter(({ name }) => !common.has(name));
    const title =
      status === "default" ? "Other responses" : `Response ${status}`;
    return html`${heading(id, shown.length > 1 ? title : "Response")}
      <p>
        <code class="status s${status.charAt(0)}">${status}</code>
        ${inline(description)}
      </p>
      ${bodyFields(response, follow, { id })}${
        own.length > 0 &&
        html`<h3>Headers</h3>
          ${fieldList(own, follow, {})}`
      }${linkList(response, contract)}`;
  })}${
    headers.length > 0 &&
    html`<details class="general">
      <summary>${headers.length} headers of every response</summary>
      ${fieldList(headers, follow, {})}
    </details>`
  }`;
}

/** Lists the links of a response: later operations, and the values that it has for them. */
function linkList({ links }: Response, contract: Contract): Html | false {
  const listed = Object.entries(links ?? {});
  if (listed.length === 0) return false;
  const follow = followIn(contract);
  const { operations } = pageNames(contract);
  return html`<h3>Links</h3>
    <ul>
      ${listed.map(([name, node]) => {
        const link = follow<Link>(node);
        const { operationId = "", operationRef = "", description } = link;
        const page = operations.get(operationId);
        const target = operationId || operationRef;
        const values = Object.entries(link.parameters ?? {});
        if (link.requestBody !== undefined)
          values.push(["body", link.requestBody]);
        return html`<li>
          <code>${name}</code>:
          ${page === undefined ? html`<code>${target}</code>` : html`<a href="${page}.html"><code>${target}</code></a>`}${values.map(([parameter, value]) => html`, <code>${parameter}</code> is <code>${typeof value === "string" ? value : jsonOf(value)}</code>`)}.
          ${description !== undefined && inline(description)}
        </li>`;
      })}
    </ul>`;
}

/** Lists the responses that the server expects to a request of its own. */
export const receiverResponses = (
  responses: Operation["responses"],
  follow: Follow,
  id: string,
): Html =>
  html`<dl class="facts">
    ${responsesOf({ operation: { responses } }, follow).map((response) => {
      const { status, description = "", headers } = response;
      const place = `${id}-response-${status}`;
      const own = headerFields(headers, place, follow);
      const label = status === "default" ? "other" : status;
      const parts = [
        inline(description),
        bodyFields(response, follow, { id: place, isRequest: true }),
        own.length > 0 && fieldList(own, follow, { isRequest: true }),
      ];
      return html`<dt><code>${label}</code></dt>
        <dd>${parts}</dd>`;
    })}
  </dl>`;

/** Returns the names of the headers that every response of a contract with several operations has. */
const commonHeaders = memoized((contract: Contract): Set<string> => {
  const follow = followIn(contract);
  const operations = operationsOf(contract);
  const all = operations.flatMap((each) =>
    responsesOf(each, follow).map(({ headers = {} }) => headers),
  );
  if (operations.length === 1) return new Set();
  const names = Object.keys(all[0] ?? {});
  return new Set(names.filter((name) => all.every((each) => name in each)));
});

const headerFields = (
  headers: Response["headers"],
  id: string,
  follow: Follow,
): Field[] =>
  Object.entries(headers ?? {}).map(([name, node]) => {
    const header = follow<Header>(node);
    return { ...header, name, id: `${id}-${name}`, end: header };
  });

/**
 * Lists the fields of a body: once for all media types of one schema. Says the media types unless
 * there is only JSON, and the type of a body that is no object.
 */
export function bodyFields(
  { content = {} }: Body,
  follow: Follow,
  { id, isRequest = false }: { id: string; isRequest?: boolean },
): Html[] {
  const groups = bySchema(content);
  return groups.map(({ names, schema, itemSchema }, index) => {
    const place = index === 0 ? id : `${id}-${index + 1}`;
    const shown = itemSchema ?? schema;
    const fields = fieldsOf(shown, follow, { id: place, isRequest });
    const type = typeText(shown, follow);
    const isObject = fields && ["object", "any"].includes(type);
    const isOnlyJson = Object.keys(content).length === 1 && names.every(isJson);
    return html`${
      !(isOnlyJson && isObject) &&
      html`<p class="quiet">
        ${names.map((name, at) => [at > 0 && ", ", html`<code>${name}</code>`])}:
        ${itemSchema && "a stream, in which each element is "}${type}
      </p>`
    }${fields}${rulesOf(shown, follow)}`;
  });
}

/** The media types that have the same schema. */
interface MediaGroup extends MediaType {
  names: string[];
}

function bySchema(content: Record<string, MediaType>): MediaGroup[] {
  const groups = new Map<string, MediaGroup>();
  for (const [name, media] of Object.entries(content)) {
    const { schema, itemSchema } = media;
    const key = jsonOf([schema, itemSchema ?? null]);
    const { names } = groups.get(key) ?? { names: [] };
    groups.set(key, { ...media, names: [...names, name] });
  }
  return [...groups.values()];
}
