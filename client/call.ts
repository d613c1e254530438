import { encodeBody } from "../generated/bodies.ts";
import { commonErrors, hasBare } from "../generated/calls.ts";
import { errorOf, isKnownError } from "./api-error.ts";
import { isCallError, type CallError } from "./call-error.ts";
import {
  callOptions,
  checkInput,
  checkOptions,
  createOptions,
  definedOptions,
  isPlainObject,
  type MethodInput,
} from "./check.ts";
import { ifMatchOf, requireVersion, versionType } from "./if-match.ts";
import { isOpaque } from "./json-value.ts";
import { isRecord, parseJson } from "./json.ts";
import { listOf, type PageQuery } from "./list.ts";
import {
  withResponseOf,
  type Call,
  type OperationId,
  type WithResponse,
} from "./operation.ts";
import type { Encoded } from "./encode-body.ts";
import type { ChangeOptions, CreateOptions } from "./options.ts";
import { createRawClient, type RawClient } from "./raw-client.ts";
import type { RateGate } from "./rate-gate.ts";
import { createSend } from "./send.ts";
import type { Settings } from "./settings.ts";
import { randomKey } from "./random-key.ts";

/** Calls an operation, in the notation of `methods`. The caller casts the result to its type. */
export type Caller = (
  operation: string,
  input: MethodInput | Promise<MethodInput>,
  options: CreateOptions & ChangeOptions,
) => Call<unknown, OperationId>;

/** Creates the function that calls operations, on top of openapi-fetch. */
export function createCaller(
  settings: Settings,
  gate: RateGate,
): { raw: RawClient; call: Caller } {
  const {
    baseUrl,
    credential: { hide },
  } = settings;
  const send = createSend(settings, gate);
  const raw = createRawClient(send, baseUrl);

  const call: Caller = (operation, given, options) => {
    const [method = "", template = "", ...facts] = operation.split(" ");
    const isKeyed = facts.includes("keyed");
    const isConditional = facts.includes("conditional");
    const isList = facts.includes("list");
    const [, object] = / deletes:(\w+)/.exec(operation) ?? [];

    const exchange = async (): Promise<WithResponse<unknown>> => {
      const input = await given;
      const sent: Encoded = encodeBody?.(operation, input) ?? {
        text: checkInput(input),
      };
      checkOptions(options, {
        ...(isKeyed ? createOptions : callOptions),
        ...(isConditional && { ifMatch: versionType }),
      });
      requireVersion(options);
      const {
        headers,
        ifMatch,
        idempotencyKey = isKeyed ? randomKey() : undefined,
        ...sending
      } = options;
      const { path, query } = input;
      let url = template;
      const init = {
        params: { path, query },
        headers: {
          ...sent.headers,
          ...headers,
          "Idempotency-Key": idempotencyKey,
          ...(ifMatch !== undefined && { "If-Match": ifMatchOf(ifMatch) }),
        },
        body: sent.text,
        bodySerializer: String,
        parseAs: "text",
        fetch: (request: Request) => {
          url = request.url;
          const gone =
            object &&
            JSON.stringify({ data: { id: path["id"], object, deleted: true } });
          return send(request, {
            ...sending,
            route: template,
            idempotent: facts.includes("idempotent"),
            gone,
            form: sent.form,
          });
        },
      };
      // TypeScript cannot see that the methods and the types of openapi-fetch come from one
      // contract.
      const {
        data: text = "",
        error,
        response,
      } = await raw.request(method as "get", template as never, init as never);
      const { ok, status, headers: received } = response;
      const body = ok ? parseJson(text) : error;
      const isBare = hasBare ? facts.includes("bare") : false;
      const data = isRecord(body) ? body["data"] : undefined;
      if (
        ok &&
        (isBare || (isRecord(data) && Array.isArray(data) === isList))
      ) {
        const requestId = received.get("X-Request-Id") ?? undefined;
        return { data: isBare || isList ? body : data, response, requestId };
      }
      const safeBody = ok ? parseJson(hide(text)) : (error ?? "");
      throw errorOf({
        method,
        url: hide(url),
        idempotencyKey,
        status,
        headers: received,
        body: safeBody,
      });
    };

    const exchanged = exchange();
    const value: Promise<unknown> = exchanged.then(
      ({ data }) => data,
      (error: unknown) => {
        // An iteration over a list may begin later, or never, so its error must not count as unhandled. It is caught only
        // here: an earlier `catch` would remove the caller from the stack of the error.
        if (isList) value.catch(() => undefined);
        throw error;
      },
    );
    const responding = withResponseOf(value, exchanged);
    const result = () =>
      resultOf(responding.withResponse(), [
        ...commonErrors,
        ...facts.map(Number),
      ]);
    return Object.assign(responding, { result }) as Call<unknown, OperationId>;
  };
  return { raw, call };
}

/**
 * Returns the outcome of a call as a value. An error has a status only when the operation declares
 * it.
 */
async function resultOf(
  exchanged: Promise<WithResponse<unknown>>,
  declared: readonly number[],
): Promise<{
  ok: boolean;
  status: number | undefined;
  data?: unknown;
  error?: CallError;
}> {
  try {
    const { data, response } = await exchanged;
    return { ok: true, status: response.status, data };
  } catch (error) {
    if (!isCallError(error)) throw error;
    const { code, status = 0 } = error;
    // `path_not_found` belongs to no operation.
    const isDeclared =
      isKnownError(code, status) &&
      code !== "path_not_found" &&
      declared.includes(status);
    return { ok: false, status: isDeclared ? status : undefined, error };
  }
}

/** Name of a method → operation, or name of a resource → its methods. */
interface Tree {
  readonly [name: string]: string | Tree;
}

/**
 * Creates the methods of a generated table. `Methods` is the interface that was generated with the
 * table.
 * @param prefix the start of method names in error messages
 */
export function createMethods<Methods>(
  table: Tree,
  call: Caller,
  prefix = "",
): Methods {
  const methods = Object.entries(table).map(([key, at]) => [
    key,
    typeof at === "string"
      ? methodOf(at, prefix + key, call)
      : createMethods(at, call, `${prefix}${key}.`),
  ]);
  // TypeScript cannot see that the table and the types are generated from one contract.
  return Object.fromEntries(methods) as Methods;
}

/**
 * Creates a method. Its arguments are the ids of the path, the body or the query, and the options.
 */
function methodOf(operation: string, method: string, call: Caller) {
  return (...args: unknown[]) => {
    const takes = (part: string) => operation.includes(` ${part}`);
    const ids = [...operation.matchAll(/\{(.+?)\}/g)].map(([, id = ""]) => [
      id,
      args.shift(),
    ]);
    const path = Object.fromEntries(ids) as Record<string, unknown>;
    const body = takes("body") ? (args.shift() ?? null) : undefined;
    const query = takes("query")
      ? (args.shift() as object | undefined)
      : undefined;
    const options = args.shift() ?? {};
    const input = { method, path, body, query };
    if (!takes("list")) return call(operation, input, options);
    const [, maxLimit] = / pages:(\d+)/.exec(operation) ?? [];
    const inputOf = async (page: PageQuery | Promise<PageQuery>) => {
      const { limit, ...next } = await page;
      if (query && (!isPlainObject(query) || isOpaque(query))) return input;
      const own = definedOptions(query ?? {});
      return { ...input, query: { limit, ...own, ...next } };
    };
    return listOf(
      (page) => call(operation, inputOf(page), options),
      maxLimit === undefined ? undefined : Number(maxLimit),
    );
  };
}
