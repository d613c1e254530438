import {
  operationsOf,
  resolve,
  type Contract,
  type Operation,
  type Response,
} from "../../model/contract.ts";
import { errorsOf } from "../../model/errors.ts";

/** Returns the statuses of the errors that every operation declares. */
export function commonErrors(contract: Contract): number[] {
  const all = operationsOf(contract).map(({ operation }) =>
    errorStatusesOf(operation),
  );
  const [first = []] = all;
  return first.filter((status) => all.every((each) => each.includes(status)));
}

/** Returns the statuses of the errors that an operation declares. */
export const errorStatusesOf = ({ responses }: Operation): number[] =>
  Object.keys(responses)
    .map(Number)
    .filter((status) => status >= 400);

/** Lists the codes of some errors of an operation: `409 conflict request_in_progress`. */
export const errorTexts = (
  contract: Contract,
  { responses }: Operation,
  statuses: number[],
): string[] =>
  statuses.map((status) => {
    const response = resolve<Response>(contract, responses[status] ?? {});
    const codes = errorsOf(contract, response).map(({ code }) => code);
    return [status, ...new Set(codes)].join(" ");
  });
