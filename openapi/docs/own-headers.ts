import { html, type Html } from "../html.ts";
import {
  headerExample,
  headerSchema,
} from "../generate/samples/sample-parameters.ts";
import {
  followIn,
  type Contract,
  type Header,
  type Operation,
  type Parameter,
  type Response,
} from "../model/contract.ts";
import { headerText, styleOf } from "../model/parameter-text.ts";

/** Writes the required headers of a response that not all responses have. */
export function ownHeaders(
  response: Response,
  { responses }: Operation,
  contract: Contract,
): Html | false {
  const follow = followIn(contract);
  const all = Object.values(responses).map(
    (each) => follow<Response>(each).headers ?? {},
  );
  const lines = Object.entries(response.headers ?? {}).flatMap(
    ([name, node]) => {
      const header = follow(node);
      const isOwn = header.required && !all.every((own) => name in own);
      if (!isOwn) return [];
      const value = exampleOfHeader(contract, name, header);
      return html`<code><span class="k">${name}:</span> ${value}</code> `;
    },
  );
  return lines.length > 0 && html`<p class="foot headers">${lines}</p>`;
}

/** Writes the example of a header, or a value that fits; an empty text without a schema. */
function exampleOfHeader(
  contract: Contract,
  name: string,
  header: Header,
): string {
  const schema = headerSchema(header);
  if (!schema) return "";
  const parameter: Parameter = { ...header, name, in: "header", schema };
  const value = headerExample(contract, parameter, schema);
  return headerText(value, styleOf(parameter));
}
