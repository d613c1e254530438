import type { components, paths } from "../../generated/types.ts";

type Schemas = components["schemas"];

/** One object with the fields of all objects of a union: a field that only some have is not known to be missing. */
type Merged<Union> = {
  [Key in Union extends unknown ? keyof Union : never]: Union extends Record<Key, infer Value>
    ? Value
    : never;
};

/** The fields of every error of the contract. */
type AnyError = Merged<Extract<Schemas[keyof Schemas], { error: { code: string } }>["error"]>;

/** The body of a response to a request that only the test's run knows. */
export interface AnyBody {
  data?: unknown;
  has_more?: boolean;
  next_cursor?: string | null;
  error: AnyError;
}

/** `/v1/contacts/ct_1?limit=2` → `["", "v1", "contacts", "ct_1"]` */
type Segments<Path extends string> = Path extends `${infer Before}?${string}`
  ? Segments<Before>
  : Path extends `${infer First}/${infer Rest}`
    ? [First, ...Segments<Rest>]
    : [Path];

/** Whether a path is one of a path of the contract, e.g. of `/v1/contacts/{id}`. */
type IsOf<Path extends string[], Template extends string[]> = [Path, Template] extends [
  [infer Given, ...infer GivenRest extends string[]],
  [infer Declared, ...infer DeclaredRest extends string[]],
]
  ? Declared extends `{${string}}`
    ? IsOf<GivenRest, DeclaredRest>
    : Given extends Declared
      ? IsOf<GivenRest, DeclaredRest>
      : false
  : [Path, Template] extends [[], []]
    ? true
    : false;

/** The path of the contract that a path is one of. A part without variables is preferred, as in `/v1/contacts/batch`. */
type TemplateOf<Path extends string> = Path extends keyof paths
  ? Path
  : {
      [Template in keyof paths]: IsOf<Segments<Path>, Segments<Template>> extends true ? Template : never;
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
 * The body of the response to a request, by the contract: that of a success, or an `error`. The test knows by the status
 * which of the two it has; `call` holds every response against the contract.
 */
export type BodyOf<Path extends string, Options> = [TemplateOf<Path>] extends [never]
  ? AnyBody
  : paths[TemplateOf<Path>] extends Record<MethodOf<Options>, { responses: infer Responses }>
    ? Bodies<Responses> & { error: AnyError }
    : AnyBody;
