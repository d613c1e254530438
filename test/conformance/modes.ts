import { isDeepStrictEqual } from "node:util";
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { scopes } from "../../generated/constants.ts";
import type { Scope } from "../../server/auth/keys.ts";
import { must } from "../support/check-response.ts";
import { everyOperation, type TestedOperation } from "../support/operation.ts";
import { nobody, type Rows } from "../support/world.ts";
import { changeSingly, checkAnew, createInEachState } from "./always.ts";
import type { Driver } from "./driver.ts";
import { hostileRequests } from "./hostile.ts";
import { isSuccess, judged } from "./judge.ts";
import { checkAfterwards, checkRepeat } from "./laws.ts";
import type { ModeName } from "./mode-names.ts";
import { nearMisses } from "./near-misses.ts";
import { fill, prepared } from "./prepare.ts";
import { smallest, token, validRequests, type Request } from "./request.ts";
import { checkChange, newEvents, readState } from "./writes.ts";

/** A way to test an operation: the requests, and the check of each. */
export interface Mode {
  requests: (operation: TestedOperation) => fc.Arbitrary<Request>;
  /** The relative number of such requests, at least one. */
  share: number;
  /** @throws Finding when the server does not keep the contract */
  try: (
    driver: Driver,
    operation: TestedOperation,
    request: Request,
    row: number,
  ) => Promise<void>;
}

/** An operation of each security scheme. */
const oneOfEachScheme = [
  ...new Map(everyOperation.map((each) => [each.scheme, each])).values(),
];

export const modes = {
  /**
   * Checks that do not depend on the seed: a creation with all its fields, a change of each field
   * alone, the events of each creation, each state of the object, and each Idempotency-Key.
   */
  always: {
    requests: validRequests,
    share: 0,
    try: async (driver, operation, request, row) => {
      const rows = await prepared(
        driver,
        operation,
        rowOf(driver.world.mine, row),
      );
      const takes = (name: string) =>
        operation.parameters.some((parameter) => parameter.name === name);
      if (operation.method === "POST")
        await judged(driver, operation, smallest(operation), rows);
      if (operation.method === "PATCH")
        await changeSingly(driver, operation, request, rows);
      if (operation.method === "POST")
        await createInEachState(driver, operation, rows);
      if (!takes("Idempotency-Key")) return;
      const keyed = {
        ...request,
        headers: { ...request.headers, "Idempotency-Key": randomUUID() },
      };
      const exchange = await judged(driver, operation, keyed, rows);
      if (isSuccess(exchange)) await checkRepeat(driver, exchange);
      await checkAnew(
        driver,
        await prepared(driver, operation, rows),
        operation,
        request,
      );
    },
  },
  /** Good requests are not refused. */
  valid: {
    requests: validRequests,
    share: 8,
    try: async (driver, operation, request, row) => {
      const rows = await prepared(
        driver,
        operation,
        rowOf(driver.world.mine, row),
      );
      if (operation.method === "PATCH") await fill(driver, operation, rows);
      if (operation.method !== "GET") await newEvents(driver);
      const isChange = operation.method === "PATCH";
      const before = isChange
        ? await readState(driver, operation, { request, rows })
        : undefined;
      const exchange = await judged(driver, operation, request, rows);
      if (isSuccess(exchange) && before) checkChange(before, exchange);
      if (isSuccess(exchange)) await checkAfterwards(driver, exchange, before);
    },
  },
  /** Changes one value of a valid request: the server refuses it when the contract does. */
  near: {
    requests: validRequests,
    share: 1,
    try: async (driver, operation, request, row) => {
      for (const miss of nearMisses(operation, request)) {
        const rows = await prepared(
          driver,
          operation,
          rowOf(driver.world.mine, row),
        );
        await judged(driver, operation, miss, rows);
      }
    },
  },
  /** Nothing that is sent brings the server down. */
  hostile: {
    requests: hostileRequests,
    share: 8,
    try: async (driver, operation, request, row) => {
      const rows = await prepared(
        driver,
        operation,
        rowOf(driver.world.mine, row),
      );
      await judged(driver, operation, request, rows);
    },
  },
  /** Objects of another workspace are treated like objects that do not exist. */
  stranger: {
    requests: validRequests,
    share: 1,
    try: async (driver, operation, request, row) => {
      const theirs = rowOf(driver.world.strangers, row);
      const mine = `Bearer ${await driver.world.credential(operation, rowOf(driver.world.mine, row))}`;
      const { listed } = operation;
      const cursor: Request["query"] =
        listed === undefined ? [] : [["cursor", token(listed)]];
      for (const query of [request.query, cursor])
        for (const rows of [theirs, nobody(theirs)])
          await judged(driver, operation, { ...request, query }, rows, mine);
    },
  },
  /**
   * Nothing is done for a secret that does not exist, is of another kind or lacks the scope,
   * whatever is sent.
   */
  unauthorised: {
    requests: (operation) =>
      fc.oneof(validRequests(operation), hostileRequests(operation)),
    share: 1,
    try: async (driver, operation, request, row) => {
      const rows = rowOf(driver.world.mine, row);
      const good = await driver.world.credential(operation, rows, ["*"]);
      const ofOtherKinds = await Promise.all(
        oneOfEachScheme
          .filter(({ scheme }) => scheme !== operation.scheme)
          .map(
            async (other) =>
              `Bearer ${await driver.world.credential(other, rows, ["*"])}`,
          ),
      );
      const malformed = [
        "",
        "Bearer",
        `Basic ${good}`,
        `Bearer ${good}x`,
        `Bearer ${good} x`,
      ];
      for (const authorization of [...malformed, ...ofOtherKinds]) {
        const { status } = await driver.send(
          operation,
          request,
          rows,
          authorization,
        );
        must(
          "key",
          status === 401,
          () => `${status} for "${authorization.replace(good, "KEY")}"`,
        );
      }
      if (operation.scheme !== "apiKey") return;
      const otherScopes = (Object.keys(scopes) as Scope[]).filter(
        (scope) => scope !== "*" && !operation.scopes.includes(scope),
      );
      for (const keyScopes of [
        ...otherScopes.map((scope) => [scope]),
        otherScopes,
      ]) {
        const key = `Bearer ${await driver.world.credential(operation, rows, keyScopes)}`;
        const { status, headers, body } = await driver.send(
          operation,
          request,
          rows,
          key,
        );
        if (operation.scopes.length === 0) {
          must(
            "scope",
            status !== 401 && status !== 403,
            () => `${status} for ${keyScopes.join()}`,
          );
          continue;
        }
        const { required_scope, granted_scopes } = body?.error ?? {};
        const right =
          status === 403 &&
          operation.scopes.includes(required_scope) &&
          isDeepStrictEqual(granted_scopes, keyScopes) &&
          headers.get("www-authenticate") ===
            `Bearer error="insufficient_scope", scope="${required_scope}"`;
        must(
          "scope",
          right,
          () => `${status} ${JSON.stringify(body)} for ${keyScopes.join()}`,
        );
      }
    },
  },
} satisfies Record<ModeName, Mode>;

/** Returns the objects of a row of a workspace. */
const rowOf = (rows: Rows[], row: number): Rows =>
  rows[row % rows.length] ?? {};
