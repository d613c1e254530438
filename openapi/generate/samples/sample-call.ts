import {
  operationsOf,
  requirementOf,
  resolve,
  schemeOf,
  type Contract,
  type Example,
  type Located,
  type Parameter,
  type Schema,
} from "../../model/contract.ts";
import { credentialsOf, type Credential } from "../../model/credentials.ts";
import { jsonOf } from "../../model/json.ts";
import { memoized } from "../../model/collections.ts";
import {
  apiNames,
  snake,
  uniqueMethods,
  type ApiNames,
} from "../client-names.ts";
import {
  deepFields,
  formOf,
  jsonSchemaOf,
  nameOf,
  sentMediaOf,
  successOf,
} from "../success.ts";

/**
 * The call of an operation in a sample: with the examples of its parameters and the first named
 * example of its body.
 */
export interface SampleCall {
  id: string;
  /** The name of its method in the client, e.g. `contacts.list`. */
  clientMethod: string;
  method: string;
  path: string;
  tag: string;
  /** The title of the API, after which generated clients are named. */
  title: string;
  names: ApiNames;
  /**
   * The variable of the environment that holds what the caller shows, e.g. `CONTACTS_API_KEY`;
   * empty when anybody may call.
   */
  credential: string;
  /** The credentials, with their places. */
  credentials: ShownCredential[];
  /** A header is shown once a reader has typed it. */
  parameters: Record<
    "path" | "query" | "header",
    [name: string, value: unknown][]
  >;
  /** Parameter of the query → `enum`, or the format or type of its values. */
  types: Record<string, string>;
  /** The lists of the query whose elements are parameters of their own: `tag=a&tag=b`. */
  repeated: string[];
  /** Parameter of the query → the name of the schema of its elements, where they have one. */
  elements: Record<string, string>;
  /** True when it has parameters beside those of the path. */
  hasOptions: boolean;
  body: unknown;
  /** The media type of the body. */
  media: string;
  /** The fields of a form whose objects are written as `name[field]`. */
  deepFields: string[];
  /** The name of the body's schema. */
  schema: string;
  /** The status of success, and what the client makes of its body. */
  status: string;
  form: ReturnType<typeof formOf> | "none";
}

/** A credential with the variable of the environment that holds it. */
export interface ShownCredential extends Credential {
  variable: string;
}

/**
 * The address as a sample has it in place of what reads it: in quotes, except on a command line.
 */
export const addressIn = (read: string, server: string): string =>
  read.startsWith("$") ? server : JSON.stringify(server);

/**
 * The variable that holds the credential of a security scheme: for API keys the one that the client
 * reads.
 */
function variableOf(scheme: string, names: ApiNames): string {
  const name = snake(scheme).toUpperCase();
  return name === "API_KEY" ? names.key : name;
}

/** The client's methods by the ids of their operations. */
const clientMethods = memoized((contract: Contract) => {
  const names = apiNames(contract.info.title);
  const operations = operationsOf(contract).map(({ path, operation }) => ({
    id: operation.operationId,
    tag: operation.tags[0],
    path,
    credential: variableOf(requirementOf(operation).scheme, names),
    client: schemeOf(contract, operation)?.["x-client"],
  }));
  // Each client has names of its own.
  const clients = [...new Set(operations.map(({ client }) => client))];
  const named = clients.flatMap((client) => [
    ...uniqueMethods(operations.filter((each) => each.client === client)),
  ]);
  return new Map(named);
});

/**
 * Parameters that the sample of a list does not show: the cursor, the limit, and filters by one
 * object.
 */
const omitted = /^(limit|cursor|.*_id)$/;

/** The call that a sample shows: with one filter, so that it finds something. */
export function sampleCall(
  contract: Contract,
  { method, path, operation }: Located,
): SampleCall {
  const parameters = (operation.parameters ?? []).map((each) =>
    resolve<Parameter>(contract, each),
  );
  const examplesIn = (location: string) =>
    parameters
      .filter((each) => each.in === location)
      .map((each) =>
        location === "path"
          ? { ...each, example: each.example ?? each.name }
          : each,
      )
      .filter((each) => each.example !== undefined)
      .flatMap(asSent)
      .map((each): [string, unknown] => [each.name, each.example]);
  const filters = examplesIn("query").filter(([name]) => !omitted.test(name));
  const [tag] = operation.tags ?? [];
  const names = apiNames(contract.info.title);
  const credentials = credentialsOf(contract, operation);
  const media = operation.requestBody && sentMediaOf(operation.requestBody);
  const [example] = Object.values(media?.examples ?? {});
  const success = jsonSchemaOf(successOf(contract, operation));
  return {
    id: operation.operationId,
    clientMethod: clientMethods(contract).get(operation.operationId) ?? "",
    method: method.toUpperCase(),
    path,
    tag,
    title: contract.info.title,
    names,
    credential: credentials[0] ? variableOf(credentials[0].scheme, names) : "",
    credentials: credentials.map((each) => ({
      ...each,
      variable: variableOf(each.scheme, names),
    })),
    parameters: {
      path: examplesIn("path"),
      query: filters.slice(0, 1),
      header: [],
    },
    types: Object.fromEntries(
      parameters
        .filter((each) => each.in === "query")
        .map((each) => [each.name, typeOf(contract, each)]),
    ),
    repeated: parameters.filter(isRepeated).map(({ name }) => name),
    elements: Object.fromEntries(
      parameters.flatMap(({ name, schema }) => {
        const { items } = resolve<Schema>(contract, schema);
        const element = nameOf(items);
        return element === undefined ? [] : [[name, element]];
      }),
    ),
    hasOptions: parameters.some((each) => each.in !== "path"),
    body: example && resolve<Example>(contract, example).value,
    media: media?.name ?? "",
    deepFields: media ? deepFields(media) : [],
    schema: nameOf(media?.schema) ?? "",
    status:
      Object.keys(operation.responses).find((status) =>
        status.startsWith("2"),
      ) ?? "",
    form: success ? formOf(contract, success) : "none",
  };
}

/**
 * A parameter as a query has it: of an object, one for each field of its example, e.g.
 * `custom_fields[plan]`.
 */
export const asSent = (parameter: Parameter): Parameter[] =>
  parameter.style === "deepObject"
    ? Object.entries(Object(parameter.example)).map(([field, example]) => ({
        ...parameter,
        name: `${parameter.name}[${field}]`,
        example,
      }))
    : [parameter];

/** Returns true for a list of the default style, or of `form` with `explode`. */
function isRepeated(parameter: Parameter): boolean {
  const { style = "form", explode = true } = parameter as {
    style?: string;
    explode?: boolean;
  };
  return parameter.in === "query" && style === "form" && explode;
}

/** Returns the type of a parameter's values in a typed client. */
function typeOf(contract: Contract, { schema }: Parameter): string {
  const { enum: values, format, type } = resolve<Schema>(contract, schema);
  return values ? "enum" : (type === "string" && format) || String(type);
}

/** Returns the media type of a call's body, without its parameters. */
export const mediaTypeOf = ({ media }: SampleCall): string =>
  media.split(";", 1)[0]?.trim().toLowerCase() ?? "";

/** The fields of a call's form, as they are sent. */
export function formFields(call: SampleCall): [name: string, text: string][] {
  return Object.entries(Object(call.body) as object).flatMap(([name, value]) =>
    fieldsOfForm(name, value, call.deepFields.includes(name)),
  );
}

function fieldsOfForm(
  name: string,
  value: unknown,
  isDeep: boolean,
): [name: string, text: string][] {
  if (isDeep && typeof value === "object")
    return Object.entries(value ?? {}).flatMap(([key, each]) =>
      fieldsOfForm(`${name}[${key}]`, each, true),
    );
  if (Array.isArray(value))
    return value.flatMap((each) => fieldsOfForm(name, each, false));
  return [[name, typeof value === "string" ? value : jsonOf(value)]];
}

/** The address of a call on a command line. */
export function addressOf({
  names,
  path,
  parameters,
  repeated,
}: SampleCall): string {
  const filled = parameters.path.reduce(
    (text, [name, value]) =>
      text.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );
  const query = parameters.query
    .flatMap(([name, value]) => {
      const values =
        Array.isArray(value) && repeated.includes(name) ? value : [value];
      return values.map(
        (each) =>
          `${encodeURIComponent(name)}=${encodeURIComponent(String(each))}`,
      );
    })
    .join("&");
  return `$${names.address}${filled}${query && `?${query}`}`;
}

/** The address of the server, with the default of each variable. */
export function serverOf({ servers: [server] }: Contract): string {
  const { url = "", variables = {} } = server ?? {};
  return url.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => variables[name]?.default ?? "",
  );
}

/** `[["custom_fields[plan]", "oro"]]` → `{ custom_fields: { plan: "oro" } }`. */
export function nested(
  parameters: [name: string, value: unknown][],
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of parameters) {
    const [, parameter, field] = /^(\w+)\[(.*)\]$/s.exec(name) ?? [];
    if (parameter === undefined || field === undefined) result[name] = value;
    else
      result[parameter] = {
        ...(result[parameter] as object | undefined),
        [field]: value,
      };
  }
  return result;
}
