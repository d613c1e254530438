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
export type Caller = (operation: string, input: Input, options?: CreateOptions) => Call<unknown, OperationId>;

/** Makes what calls the operations, over openapi-fetch. */
export function createCaller(raw: RawClient, send: Send, hide: (text: string) => string): Caller {
  return (operation, input, options = {}) => {
    const [method = "", template = "", ...facts] = operation.split(" ");
    const keyed = facts.includes("keyed");
    const object = facts.find((fact) => fact.startsWith("deletes:"))?.slice("deletes:".length);
    const { headers, idempotencyKey = keyed ? crypto.randomUUID() : undefined, ...sending } = options;

    const exchange = async (): Promise<{ data: unknown; response: Response }> => {
      checkInput(input);
      checkOptions(options, keyed ? createOptions : callOptions);
      const { path, query, body } = input;
      let url = template;
      const init = {
        params: { path, query },
        headers: { ...headers, "Idempotency-Key": idempotencyKey },
        body,
        parseAs: "text",
        fetch: (request: Request) => {
          url = hide(request.url);
          const gone = object && JSON.stringify({ data: { id: path?.["id"], object, deleted: true } });
          return send(request, { ...sending, idempotent: facts.includes("idempotent"), gone });
        },
      };
      // The methods and the types of openapi-fetch come from one contract, which TypeScript cannot see.
      const {
        data = "",
        error,
        response,
      } = await raw.request(method as "get", template as never, init as never);
      if (response.ok) {
        const received = parseJson(data);
        const list = facts.includes("list");
        if (isRecord(received) && isRecord(received["data"]) && Array.isArray(received["data"]) === list)
          return { data: list ? received : received["data"], response };
      }
      const { status, headers: responded } = response;
      const shown = response.ok ? parseJson(hide(data)) : error;
      throw errorOf({ method, url, idempotencyKey, status, headers: responded, body: shown ?? "" });
    };

    const exchanged = exchange();
    // An async function, so that the stack of an error shows who awaits the call.
    const value = (async () => (await exchanged).data)();
    // The promise that the caller asks for rejects; the one that nobody awaits must not count as unhandled.
    const inPlaceOfValue = <T>(other: Promise<T>) => (value.catch(() => undefined), other);
    return Object.assign(value, {
      result: () => inPlaceOfValue(resultOf(exchanged, facts.map(Number))),
      withResponse: () =>
        inPlaceOfValue(
          exchanged.then((all) => ({
            ...all,
            requestId: all.response.headers.get("X-Request-Id") ?? undefined,
          })),
        ),
    }) as Call<unknown, OperationId>;
  };
}
