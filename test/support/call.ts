import type { components, paths } from "../../generated/types.ts";
import { checkResponse } from "./check-response.ts";

export interface CallOptions {
  key?: string | undefined;
  method?: string | undefined;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  body?: string | Buffer;
  headers?: Record<string, string>;
}

export type Call = <
  Path extends string,
  const Options extends CallOptions = Record<never, never>,
>(
  path: Path,
  options?: Options,
) => Promise<TestResponse<BodyOf<Path, Options>>>;

export type Caller = <
  Path extends string,
  Json = undefined,
  const Method extends string = Json extends undefined ? "GET" : "POST",
>(
  path: Path,
  json?: Json,
  method?: Method,
) => Promise<TestResponse<BodyOf<Path, { method: Method }>>>;

export interface TestResponse<Body = AnyBody> {
  status: number;
  headers: Headers;
  /** Parsed JSON. */
  body: Body;
}

/** Calls the API of a server over HTTP and holds the response against the contract. */
export async function call<Body>(
  address: string,
  path: string,
  options: CallOptions = {},
): Promise<TestResponse<Body>> {
  const {
    key,
    json,
    body = json === undefined ? null : JSON.stringify(json),
    headers,
  } = options;
  const { method = body === null ? "GET" : "POST" } = options;
  const response = await fetch(address + path, {
    method,
    body,
    headers: {
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...(json === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
  });
  const text = await response.text();
  const received = {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
  checkResponse(method, path, received);
  return received;
}

type Schemas = components["schemas"];

/**
 * One object with the fields of all objects of a union: a field that only some have is not known to
 * be missing.
 */
type Merged<Union> = {
  [Key in Union extends unknown ? keyof Union : never]: Union extends Record<
    Key,
    infer Value
  >
    ? Value
    : never;
};

/** The fields of every error of the contract. */
type AnyError = Merged<
  Extract<Schemas[keyof Schemas], { error: { code: string } }>["error"]
>;

/** The body of a response to a request that only the test's run knows. */
export interface AnyBody {
  data?: unknown;
  has_more?: boolean;
  next_cursor?: string | null;
  error: AnyError;
}

type Part<Name extends string> = Name extends `{${string}}` ? string : Name;

/** Returns true when a path matches a path of the contract, e.g. `/v1/contacts/{id}`. */
type IsOf<Path extends string, Template extends string> = [
  Path,
  Template,
] extends [
  `${infer Given}/${infer GivenRest}`,
  `${infer Declared}/${infer DeclaredRest}`,
]
  ? Given extends Part<Declared>
    ? IsOf<GivenRest, DeclaredRest>
    : false
  : `${Path}${Template}` extends `${string}/${string}`
    ? false
    : Path extends Part<Template>
      ? true
      : false;

/**
 * The path template that a path matches. A part without variables is preferred, as in
 * `/v1/contacts/batch`.
 */
type TemplateOf<Path extends string> = Path extends `${infer Before}?${string}`
  ? TemplateOf<Before>
  : Path extends keyof paths
    ? Path
    : {
        [Template in keyof paths]: IsOf<Path, Template> extends true
          ? Template
          : never;
      }[keyof paths];

type MethodOf<Options> = Options extends { method: infer Method extends string }
  ? Lowercase<Method>
  : Options extends { json: unknown } | { body: unknown }
    ? "post"
    : "get";

type Bodies<Responses> = {
  [Status in keyof Responses]: `${Status & number}` extends `2${string}`
    ? Responses[Status] extends { content: { "application/json": infer Body } }
      ? Body
      : never
    : never;
}[keyof Responses];

/**
 * The body of the response to a request, by the contract: that of a success, or an `error`. The
 * test knows by the status which of the two it has; `call` holds every response against the
 * contract.
 */
export type BodyOf<Path extends string, Options> = [TemplateOf<Path>] extends [
  never,
]
  ? AnyBody
  : paths[TemplateOf<Path>] extends Record<
        MethodOf<Options>,
        { responses: infer Responses }
      >
    ? Bodies<Responses> & { error: AnyError }
    : AnyBody;
