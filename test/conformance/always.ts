import { randomUUID } from "node:crypto";
import type { Driver } from "./driver.ts";
import { flat } from "../support/at.ts";
import { must } from "../support/check-response.ts";
import { everyOperation, type TestedOperation } from "../support/operation.ts";
import type { Rows } from "../support/world.ts";
import { fresh, isSuccess, judged } from "./judge.ts";
import { fill } from "./prepare.ts";
import { documented, type Request } from "./request.ts";
import {
  checkChange,
  checkEvents,
  newEvents,
  readState,
  singleChanges,
} from "./writes.ts";

/** Changes each field alone, to each of its boundary values. */
export async function changeSingly(
  driver: Driver,
  operation: TestedOperation,
  { path }: Request,
  rows: Rows,
) {
  await fill(driver, operation, rows);
  const whole = { path, query: [], headers: {}, body: undefined };
  for (const request of singleChanges(operation, whole)) {
    const before = await readState(driver, operation, { request, rows });
    const exchange = await judged(driver, operation, request, rows);
    if (isSuccess(exchange)) checkChange(before, exchange);
  }
}

/**
 * Creates objects in each state of their parents, with each choice of their bodies. Checks the
 * event of each.
 */
export async function createInEachState(
  driver: Driver,
  operation: TestedOperation,
  rows: Rows,
): Promise<void> {
  const whole = everyOperation.find(
    ({ method, path }) =>
      method === "PATCH" && operation.path.startsWith(`${path}/`),
  );
  const choicesOf = (of: TestedOperation | undefined, names: string[]) =>
    names.flatMap((name) =>
      (flat(of?.body?.properties?.[name] ?? {}).enum ?? []).map(
        (value: unknown) => ({ [name]: value }),
      ),
    );
  const orNone = (choices: object[]) => (choices.length > 0 ? choices : [{}]);
  const fields = operation.body?.properties ?? {};
  const choices = [
    ...choicesOf(operation, Object.keys(fields)),
    ...twoElements(operation),
  ];
  for (const state of orNone(choicesOf(whole, ["status"]).toReversed()))
    for (const choice of orNone(choices)) {
      if (whole)
        await driver.send(
          whole,
          { ...documented(whole), body: { json: state } },
          rows,
        );
      await newEvents(driver);
      const request = documented(operation);
      const body = operation.example && {
        json: { ...operation.example, ...choice },
      };
      const exchange = await judged(
        driver,
        operation,
        { ...request, body },
        rows,
      );
      if (isSuccess(exchange)) await checkEvents(driver, exchange);
    }
}

/**
 * Returns requests with the first documented element twice, with unused emails, for each list that
 * is checked one by one.
 */
const twoElements = ({ body, example = {} }: TestedOperation): object[] =>
  Object.entries(body?.properties ?? {})
    .filter(([, field]) => field["x-per-element"])
    .map(([name]) => {
      const [first] = [example[name]].flat();
      const element = (): object => ({
        ...Object(first),
        email: `${randomUUID()}@example.com`,
      });
      return { [name]: [element(), element()] };
    });

/** Checks that a creation without an Idempotency-Key, sent again, makes another object or is refused. */
export async function checkAnew(
  driver: Driver,
  rows: Rows,
  operation: TestedOperation,
  given: Request,
): Promise<void> {
  const request = fresh(given);
  const { "Idempotency-Key": _, ...headers } = request.headers;
  const one = await driver.send(operation, { ...request, headers }, rows);
  const other = await driver.send(operation, { ...request, headers }, rows);
  const isAnew =
    one.status !== 201 ||
    other.status !== 201 ||
    one.body.data.id !== other.body.data.id;
  must("repeat", isAnew, () => `${one.body.data.id} comes twice`);
}
