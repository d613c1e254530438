import {
  operationsOf,
  resolve,
  type Contract,
  type Located,
  type MediaType,
  type Parameter,
  type Response,
} from "../../model/contract.ts";
import { sampleOf } from "../../model/sample/value.ts";
import { createAccepts, type Accepts } from "../../model/validator.ts";
import { inWordsOf31 } from "../../model/version-30.ts";
import { jsonMediaOf, sentMediaOf } from "../success.ts";
import { exampleOf, withExample } from "./sample-parameters.ts";

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

/** Lists the responses in JSON that the mock makes and that their schemas refuse: `200 of GET /ships`. */
export function refusedResponses(written: Contract): string[] {
  const contract = inWordsOf31(written);
  const accepts = createAccepts(contract, "writeOnly");
  return operationsOf(contract).flatMap((located) =>
    Object.entries(located.operation.responses).flatMap(([status, node]) => {
      const media = jsonMediaOf(resolve<Response>(contract, node));
      if (!media) return [];
      return isAccepted(contract, media, accepts, { isResponse: true })
        ? []
        : [`${status} of ${nameOf(located)}`];
    }),
  );
}

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
