import { isDeepStrictEqual } from "node:util";
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { scopes } from "../../generated/constants.ts";
import type { Scope } from "../../server/auth/keys.ts";
import type { Driver, Exchange } from "./driver.ts";
import { Finding, must } from "../support/check-response.ts";
import { flat } from "../support/at.ts";
import { hostileRequests } from "./hostile.ts";
import {
  checkChange,
  checkEvents,
  isMerged,
  newEvents,
  readState,
  singleChanges,
} from "./writes.ts";
import {
  checkAfterwards,
  checkRepeat,
  checkStrangers,
  checkSuccess,
} from "./laws.ts";
import { nearMisses } from "./near-misses.ts";
import {
  everyOperation,
  onSamePath,
  operationOf,
  type TestedOperation,
} from "../support/operation.ts";
import {
  documented,
  freshener,
  smallest,
  token,
  validRequests,
  type Request,
} from "./request.ts";
import { verdict } from "./verdict.ts";
import { nobody, type Rows } from "../support/world.ts";

/** A way to treat an operation: what requests it starts from, and what is done with one. */
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

const fresh = freshener();

/** An operation of each security scheme. */
const oneOfEachScheme = [
  ...new Map(everyOperation.map((each) => [each.scheme, each])).values(),
];

export const modes = {
  /**
   * Whatever the seed: a creation fills in all that it may, each field changes alone, each creation
   * has its events, in each state of the whole, and each Idempotency-Key holds its response.
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
        await judged(driver, operation, fresh(smallest(operation)), rows);
      if (operation.method === "PATCH")
        await changeSingly(driver, operation, request, rows);
      if (operation.method === "POST")
        await createInEachState(driver, operation, rows);
      if (!takes("Idempotency-Key")) return;
      const keyed = {
        ...request,
        headers: { ...request.headers, "Idempotency-Key": randomUUID() },
      };
      const exchange = await judged(driver, operation, fresh(keyed), rows);
      if (isSuccess(exchange)) await checkRepeat(driver, exchange);
      await checkAnew(
        driver,
        await prepared(driver, operation, rows),
        operation,
        fresh(request),
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
      const exchange = await judged(driver, operation, fresh(request), rows);
      if (isSuccess(exchange) && before) checkChange(before, exchange);
      if (isSuccess(exchange)) await checkAfterwards(driver, exchange, before);
    },
  },
  /** Of requests in which one thing is different, the right ones are refused. */
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
        await judged(driver, operation, fresh(miss), rows);
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
      await judged(driver, operation, fresh(request), rows);
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
          await judged(
            driver,
            operation,
            fresh({ ...request, query }),
            rows,
            mine,
          );
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
} satisfies Record<string, Mode>;

export type ModeName = keyof typeof modes;

/** A finding, with the way to repeat it. */
export interface Report {
  operation: string;
  mode: ModeName;
  /** Undefined when the harness itself failed. */
  law: string | undefined;
  text: string;
}

/**
 * A list with more parameters of its query than this gets more good and bad requests, so that each
 * is tried alone. The modes with one request change each parameter in it.
 */
const usualFilters = 1.5;

export interface Effort {
  seed: number;
  /** The amount of tries. The tests use 1. */
  effort: number;
  /** The reported path of a failed run. */
  path?: string | undefined;
  /** True to shrink a failing request, which takes many more requests. */
  shrink?: boolean;
}

/** Treats an operation in a mode; undefined when nothing was found. */
export async function examine(
  driver: Driver,
  operation: TestedOperation,
  name: ModeName,
  { seed, effort, path, shrink = true }: Effort,
): Promise<Report | undefined> {
  const mode: Mode = modes[name];
  const property = fc.asyncProperty(
    mode.requests(operation),
    fc.nat({ max: 2 }),
    (request, row) => mode.try(driver, operation, request, row),
  );
  const filters = operation.parameters.filter(
    (parameter) => parameter.in === "query",
  ).length;
  const more = mode.share > 1 ? Math.max(1, filters / usualFilters) : 1;
  const numRuns = Math.max(1, Math.round(mode.share * effort * more));
  const result = await fc.check(property, {
    seed,
    numRuns,
    endOnFailure: !shrink,
    ...(path && { path }),
  });
  if (!result.failed) return undefined;
  const { counterexamplePath, errorInstance: error } = result;
  const replay = `--rounds 1 --seed ${seed} --path ${counterexamplePath} --operation ${operation.id} --mode ${name}`;
  return {
    operation: operation.id,
    mode: name,
    law: error instanceof Finding ? error.law : undefined,
    text:
      `${operation.id}, ${name}: ${error instanceof Finding ? error.message : String((error as Error)?.stack)}\n` +
      `  last sent: ${driver.last()}\n` +
      `  replay: npm run fuzz -- ${replay}`,
  };
}

/** Changes each field alone, to each of its boundary values. */
async function changeSingly(
  driver: Driver,
  operation: TestedOperation,
  { path }: Request,
  rows: Rows,
) {
  await fill(driver, operation, rows);
  const whole = { path, query: [], headers: {}, body: undefined };
  for (const request of singleChanges(operation, whole)) {
    const before = await readState(driver, operation, { request, rows });
    const exchange = await judged(driver, operation, fresh(request), rows);
    if (isSuccess(exchange)) checkChange(before, exchange);
  }
}

/**
 * Creates objects in each state of their parents, with each choice of their bodies. Checks the
 * event of each.
 */
async function createInEachState(
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
        fresh({ ...request, body }),
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

/**
 * Gives what an operation changes the documented values of a creation, so that none that stays is
 * empty.
 */
async function fill(
  driver: Driver,
  operation: TestedOperation,
  rows: Rows,
): Promise<void> {
  const creating = onSamePath(
    { ...operation, path: operation.path.replace(/\/\{\w+\}$/, "") },
    "POST",
  );
  const fields = operation.body?.properties ?? {};
  const values = Object.entries(creating?.example ?? {}).filter(
    ([name]) => name in fields && !["email", "external_id"].includes(name),
  );
  const { path } = documented(operation);
  if (values.length === 0) return;
  await driver.send(
    operation,
    {
      path,
      query: [],
      headers: {},
      body: { json: Object.fromEntries(values) },
    },
    rows,
  );
}

/**
 * Without an Idempotency-Key, a creation that is sent again makes something else, or is refused.
 */
async function checkAnew(
  driver: Driver,
  rows: Rows,
  operation: TestedOperation,
  request: Request,
): Promise<void> {
  const { "Idempotency-Key": _, ...headers } = request.headers;
  const one = await driver.send(operation, { ...request, headers }, rows);
  const other = await driver.send(operation, { ...request, headers }, rows);
  const isAnew =
    one.status !== 201 ||
    other.status !== 201 ||
    one.body.data.id !== other.body.data.id;
  must("repeat", isAnew, () => `${one.body.data.id} comes twice`);
}

const isSuccess = ({ status }: Exchange) => status < 300;

/** Returns true for a 304 or a 412 that a precondition causes (D-44). */
const isConditional = ({ status, wire: { headers } }: Exchange) =>
  (status === 304 && "If-None-Match" in headers) ||
  (status === 412 && "If-Match" in headers);

const rowOf = (rows: Rows[], row: number): Rows =>
  rows[row % rows.length] ?? {};

/**
 * Sends a request and checks that it gets what it deserves; with the `Authorization` of another
 * workspace, whose rows these are not.
 */
async function judged(
  driver: Driver,
  operation: TestedOperation,
  request: Request,
  rows: Rows,
  stranger?: string,
): Promise<Exchange> {
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
 * A good request may be refused for what is there already, if the contract has a code for that. One
 * that names a contact is right about its email or its `external_id`.
 */
async function isTaken(
  driver: Driver,
  { status, wire, rows, body }: Exchange,
): Promise<boolean> {
  if (status !== 409 || body.error.code === "request_in_progress") return false;
  if (body.error.contact_id === undefined) return true; // the form of the response was held against the contract
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

/**
 * Prepares the success of an operation: space for new objects, and an unneeded object for a
 * deletion.
 */
async function prepared(
  driver: Driver,
  operation: TestedOperation,
  rows: Rows,
): Promise<Rows> {
  await emptyMerged(driver, operation, rows);
  const parent = operation.path.replace(/\/\{\w+\}$/, "");
  const [creating, listing, deleting] = ["POST", "GET", "DELETE"].map(
    (method) =>
      everyOperation.find(
        (it) =>
          it.method === method &&
          it.path === (method === "DELETE" ? `${parent}/{id}` : parent),
      ),
  );
  if (
    !creating ||
    !listing ||
    !deleting ||
    ![creating, deleting].includes(operation)
  )
    return rows;
  const all = { method: "GET", path: `${listing.path}?limit=100` };
  const { body } = await driver.fetch(listing, all, rows);
  const ids: string[] = body.data.map(({ id }: { id: string }) => id);
  const needed = driver.world.mine.flatMap((row) => Object.values(row));
  const [spare, ...others] = ids.filter((id) => !needed.includes(id));
  for (const id of others)
    await driver.fetch(
      deleting,
      { method: "DELETE", path: deleting.path.replace("{id}", id) },
      rows,
    );
  if (operation !== deleting) return rows;
  const id =
    spare ??
    (await driver.send(creating, documented(creating), rows)).body.data.id;
  return { ...rows, [id.split("_")[0]]: id };
}

/**
 * Removes all of the fields that the operation adds to: they would be more than the contract allows
 * some time.
 */
async function emptyMerged(
  driver: Driver,
  operation: TestedOperation,
  rows: Rows,
): Promise<void> {
  const fields = operation.body?.properties ?? {};
  const merged = Object.entries(fields).filter(
    ([name, field]) => isMerged(field) || `add_${name}` in fields,
  );
  if (merged.length === 0) return;
  const json = Object.fromEntries(merged.map(([name]) => [name, null]));
  const id = operation.parameters.find(({ name }) => name === "id");
  await driver.send(
    operation,
    {
      path: { id: token(id?.kind ?? "") },
      query: [],
      headers: {},
      body: { json },
    },
    rows,
  );
}
