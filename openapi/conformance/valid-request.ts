import type {
  Contract,
  Located,
  Parameter,
  Schema,
} from "../model/contract.ts";
import { isNode } from "../model/node.ts";
import type { Checker } from "./check.ts";
import { formOf, type Form } from "./form.ts";
import { serverAt } from "./server-at.ts";
import {
  exampleOf,
  queryStringOf,
  withExample,
} from "../generate/samples/sample-parameters.ts";
import { bodyExample } from "../generate/samples/sample-body.ts";
import { isFormOfList, sentMediaOf } from "../generate/success.ts";
import { isJson } from "../model/media-names.ts";
import {
  createdIdFor,
  filledPath,
  itemParameter,
  type KnownObjects,
} from "./objects.ts";
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
import { sampleOf } from "../model/sample/value.ts";
import { valueSchema } from "../model/value-schema.ts";

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

/** Returns a body that the contract allows: its example, or one of its schema. */
export function bodyOf(
  contract: Contract,
  { operation: { requestBody } }: Located,
): unknown {
  const media = requestBody && sentMediaOf(requestBody);
  if (!media) return undefined;
  const form = formOf(contract, media);
  return (
    bodyExample(contract, media) ?? bodySample(contract, media.schema, form)
  );
}

/**
 * Returns a body that a schema allows. A form without any field would be no body, so it gets one, and
 * no form can hold a list without elements.
 */
function bodySample(
  contract: Contract,
  schema: Schema,
  form: Form | undefined,
): unknown {
  const sample = sampleOf(contract, schema, { word: "conformance" });
  if (!form || !isNode(sample)) return sample;
  const { properties = {} } = valueSchema(contract, schema);
  const withElement = ([name, value]: [string, unknown]) => {
    if (!Array.isArray(value) || value.length > 0) return [name, value];
    const { items = {} } = valueSchema(contract, properties[name] ?? {});
    return [name, [sampleOf(contract, items, { word: "conformance" })]];
  };
  if (Object.keys(sample).length > 0)
    return Object.fromEntries(Object.entries(sample).map(withElement));
  const fields = Object.entries(properties);
  const [name, field] =
    fields.find(([, each]) => !valueSchema(contract, each).readOnly) ?? [];
  if (name === undefined || field === undefined) return sample;
  return { [name]: sampleOf(contract, field, { word: "conformance" }) };
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

/** Returns true for a value that only the server can make: an id, or a position in a list. */
export const isOpaque = (name: string): boolean =>
  /(^|_)ids?$|[a-z]Ids?$|cursor|token$|^(after|before)$/.test(name);

/**
 * Replaces the ids of an example by ids that this run has created, and its emails by new ones:
 * those of the example may belong to somebody.
 * @returns null when the body needs an id of an object that this run has not created
 */
function withOwnObjects(value: unknown, objects: KnownObjects): unknown {
  if (!isNode(value)) return value;
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    const isId = isOpaque(name) && field !== null;
    const isEmail = /e-?mail/i.test(name) && typeof field === "string";
    if (isId) {
      const id = createdIdFor(name, objects);
      const isExternal = /^external/i.test(name);
      if (id === undefined && !isExternal) return null;
      if (id !== undefined)
        fields[name] = Array.isArray(field)
          ? [idLike(field[0], id)]
          : idLike(field, id);
    } else fields[name] = isEmail ? newEmail() : field;
  }
  return fields;
}

/** Returns an id as the type that it has in an example. */
const idLike = (example: unknown, id: string): string | number =>
  typeof example === "number" ? Number(id) : id;

const runId = Date.now().toString(36);
let emailCount = 0;
const newEmail = () => `conformance-${runId}-${++emailCount}@example.com`;
const emailPattern = new RegExp(`conformance-${runId}-\\d+@example\\.com`, "g");

/** Gives a body emails that no earlier request had, as a server may accept each email only once. */
export function withNewEmails(body: unknown): unknown {
  if (typeof body === "string") return body.replaceAll(emailPattern, newEmail);
  if (Array.isArray(body)) return body.map(withNewEmails);
  if (!isNode(body)) return body;
  const fields = Object.entries(body);
  return Object.fromEntries(
    fields.map(([name, field]) => [name, withNewEmails(field)]),
  );
}
