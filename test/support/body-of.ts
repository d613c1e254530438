import type { components, paths } from "../../generated/types.ts";

type Schemas = components["schemas"];

/** Merges a union of objects, so that a test may read a field that only some of them have. */
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

/** A body whose operation is unknown at compile time. */
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
 * The body of the response to a request: the fields of a success and of an error. The test knows by
 * the status which of them exist; `call` checks each response against the contract.
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
