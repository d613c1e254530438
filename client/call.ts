import { callOptions, checkOptions, createOptions } from "./check-options.ts";
import { errorOf } from "./errors/status-errors.ts";
import { checkInput, type Input } from "./input.ts";
import { isRecord, parseJson } from "./json.ts";
import type { OperationId } from "./operation.ts";
import type { CreateOptions } from "./options.ts";
import type { RawClient } from "./raw-client.ts";
import { resultOf, type Result } from "./result.ts";
import type { Send } from "./send.ts";

/** A call on its way. Awaiting it gives the value and throws a CallError for everything else. */
export interface Call<Value, Id extends OperationId> extends Promise<Value> {
  /** The same without throwing: errors of the call are values. Only an abort and bad input still reject. */
  result: () => Promise<Result<Value, Id>>;
  /** The value with the response that brought it: its status, its headers and the id of the request. */
  withResponse: () => Promise<WithResponse<Value>>;
}

/** A value with the response that brought it. */
export interface WithResponse<Value> {
  data: Value;
  /** Its body has been read. */
  response: Response;
  /** `X-Request-Id`, which names the request in the server's log. */
  requestId: string | undefined;
}

/** Calls an operation, given as in `methods`. The types of what it gives are its caller's to know. */
export type Caller = (operation: string, input: Input, options: CreateOptions) => Call<unknown, OperationId>;

/** Makes what calls the operations, over openapi-fetch. */
export function createCaller(raw: RawClient, send: Send, hide: (text: string) => string): Caller {
  return (operation, input, options) => {
    const [method = "", template = "", ...facts] = operation.split(" ");
    const isKeyed = facts.includes("keyed");
    const isList = facts.includes("list");
    const [, object] = / deletes:(\w+)/.exec(operation) ?? [];
    const { headers, idempotencyKey = isKeyed ? crypto.randomUUID() : undefined, ...sending } = options;

    const exchange = async (): Promise<WithResponse<unknown>> => {
      checkInput(input);
      checkOptions(options, isKeyed ? createOptions : callOptions);
      const { path, query, body: sent } = input;
      let url = template;
      const init = {
        params: { path, query },
        headers: { ...headers, "Idempotency-Key": idempotencyKey },
        body: sent,
        parseAs: "text",
        fetch: (request: Request) => {
          url = hide(request.url);
          const gone = object && JSON.stringify({ data: { id: path?.["id"], object, deleted: true } });
          return send(request, { ...sending, idempotent: facts.includes("idempotent"), gone });
        },
      };
      // The methods and the types of openapi-fetch come from one contract, which TypeScript cannot see.
      const {
        data: text = "",
        error,
        response,
      } = await raw.request(method as "get", template as never, init as never);
      const { ok, status, headers: received } = response;
      const body = ok ? parseJson(text) : error;
      if (ok && isRecord(body) && isRecord(body["data"]) && Array.isArray(body["data"]) === isList) {
        const requestId = received.get("X-Request-Id") ?? undefined;
        return { data: isList ? body : body["data"], response, requestId };
      }
      const shown = ok ? parseJson(hide(text)) : (error ?? "");
      throw errorOf({ method, url, idempotencyKey, status, headers: received, body: shown });
    };

    const exchanged = exchange();
    const value: Promise<unknown> = exchanged.then(
      ({ data }) => data,
      (error: unknown) => {
        // Who iterates over a list may begin later, or never, so its error is not an unhandled one. It is caught no
        // sooner: the stack of an error shows who awaits the call only while nobody else does.
        if (isList) value.catch(() => undefined);
        throw error;
      },
    );
    const withResponse = async () => {
      await value;
      return exchanged;
    };
    return Object.assign(value, {
      withResponse,
      result: () => resultOf(withResponse(), facts.map(Number)),
    }) as Call<unknown, OperationId>;
  };
}
