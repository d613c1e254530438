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

/** The error in the example of a response. */
export interface ErrorExample {
  code: string;
  status: number;
  message: string;
  /** The case in which the server sends it, in one sentence. */
  meaning: string;
}

/** The error of a code, from all responses. */
interface CodeError {
  status: number;
  message: string;
  /** The cases of its responses, in English sentences. */
  meanings: Set<string>;
}

/**
 * Returns error code → error, ordered by status, from the named examples of all responses. Of two
 * different examples of a code the first counts.
 */
export function errorCodesIn(contract: Contract): Map<string, CodeError> {
  const byCode = new Map<string, CodeError>();
  for (const { code, status, message, meaning } of allErrorsIn(contract)) {
    const error = byCode.get(code) ?? { status, message, meanings: new Set() };
    error.meanings.add(meaning);
    byCode.set(code, error);
  }
  return new Map([...byCode].sort(([, a], [, b]) => a.status - b.status));
}

/**
 * Checks that the examples of each error code have one status and one message.
 * @throws Error that names two examples which disagree
 */
export function checkErrorExamples(contract: Contract): void {
  const codes = errorCodesIn(contract);
  for (const { code, status, message } of allErrorsIn(contract)) {
    const first = codes.get(code);
    if (!first || (first.status === status && first.message === message))
      continue;
    throw new Error(
      `The examples of error code ${code} disagree: ${textOf(first.status, first.message)} and ${textOf(status, message)}.`,
    );
  }
}

function allErrorsIn(contract: Contract): ErrorExample[] {
  const responses = operationsOf(contract).map(
    ({ operation }) => operation.responses,
  );
  return [...responses, contract["x-unrouted-responses"]].flatMap((each) =>
    errorsIn(contract, each),
  );
}

const textOf = (status: number, message: string) =>
  JSON.stringify({ status, message });

/** Returns the error of each example of the responses with an exact status, repeated ones too. */
export const errorsIn = (
  contract: Contract,
  responses: Operation["responses"],
): ErrorExample[] =>
  Object.entries(responses).flatMap(([status, response]) => {
    if (!/^[45]\d\d$/.test(status)) return [];
    const examples = errorsOf(contract, resolve<Response>(contract, response));
    return examples.map((error) => ({ ...error, status: Number(status) }));
  });

/**
 * Returns the errors in the examples of a response. The meaning of an error is the description of a
 * response with one code, and the summary of the example where there are several codes.
 */
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
  const hasOneCode = new Set(errors.map(({ code }) => code)).size === 1;
  return errors.map(({ code, message, summary }) => ({
    code,
    message,
    meaning: (hasOneCode ? description : `${summary}.`) ?? "",
  }));
}

/**
 * Returns the error in the value of an example. Returns undefined when it has no code that is a
 * text.
 */
export function errorIn(
  value: unknown,
): Pick<ErrorExample, "code" | "message"> | undefined {
  const { code, message = "" } = Object(
    childOf(value, "error"),
  ) as Partial<ErrorExample>;
  return typeof code === "string" ? { code, message } : undefined;
}

/** Returns the schema of errors with its name. It is the one with `x-fields-of-codes`. */
export const errorSchemaOf = ({
  components,
}: Contract): [name: string, schema: Schema] | undefined =>
  Object.entries(components.schemas).find(
    ([, schema]) => isNode(schema) && "x-fields-of-codes" in schema,
  );
