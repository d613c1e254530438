import { html, slug, type Html } from "../html.ts";
import {
  operationsIn,
  type Follow,
  type Located,
  type Parameter,
  type PathItem,
} from "../model/contract.ts";
import { fieldList } from "./fields.ts";
import { heading, markdown } from "./markdown.ts";
import { methodBadge } from "./page-card.ts";
import { bodyFields, receiverResponses } from "./responses.ts";

/** Lists the callbacks of an operation: requests that the server sends because of it. */
export function callbackFields({ operation }: Located, follow: Follow): Html {
  const callbacks = Object.entries(operation.callbacks ?? {});
  const sections = callbacks.flatMap(([name, node]) =>
    Object.entries(follow(node)).flatMap(([address, item]) =>
      operationsIn({ [address]: follow<PathItem>(item) }).map((located) =>
        callback(name, located, follow),
      ),
    ),
  );
  return html`${sections}`;
}

/** Writes the section of a callback: its address, its body and the expected responses. */
function callback(
  name: string,
  { method, path, operation }: Located,
  follow: Follow,
): Html {
  const id = `callback-${slug(name)}-${method}`;
  const { requestBody: body, description, summary, responses = {} } = operation;
  const parameters = (operation.parameters ?? []).map((node) => {
    const parameter = follow<Parameter>(node);
    return { ...parameter, id: `${id}-${parameter.name}`, end: parameter };
  });
  return html`${heading(id, `Callback ${name}`)}
    <p class="endpoint row">
      ${methodBadge(method.toUpperCase())} <code>${path}</code>
    </p>
    ${markdown(description ?? summary ?? "", -2)}${
      parameters.length > 0 &&
      html`<h3>Parameters</h3>
        ${fieldList(parameters, follow, { isRequest: true })}`
    }${
      body &&
      html`<h3>Body</h3>
        ${bodyFields(body, follow, { id: `${id}-body` })}`
    }
    <h3>Your response</h3>
    ${receiverResponses(responses, follow, id)}`;
}
