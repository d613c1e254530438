import type { Driver, Exchange } from "./driver.ts";
import { must } from "../support/check-response.ts";
import { operationOf, type TestedOperation } from "../support/operation.ts";
import type { Rows } from "../support/world.ts";
import { checkStrangers, checkSuccess } from "./laws.ts";
import { freshener, type Request } from "./request.ts";
import { verdict } from "./verdict.ts";

/** Gives a request values that no object has yet. */
export const fresh = freshener();

/** Returns true for a success. */
export const isSuccess = ({ status }: Exchange) => status < 300;

/** Returns true for a 304 or a 412 that a precondition causes (D-44). */
const isConditional = ({ status, wire: { headers } }: Exchange) =>
  (status === 304 && "If-None-Match" in headers) ||
  (status === 412 && "If-Match" in headers);

/**
 * Sends a request with unused values, and checks that it gets the response that the contract asks
 * for.
 * @param stranger the `Authorization` of a workspace to which the rows do not belong
 */
export async function judged(
  driver: Driver,
  operation: TestedOperation,
  given: Request,
  rows: Rows,
  stranger?: string,
): Promise<Exchange> {
  const request = fresh(given);
  const expected = verdict(operation, request, stranger === undefined);
  const exchange = await driver.send(operation, request, rows, stranger);
  const { status, body } = exchange;
  const isAccepted = isSuccess(exchange) || isConditional(exchange);
  const right = expected === 200 ? isAccepted : status === expected;
  if (!right && !(expected === 200 && (await isTaken(driver, exchange)))) {
    const refusal = expected === 200 ? "refused" : "wrong refusal";
    const law = isAccepted ? "accepted" : refusal;
    must(
      law,
      false,
      () => `${status} instead of ${expected}: ${JSON.stringify(body)}`,
    );
  }
  checkStrangers(driver, exchange);
  if (isSuccess(exchange)) checkSuccess(exchange);
  return exchange;
}

/**
 * Returns true when a good request is refused because of existing data, and the contract has a code
 * for that. An error that names a contact must name one with the email or the `external_id`.
 */
async function isTaken(
  driver: Driver,
  { status, wire, rows, body }: Exchange,
): Promise<boolean> {
  if (status !== 409 || body.error.code === "request_in_progress") return false;
  if (body.error.contact_id === undefined) return true; // the response was compared with the contract
  const reading = operationOf("getContact");
  const path = reading.path.replace("{id}", body.error.contact_id);
  const { email, external_id } = (
    await driver.fetch(reading, { method: "GET", path }, rows)
  ).body.data;
  const sent = JSON.parse(wire.body?.toString() ?? "{}");
  return (
    email.toLowerCase() === sent.email?.toLowerCase() ||
    external_id === sent.external_id
  );
}
