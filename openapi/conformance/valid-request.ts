import {
  requirementOf,
  resolve,
  type Contract,
  type Example,
  type Located,
  type Parameter,
} from "../model/contract.ts";
import { isNode } from "../model/node.ts";
import { isJson, sentMediaOf } from "../generate/success.ts";
import {
  createdIdFor,
  filledPath,
  itemParameter,
  type KnownObjects,
} from "./objects.ts";
import { parametersOf } from "./operations.ts";
import type { TestRequest } from "./request.ts";
import { sampleOf } from "../model/sample-value.ts";

/**
 * Makes a request that the contract allows.
 * @param mayAct also makes writes that name no object
 * @returns the request, or the reason why the run cannot send one
 */
export function validRequest(
  contract: Contract,
  located: Located,
  objects: KnownObjects,
  mayAct: boolean,
): TestRequest | string {
  const { method, operation } = located;
  const isRead = method === "get" || method === "head";
  const path = filledPath(located.path, objects, isRead);
  if (path === undefined)
    return isRead
      ? "The run found no such object."
      : "It would change an object that this run has not made.";
  const isCreation =
    method === "post" && itemParameter(contract, path) !== undefined;
  const namesNoObject = path === located.path;
  if (!isRead && !isCreation && namesNoObject && !mayAct)
    return "It may change something that this run has not made: --actions sends it.";
  const media = operation.requestBody && sentMediaOf(operation.requestBody);
  if (media && !isJson(media.name))
    return `Bodies of ${media.name} are not sent.`;
  const [example] = Object.values(media?.examples ?? {});
  const exampleValue = example && resolve<Example>(contract, example).value;
  const body =
    media &&
    withOwnObjects(
      exampleValue ?? sampleOf(contract, media.schema, { word: "conformance" }),
      objects,
    );
  if (body === null)
    return "Its body refers to an object that this run has not made.";
  return {
    method: method.toUpperCase(),
    path,
    query: requiredValues(contract, located, "query"),
    headers: requiredValues(contract, located, "header"),
    body,
    mediaType: media?.name ?? "",
    scheme: requirementOf(operation).scheme,
  };
}

/** Returns the values of the required parameters in the query or in the headers. */
function requiredValues(
  contract: Contract,
  located: Located,
  location: Parameter["in"],
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const parameter of parametersOf(contract, located)) {
    const { name, required, in: place, example, schema } = parameter;
    if (required && place === location)
      values[name] = String(
        example ?? sampleOf(contract, schema, { word: "conformance" }),
      );
  }
  return values;
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
      if (id !== undefined) fields[name] = Array.isArray(field) ? [id] : id;
    } else fields[name] = isEmail ? newEmail() : field;
  }
  return fields;
}

const runId = Date.now().toString(36);
let emailCount = 0;
const newEmail = () => `conformance-${runId}-${++emailCount}@example.com`;
const emailPattern = new RegExp(`conformance-${runId}-\\d+@example\\.com`, "g");

/** Gives a body emails that no earlier request had, as a server may accept each email only once. */
export function withNewEmails(body: unknown): unknown {
  if (body === undefined) return undefined;
  return JSON.parse(JSON.stringify(body).replaceAll(emailPattern, newEmail));
}
