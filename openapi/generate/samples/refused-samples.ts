import {
  operationsOf,
  resolve,
  type Contract,
  type Header,
  type Located,
  type MediaType,
  type Parameter,
  type Response,
} from "../../model/contract.ts";
import { sampleOf } from "../../model/sample/value.ts";
import { createAccepts, type Accepts } from "../../model/validator.ts";
import { inWordsOf31 } from "../../model/version-30.ts";
import { jsonMediaOf, sentMediaOf } from "../success.ts";
import { isIgnoredHeader } from "../../model/ignored-headers.ts";
import { isTransferHeader } from "../../model/transfer-headers.ts";
import {
  exampleOf,
  headerExample,
  headerSchema,
  withExample,
} from "./sample-parameters.ts";

/**
 * Lists the values of requests that the samples make, as the contract has no example, and that their
 * schemas refuse: `the body of POST /ships`.
 */
export function refusedRequests(written: Contract): string[] {
  const contract = inWordsOf31(written);
  const accepts = createAccepts(contract, "readOnly");
  return operationsOf(contract).flatMap((located) => {
    const { requestBody, parameters = [] } = located.operation;
    const media = requestBody && sentMediaOf(requestBody);
    const isRefused = media && !isAccepted(contract, media, accepts, {});
    const refused = parameters
      .map((each) => resolve<Parameter>(contract, each))
      .filter((parameter) => {
        const isMade = exampleOf(contract, parameter) === undefined;
        if (!isMade || !parameter.required) return false;
        const { example } = withExample(contract, parameter);
        return !accepts(parameter.schema, example);
      })
      .map(({ name }) => `\`${name}\` of ${nameOf(located)}`);
    return isRefused ? [`the body of ${nameOf(located)}`, ...refused] : refused;
  });
}

/**
 * Lists the responses in JSON that the mock makes and that their schemas refuse, and the headers: `200
 * of GET /ships`, `X-Dock of 200 of GET /ships`. The examples of bodies are checked by lint, and those
 * of headers by nobody else.
 */
export function refusedResponses(written: Contract): string[] {
  const contract = inWordsOf31(written);
  const accepts = createAccepts(contract, "writeOnly");
  return operationsOf(contract).flatMap((located) =>
    Object.entries(located.operation.responses).flatMap(([status, node]) => {
      const response = resolve<Response>(contract, node);
      const place = `${status} of ${nameOf(located)}`;
      const headers = refusedHeaders(contract, response, accepts);
      const names = headers.map((name) => `\`${name}\` of ${place}`);
      const media = jsonMediaOf(response);
      const isMade =
        !media || isAccepted(contract, media, accepts, { isResponse: true });
      return isMade ? names : [place, ...names];
    }),
  );
}

/** Returns the names of the headers whose values the mock sends and their schemas refuse. */
const refusedHeaders = (
  contract: Contract,
  { headers = {} }: Response,
  accepts: Accepts,
): string[] =>
  Object.entries(headers)
    .filter(([name, node]) => {
      if (isIgnoredHeader(name) || isTransferHeader(name)) return false;
      const header = resolve<Header>(contract, node);
      const schema = headerSchema(header);
      return (
        schema !== undefined &&
        !accepts(schema, headerExample(contract, header, schema))
      );
    })
    .map(([name]) => name);

/** Returns true for a media type with an example, and for one whose made value fits. */
const isAccepted = (
  contract: Contract,
  { examples = {}, schema }: MediaType,
  accepts: Accepts,
  options: { isResponse?: boolean },
): boolean =>
  Object.keys(examples).length > 0 ||
  accepts(schema, sampleOf(contract, schema, options));

const nameOf = ({ method, path }: Located) => `${method.toUpperCase()} ${path}`;
