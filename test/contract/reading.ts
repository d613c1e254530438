import { operationsOf, requirementOf } from "../../openapi/model/contract.ts";
import { at, contract } from "../support/at.ts";
import { everyOperation } from "../support/operation.ts";

// How the table of seed.test.ts reads the contract. Places are JSON pointers.

/** The path from a body or a response to the schema of its JSON. */
export const json = "content/application~1json/schema";

export const paths: string[] = Object.keys(contract.paths);

/** The places of all operations. */
export const operations = operationsOf(contract).map(
  ({ path, method }) => `/paths/${path.replaceAll("/", "~1")}/${method}`,
);

/** The names of an object's fields. */
export function fields(place: string): string[] {
  return Object.keys(at(`${place}/properties`));
}

/** An object's fields and their types, as the seed writes them. */
export function types(place: string): Record<string, string> {
  return Object.fromEntries(
    fields(place).map((name) => [name, type(`${place}/properties/${name}`)]),
  );
}

function type(place: string): string {
  const schema = at(place);
  if (schema.items) return `${type(`${place}/items`)}[]`;
  return schema.type === "integer" ? "number" : schema.type;
}

/** The parameters of an operation, e.g. `q in query`. */
export function parameters(
  operation: string,
  which: "all" | "required" = "all",
): string[] {
  return Object.keys(at(operation).parameters ?? [])
    .map((i) => at(`${operation}/parameters/${i}`))
    .filter(
      (parameter: { required?: boolean }) =>
        which === "all" || parameter.required,
    )
    .map(
      (parameter: { name: string; in: string }) =>
        `${parameter.name} in ${parameter.in}`,
    );
}

/** All that a client can send to an operation. */
export function inputs(operation: string): string[] {
  const ofBody = at(operation).requestBody
    ? fields(`${operation}/requestBody/${json}`)
    : [];
  return [...parameters(operation), ...ofBody];
}

/** Returns the security scheme of an operation, or an empty text for an open operation. */
export const schemeOf = (operation: string): string =>
  requirementOf(at(operation)).scheme;

/** Scope → the operations that a key needs it for. */
export function guards(): Record<string, string[]> {
  const guarded: Record<string, string[]> = {};
  for (const { id, scopes } of everyOperation)
    for (const scope of scopes) (guarded[scope] ??= []).push(id);
  return guarded;
}

/**
 * The places of the responses of all operations, and to requests that reach none, to which this
 * applies.
 */
export function responsesThat(
  applies: (response: string) => boolean,
): string[] {
  return [
    "/x-unrouted-responses",
    ...operations.map((operation) => `${operation}/responses`),
  ]
    .flatMap((place) =>
      Object.keys(at(place)).map((status) => `${place}/${status}`),
    )
    .filter(applies);
}

/** The media types of a response. */
export function mediaTypes(place: string): string[] {
  return Object.keys(at(`${place}/content`));
}

/** Returns true when a response always has this header. */
export function hasHeader(response: string, name: string): boolean {
  return (
    at(`${response}/headers`)[name] !== undefined &&
    at(`${response}/headers/${name}`).required === true
  );
}

/** Returns true for an error that lacks a field, e.g. `code`. */
export function isErrorWithout(response: string, name: string): boolean {
  return (
    !/\/[23]\d\d$/.test(response) &&
    errors(response).some((error) => !at(error).required.includes(name))
  );
}

/** The codes of an error. */
export function codes(response: string): string[] {
  return errors(response).map((error) => at(`${error}/properties/code`).const);
}

/** The places of `error`, one for each alternative. */
function errors(response: string): string[] {
  const { anyOf } = at(`${response}/${json}`);
  const alternatives = anyOf
    ? Object.keys(anyOf).map((i) => `/anyOf/${i}`)
    : [""];
  return alternatives.map(
    (alternative) => `${response}/${json}${alternative}/properties/error`,
  );
}
