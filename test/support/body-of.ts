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

/** The texts that fit a part of a path: any for a variable such as `{id}`, else the part itself. */
type PartOfTemplate<Part extends string> = Part extends `{${string}}`
  ? string
  : Part;

/**
 * True when a path matches a template of the contract, e.g. `/v1/contacts/{id}`. Compares their
 * parts one after the other:
 * 1. Both have another part: the first parts must match, and so must the rest.
 * 2. One of them has another part: they do not match.
 * 3. Both are at their last part, which must match.
 */
type Matches<Path extends string, Template extends string> = [
  Path,
  Template,
] extends [
  `${infer Part}/${infer Rest}`,
  `${infer TemplatePart}/${infer TemplateRest}`,
]
  ? Part extends PartOfTemplate<TemplatePart>
    ? Matches<Rest, TemplateRest>
    : false
  : `${Path}${Template}` extends `${string}/${string}`
    ? false
    : Path extends PartOfTemplate<Template>
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
        [Template in keyof paths]: Matches<Path, Template> extends true
          ? Template
          : never;
      }[keyof paths];

/** The method of a request: the one that its options name, POST with a body, else GET. */
type MethodOf<Options> = Options extends { method: infer Method extends string }
  ? Lowercase<Method>
  : Options extends { json: unknown } | { body: unknown }
    ? "post"
    : "get";

/**
 * The body of a success: of each status that begins with 2 the JSON of its response, if it has any.
 */
type SuccessBody<Responses> = {
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
    ? SuccessBody<Responses> & { error: AnyError }
    : AnyBody;
