import { encodeBody, writeQuery } from "../generated/bodies.ts";
import { hasBare } from "../generated/calls.ts";
import { errorOf } from "./api-error.ts";
import {
  callOptions,
  checkInput,
  checkOptions,
  createOptions,
  type MethodInput,
} from "./check.ts";
import type { Encoded } from "./encoded.ts";
import { ifMatchOf, requireVersion, versionType } from "./if-match.ts";
import { isRecord, parseJson } from "./json.ts";
import { valueOf, type Operation } from "./method-table.ts";
import {
  withResponseOf,
  type Call,
  type OperationId,
  type WithResponse,
} from "./operation.ts";
import type { ChangeOptions, CreateOptions } from "./options.ts";
import { randomKey } from "./random-key.ts";
import type { RateGate } from "./rate-gate.ts";
import { createRawClient, type RawClient } from "./raw-client.ts";
import { resultOf } from "./result.ts";
import { createSend, type SendOptions } from "./send.ts";
import type { Settings } from "./settings.ts";

/** Calls an operation. The caller casts the result to its type. */
export type Caller = (
  operation: Operation,
  input: MethodInput | Promise<MethodInput>,
  options: CreateOptions & ChangeOptions,
) => Call<unknown, OperationId>;

/** Creates the function that calls operations, on top of openapi-fetch. */
export function createCaller(
  settings: Settings,
  gate: RateGate,
): { raw: RawClient; call: Caller } {
  const { hide } = settings.credential;
  const send = createSend(settings, gate);
  const raw = createRawClient(send, settings.baseUrl);

  /** Sends a request by openapi-fetch. Returns its response, and the URL that openapi-fetch made. */
  const request = async (
    { method, path }: Operation,
    content: { params: object; headers: object; body: string | undefined },
    options: SendOptions,
  ) => {
    let url = path;
    const init = {
      ...content,
      bodySerializer: String,
      ...(writeQuery && {
        querySerializer: (parameters: object) =>
          writeQuery?.(`${method} ${path}`, parameters),
      }),
      parseAs: "text",
      fetch: (made: Request) => {
        url = made.url;
        return send(made, options);
      },
    };
    // TypeScript cannot see that the methods and the types of openapi-fetch come from one contract.
    const received = await raw.request(
      method as "get",
      path as never,
      init as never,
    );
    return { ...received, url };
  };

  const exchange = async (
    operation: Operation,
    given: MethodInput | Promise<MethodInput>,
    options: CreateOptions & ChangeOptions,
  ): Promise<WithResponse<unknown>> => {
    const input = await given;
    const encoded: Encoded = encodeBody?.(operation.line, input) ?? {
      text: checkInput(input),
    };
    checkCallOptions(operation, options);
    const { method, path: route, facts } = operation;
    const {
      headers,
      ifMatch,
      idempotencyKey = facts.includes("keyed") ? randomKey() : undefined,
      ...sending
    } = options;
    const { path, query } = input;
    const content = {
      params: { path, query },
      headers: {
        ...encoded.headers,
        ...headers,
        "Idempotency-Key": idempotencyKey,
        ...(ifMatch !== undefined && { "If-Match": ifMatchOf(ifMatch) }),
      },
      body: encoded.text,
    };
    const received = await request(operation, content, {
      ...sending,
      route,
      idempotent: facts.includes("idempotent"),
      gone: deletionOf(operation, path["id"]),
      form: encoded.form,
    });
    const { data = "", error, response, url } = received;
    const value = response.ok ? valueIn(data, operation) : undefined;
    if (value !== undefined) {
      const requestId = response.headers.get("X-Request-Id") ?? undefined;
      return { data: value, response, requestId };
    }
    throw errorOf({
      method,
      url: hide(url),
      idempotencyKey,
      status: response.status,
      headers: response.headers,
      body: response.ok ? parseJson(hide(data)) : (error ?? ""),
    });
  };

  const call: Caller = (operation, input, options) => {
    const exchanged = exchange(operation, input, options);
    const value: Promise<unknown> = exchanged.then(
      ({ data }) => data,
      (error: unknown) => {
        // An iteration over a list may begin later, or never, so its error must not count as
        // unhandled. It is caught only here: an earlier `catch` would remove the caller from the
        // stack of the error.
        if (operation.facts.includes("list")) value.catch(() => undefined);
        throw error;
      },
    );
    const responding = withResponseOf(value, exchanged);
    const result = () => resultOf(responding.withResponse(), operation);
    return Object.assign(responding, { result }) as Call<unknown, OperationId>;
  };
  return { raw, call };
}

/** @throws TypeError for an option that the operation does not take, or with a wrong value */
function checkCallOptions(
  { facts }: Operation,
  options: CreateOptions & ChangeOptions,
): void {
  checkOptions(options, {
    ...(facts.includes("keyed") ? createOptions : callOptions),
    ...(facts.includes("conditional") && { ifMatch: versionType }),
  });
  requireVersion(options);
}

/** Returns the body of a successful deletion, or undefined for any other operation. */
function deletionOf(operation: Operation, id: unknown): string | undefined {
  const object = valueOf(operation, "deletes");
  return object && JSON.stringify({ data: { id, object, deleted: true } });
}

/**
 * Returns the value of a success: the page of a list, or the `data` of any other body. Undefined
 * when the body is not of the contract.
 */
function valueIn(text: string, { facts }: Operation): unknown {
  if (hasBare && facts.includes("text")) return text;
  const body = parseJson(text);
  if (hasBare && facts.includes("bare")) return body;
  const data = isRecord(body) ? body["data"] : undefined;
  const isList = facts.includes("list");
  const isOfContract = isRecord(data) && Array.isArray(data) === isList;
  if (!isOfContract) return undefined;
  return isList ? body : data;
}
