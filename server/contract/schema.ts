import { Ajv2020, type Options, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { components, Event, TestEvent } from "../../generated/types.ts";
import { dateTime } from "./date-time.ts";
import { loadContract } from "./load.ts";

type Schemas = components["schemas"];

/** Gives what holds a value against the schema at a place in a document, and then has its errors; undefined where none is. */
export type Compiler = (pointer: string) => ValidateFunction | undefined;

/** Compiles each schema of a document at its first use. All schemas of the contract were compiled when it was generated. */
export function createCompiler(document: object, options: Options = {}): Compiler {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, ...options });
  formats.default(ajv).addFormat("date-time", dateTime).addSchema(document, "contract");
  return (pointer) => ajv.getSchema(`contract#/${pointer}`);
}

let ofServer: Compiler | undefined;

/** For values that the server itself writes: only with those of an open enum that the contract lists. */
function compilerOfServer(): Compiler {
  const macro = (values: string[]) => ({ enum: [...values, null] });
  const keywords = [{ keyword: "x-extensible-enum", macro }];
  return (ofServer ??= createCompiler(loadContract(), { keywords }));
}

/**
 * The errors of a value that comes from no request, by a schema of the contract; none when it is valid. In English, for
 * operators and logs.
 */
export function errorsIn<Name extends keyof Schemas & string>(
  name: Name,
  value: Schemas[Name],
): Pick<EventError, "path" | "message">[] {
  return errorsBy(validatorOf(name), value);
}

/** An error of an event. */
export interface EventError {
  path: string[];
  message: string;
  /** Whether this version does not know a type, field or value, which a later one may have added. */
  isUnknown: boolean;
}

/** The errors of an event, by the webhook of the contract that has its type. */
export function errorsInEvent(event: Event | TestEvent): EventError[] {
  const pointer = `webhooks/${event.type}/post/requestBody/content/application~1json/schema`;
  const validate = compilerOfServer()(pointer);
  return validate
    ? errorsBy(validate, event)
    : [{ path: ["type"], message: "is no type of event", isUnknown: true }];
}

/** The keywords that what a later version has added breaks. */
const ofAdditions = new Set(["additionalProperties", "unevaluatedProperties", "enum"]);

/** What holds a value against a schema of the contract, and then has its errors. */
export function validatorOf(name: keyof Schemas & string): ValidateFunction {
  return compilerOfServer()(`components/schemas/${name}`) as ValidateFunction;
}

function errorsBy(validate: ValidateFunction, value: unknown): EventError[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, keyword, message = "is not valid" }) => ({
    path: instancePath.split("/").slice(1),
    message,
    isUnknown: ofAdditions.has(keyword),
  }));
}
