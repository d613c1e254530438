import {
  operationsOf,
  resolve,
  type Contract,
  type Example,
  type Operation,
  type Response,
  type Schema,
} from "./contract.ts";
import { childOf, isNode } from "./node.ts";

/** An error as the example of a response shows it. */
export interface ErrorExample {
  code: string;
  status: number;
  message: string;
  /** When the server sends it, in one sentence. */
  meaning: string;
}

/** An error code as all responses show it. */
interface KnownError {
  status: number;
  message: string;
  /** What it means, in English: what its responses say. */
  meanings: Set<string>;
}

/**
 * Error code → error, by status, read from the named examples of all responses.
 * @throws Error when two examples of one code disagree.
 */
export function errorCodesIn(contract: Contract): Map<string, KnownError> {
  const byCode = new Map<string, KnownError>();
  const responses = operationsOf(contract).map(
    ({ operation }) => operation.responses,
  );
  const examples = [...responses, contract["x-unrouted-responses"]].flatMap(
    (each) => errorsIn(contract, each),
  );
  for (const { code, status, message, meaning } of examples) {
    const error = byCode.get(code) ?? { status, message, meanings: new Set() };
    const [one, other] = [error, { status, message }].map((each) =>
      JSON.stringify({ status: each.status, message: each.message }),
    );
    if (one !== other)
      throw new Error(
        `The examples of error code ${code} disagree: ${one} and ${other}.`,
      );
    error.meanings.add(meaning);
    byCode.set(code, error);
  }
  return new Map([...byCode].sort(([, a], [, b]) => a.status - b.status));
}

/** The errors in the examples of responses that have a status, each as often as it is shown. */
export const errorsIn = (
  contract: Contract,
  responses: Operation["responses"],
): ErrorExample[] =>
  Object.entries(responses).flatMap(([status, response]) => {
    if (!/^[45]\d\d$/.test(status)) return [];
    const examples = errorsOf(contract, resolve<Response>(contract, response));
    return examples.map((error) => ({ ...error, status: Number(status) }));
  });

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

/** The error that the value of an example shows, if it shows one with a code that is a text. */
export function errorIn(
  value: unknown,
): Pick<ErrorExample, "code" | "message"> | undefined {
  const { code, message = "" } = Object(
    childOf(value, "error"),
  ) as Partial<ErrorExample>;
  return typeof code === "string" ? { code, message } : undefined;
}

/** The schema of what is in every error, with its name: the one with `x-fields-of-codes`. */
export const errorSchemaOf = ({
  components,
}: Contract): [name: string, schema: Schema] | undefined =>
  Object.entries(components.schemas).find(
    ([, schema]) => isNode(schema) && "x-fields-of-codes" in schema,
  );
