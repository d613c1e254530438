import {
  operationsOf,
  resolve,
  type Contract,
  type Example,
  type Response,
  type Schema,
} from "./contract.ts";
import { isNode } from "./node.ts";

/** An error as the example of a response shows it. */
export interface ErrorExample {
  code: string;
  status: number;
  message: string;
  /** When the server sends it, in one sentence. */
  meaning: string;
}

/** The errors in the examples of all responses that have a status, each as often as it is shown. */
export function errorsIn(contract: Contract): ErrorExample[] {
  return [
    ...operationsOf(contract).flatMap(({ operation }) => Object.entries(operation.responses)),
    ...Object.entries(contract["x-unrouted-responses"]),
  ].flatMap(([status, response]) => {
    if (status === "default") return [];
    const shown = errorsOf(contract, resolve<Response>(contract, response));
    return shown.map((error) => ({ ...error, status: Number(status) }));
  });
}

/** The description of a response tells what its code means; the example tells it where there are several codes. */
export function errorsOf(
  contract: Contract,
  { description, content }: Response,
): Omit<ErrorExample, "status">[] {
  const errors = Object.values(content ?? {})
    .flatMap((media) => Object.values(media.examples ?? {}))
    .map((example) => resolve<Example>(contract, example))
    .flatMap(({ summary, value }) => {
      const error = errorIn(value);
      return error ? [{ ...error, summary }] : [];
    });
  const isAlone = new Set(errors.map(({ code }) => code)).size === 1;
  return errors.map(({ code, message, summary }) => ({
    code,
    message,
    meaning: (isAlone ? description : `${summary}.`) ?? "",
  }));
}

/** The error that the value of an example shows, if it shows one. */
export const errorIn = (value: unknown) =>
  (Object(value) as { error?: { code: string; message: string } }).error;

/** The schema of what is in every error, with its name: the one with `x-fields-of-codes`. */
export const errorSchemaOf = ({ components }: Contract): [name: string, schema: Schema] | undefined =>
  Object.entries(components.schemas).find(([, schema]) => isNode(schema) && "x-fields-of-codes" in schema);
