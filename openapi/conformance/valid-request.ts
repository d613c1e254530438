import type { Contract, Located, Parameter } from "../model/contract.ts";
import type { Checker } from "./check.ts";
import { formOf } from "./form.ts";
import { serverAt } from "./server-at.ts";
import {
  exampleOf,
  queryStringOf,
  withExample,
} from "../generate/samples/sample-parameters.ts";
import { isFormOfList, sentMediaOf } from "../generate/success.ts";
import { isJson } from "../model/media-names.ts";
import { filledPath, itemParameter, type KnownObjects } from "./objects.ts";
import { withOwnObjects } from "./own-objects.ts";
import { parametersOf } from "./parameters.ts";
import { objectParameters, unknownInPath } from "./path-values.ts";
import { neededCredentials, type TestRequest } from "./request.ts";
import type { ConformanceOptions } from "./send.ts";
import {
  cookieText,
  headerText,
  queryText,
  styleOf,
  type ParameterStyle,
} from "../model/parameter-text.ts";
import { parameterSample } from "../model/sample/parameter.ts";
import { bodyOf } from "./valid-body.ts";

/**
 * Makes a request that the contract allows.
 * @param options also makes writes that name no object, with `actions`
 * @returns the request, or the reason why the run cannot send one
 */
export function validRequest(
  contract: Contract,
  located: Located,
  objects: KnownObjects,
  {
    actions: mayAct,
    keys,
    url,
  }: Pick<ConformanceOptions, "actions" | "keys" | "url">,
  accepts: Checker["accepts"],
): TestRequest | string {
  const { method, operation } = located;
  if (method === "trace") return "No program can send a TRACE by `fetch`.";
  const isRead = ["get", "head", "options", "query"].includes(method);
  const server = serverAt(url, contract, operation);
  if (server === undefined)
    return "It has a server of its own, at another host than the contract's.";
  const unknown = unknownInPath(contract, located);
  if (unknown !== undefined)
    return `The contract has no parameter \`${unknown}\` of its path.`;
  const pair = located.path
    .split("/")
    .find((each) => objectParameters(contract, located, each).length > 1);
  if (pair !== undefined)
    return `The run finds one id at a time, and \`${pair}\` of its path needs several.`;
  const filled = filledPath(contract, located, objects, isRead, accepts);
  if (typeof filled === "string") return filled;
  const { path, namesObject } = filled;
  const isCreation =
    method === "post" && itemParameter(contract, located.path) !== undefined;
  if (!isRead && !isCreation && !namesObject && !mayAct)
    return "It may change something that this run has not made: --actions sends it.";
  const media = operation.requestBody && sentMediaOf(operation.requestBody);
  if (media && (method === "get" || method === "head"))
    return `No program can send the body of a ${method.toUpperCase()} by \`fetch\`.`;
  const form = media && formOf(contract, media);
  if (media && !form && !isJson(media.name))
    return `Bodies of ${media.name} are not sent.`;
  if (media && isFormOfList(contract, media))
    return "Its body is a form, which cannot hold the list of its schema.";
  const body = withOwnObjects(bodyOf(contract, located), objects);
  if (body === null)
    return "Its body refers to an object that this run has not made.";
  return {
    method: method.toUpperCase(),
    server,
    path,
    query: {
      ...requiredTexts(contract, located, "query", queryText),
      // A parameter that is the complete query has no name there.
      "": queryStringOf(
        parametersOf(contract, located).map((each) =>
          withExample(contract, each),
        ),
      ),
    },
    headers: requiredTexts(contract, located, "header", (_, value, style) =>
      headerText(value, style),
    ),
    cookies: Object.values(
      requiredTexts(contract, located, "cookie", cookieText),
    ),
    body,
    form,
    mediaType: media?.name ?? "",
    credentials: neededCredentials(contract, operation, keys).filter(
      ({ scheme }) => keys.has(scheme),
    ),
  };
}

/** Writes a parameter in its style. */
type WriteParameter = (
  name: string,
  value: unknown,
  style: ParameterStyle,
) => string;

/** Returns the name of a required parameter of which this tool can make no valid value. */
export const parameterWithoutValue = (
  contract: Contract,
  located: Located,
  accepts: Checker["accepts"],
): string | undefined =>
  parametersOf(contract, located).find(
    (parameter) =>
      parameter.required &&
      parameter.in !== "path" &&
      exampleOf(contract, parameter) === undefined &&
      !accepts(parameter.schema, madeValue(contract, parameter)),
  )?.name;

/** Makes a value of a parameter. */
const madeValue = (contract: Contract, { schema }: Parameter): unknown =>
  parameterSample(contract, schema, { word: "conformance" });

/** Returns the required parameters in the query, in the headers or in the cookies, as they are sent. */
function requiredTexts(
  contract: Contract,
  located: Located,
  location: Parameter["in"],
  write: WriteParameter,
): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const parameter of parametersOf(contract, located)) {
    const { name, required, in: place } = parameter;
    if (!required || place !== location) continue;
    const value =
      exampleOf(contract, parameter) ?? madeValue(contract, parameter);
    texts[name] = write(name, value, styleOf(parameter));
  }
  return texts;
}
