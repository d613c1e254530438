import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { components, Event, TestEvent } from "../../generated/types.ts";
import { invalid } from "./api-error.ts";
import { dateTime } from "./date-time.ts";
import { loadContract } from "./load.ts";
import { requestError } from "./request-errors.ts";
import { hasMoreValues, textErrors } from "./unseen-errors.ts";

type Schemas = components["schemas"];

/** Gives the errors of a value; none when it is valid. */
export type Check = (value: unknown) => ErrorObject[];

/** What compiles the schemas of the contract, each at its first use. */
export interface Compiler {
  /**
   * Holds a value against the schema at a place in the contract, e.g. `components/schemas/Contact`.
   * @throws Error when the contract has no such place
   */
  check: (place: string, value: unknown) => ErrorObject[];
  has: (place: string) => boolean;
  /** The check of an object whose fields have the schemas at these places. */
  ofFields: (places: Record<string, string>, required: string[]) => Check;
}

/**
 * @param use.allErrors whether a check finds all errors, or only the first one
 * @param use.isClosed whether a value that only a later version lists is an error (`x-extensible-enum`)
 */
export function createCompiler(use: { allErrors: boolean; isClosed: boolean }): Compiler {
  // JSON.parse makes Infinity of 1e400. The contract as a whole is no schema.
  const options = { strict: false, strictNumbers: true, validateSchema: false };
  const ajv = new Ajv2020({ ...options, allErrors: use.allErrors });
  formats.default(ajv).addFormat("date-time", dateTime);
  if (use.isClosed)
    ajv.addKeyword({
      keyword: "x-extensible-enum",
      macro: (values: string[]) => ({ enum: [...values, null] }),
    });
  ajv.addSchema(loadContract(), "contract");
  const refTo = (place: string) => `contract#/${place}`;
  const errorsBy = (validate: ValidateFunction, value: unknown) =>
    validate(value) ? [] : (validate.errors ?? []);
  return {
    check: (place, value) => {
      const validate = ajv.getSchema(refTo(place));
      if (!validate) throw new Error(`The contract has no ${place}.`);
      return errorsBy(validate, value);
    },
    has: (place) => ajv.getSchema(refTo(place)) !== undefined,
    ofFields: (places, required) => {
      const fields = Object.entries(places).map(([name, place]) => [name, { $ref: refTo(place) }]);
      const validate = ajv.compile({ type: "object", properties: Object.fromEntries(fields), required });
      return (value) => errorsBy(validate, value);
    },
  };
}

/** What checks the values that this server stores itself. */
const ofStored = () => (stored ??= createCompiler({ allErrors: true, isClosed: true }));
let stored: Compiler | undefined;

const errorsBySchema = (name: keyof Schemas & string, value: unknown) =>
  ofStored().check(`components/schemas/${name}`, value);

/** An error of a value that comes from no request. In English, for operators and logs. */
export interface ValueError {
  path: string[];
  message: string;
  /** Whether this version does not know a type, field or value, which a later one may have added. */
  isUnknown: boolean;
}

/** The keywords that what a later version has added breaks. */
const ofAdditions = new Set(["additionalProperties", "unevaluatedProperties", "enum"]);

/** The errors in English, with their paths. */
export const told = (errors: ErrorObject[]): ValueError[] =>
  errors.map(({ instancePath, keyword, message = "is not valid" }) => ({
    path: instancePath.split("/").slice(1),
    message,
    isUnknown: ofAdditions.has(keyword),
  }));

/** The errors of a value by a schema of the contract; none when it is valid. */
export const errorsIn = <Name extends keyof Schemas & string>(
  name: Name,
  value: Schemas[Name],
): ValueError[] => told(errorsBySchema(name, value));

/** The errors of an event, by the webhook of the contract that has its type. */
export function errorsInEvent(event: Event | TestEvent): ValueError[] {
  const place = `webhooks/${event.type}/post/requestBody/content/application~1json/schema`;
  if (!ofStored().has(place)) return [{ path: ["type"], message: "is no type of event", isUnknown: true }];
  return told(ofStored().check(place, event));
}

/**
 * Refuses a change of an object whose stored fields break the contract, unless the change mends them.
 * @throws ApiError 422 that names the fields
 */
export function requireValid<Name extends keyof Schemas & string>(name: Name, value: Schemas[Name]): void {
  const errors = errorsBySchema(name, value);
  if (errors.length > 0) throw requestError(errors);
}

/** How many values an element may hold for all its errors to be found. No schema of an element accepts more. */
const mostValues = 200;

/**
 * An element of a list whose elements the contract checks one by one (`x-per-element`).
 * @throws ApiError 400 or 422 with the errors of the element; their paths begin in it
 */
export function elementOf<Name extends keyof Schemas & string>(name: Name, element: unknown): Schemas[Name] {
  if (hasMoreValues(element, mostValues)) {
    throw invalid([], "too_many", { es: "tiene demasiados valores", en: "has too many values" });
  }
  const [errors, others] = [errorsBySchema(name, element), textErrors(element)];
  if (errors.length + others.length > 0) throw requestError(errors, others);
  return element as Schemas[Name];
}
