import type { FieldStyle } from "../../../client/encode-body.ts";
import {
  operationsOf,
  requirementOf,
  resolve,
  schemeOf,
  type Contract,
  type Located,
  type Parameter,
  type Response,
  type Schema,
} from "../../model/contract.ts";
import { credentialsOf, type Credential } from "../../model/credentials.ts";
import { memoized } from "../../model/collections.ts";
import { styleOf, type ParameterStyle } from "../../model/parameter-text.ts";
import {
  apiNames,
  snake,
  uniqueMethods,
  type ApiNames,
} from "../client-names.ts";
import { credentialsOfCall } from "../client-credential.ts";
import {
  bodyKindOf,
  fieldStyles,
  formOf,
  jsonSchemaOf,
  nameOf,
  sentMediaOf,
  successOf,
} from "../success.ts";
import { bodySample, fileFieldsOf, mediaTypeOf } from "./sample-body.ts";
import {
  isSent,
  queryStringOf,
  typeOf,
  valuesOf,
  withExample,
} from "./sample-parameters.ts";
import { ownServerOf } from "./server-address.ts";

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
  /** The address of the operation's own server; empty for that of the contract. */
  server: string;
  /**
   * The variable of the environment that holds what the caller shows, e.g. `CONTACTS_API_KEY`;
   * empty when anybody may call.
   */
  credential: string;
  /** The credentials, with their places. */
  credentials: ShownCredential[];
  /** The variable that holds the key of the generated client; empty when the call may have none. */
  clientKey: string;
  /** The credentials that the call needs beside that of the generated client. */
  besideClient: ShownCredential[];
  /** Optional headers and cookies are shown once a reader has typed them. */
  parameters: Record<Parameter["in"], [name: string, value: unknown][]>;
  /** The text of a required parameter that is the complete query; empty without one. */
  queryString: string;
  /** Place and parameter, e.g. `query tag` → its style. */
  styles: Record<string, ParameterStyle>;
  /** The names of required parameters. */
  required: string[];
  /** Parameter → `enum`, or the format or type of its values. */
  types: Record<string, string>;
  /** Parameter that is a list → the same of its elements. */
  elementTypes: Record<string, string>;
  /** Parameter of the query → the name of the schema of its elements, where they have one. */
  elements: Record<string, string>;
  /** True when it has parameters beside those of the path. */
  hasOptions: boolean;
  /** The body; of one that is a file its name. */
  body: unknown;
  bodyKind: ReturnType<typeof bodyKindOf>;
  /** The media type of the body. */
  media: string;
  /** Field of a form → its style, where it has one. */
  fieldStyles: Record<string, FieldStyle>;
  /** The fields of a form that are files. Their values are names of files. */
  fileFields: string[];
  /** The name of the body's schema. */
  schema: string;
  /** The status of success, and what the client makes of its body. */
  status: string;
  form: ReturnType<typeof formOf> | "none";
  /** True when some response has a body with a type. */
  hasResult: boolean;
}

/** A credential with the variable of the environment that holds it. */
export interface ShownCredential extends Credential {
  variable: string;
}

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
  const operations = operationsOf(contract).map(
    ({ method, path, operation }) => ({
      id: operation.operationId,
      tag: operation.tags[0],
      method,
      path,
      credential: variableOf(requirementOf(operation).scheme, names),
      client: schemeOf(contract, operation)?.["x-client"],
    }),
  );
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

/**
 * The call that a sample shows: with the required parameters, or else with one filter, so that it
 * finds something.
 */
export function sampleCall(
  contract: Contract,
  { method, path, operation }: Located,
): SampleCall {
  const names = apiNames(contract.info.title);
  const shown = (each: Credential): ShownCredential => ({
    ...each,
    variable: variableOf(each.scheme, names),
  });
  const credentials = credentialsOf(contract, operation);
  const { own, others } = credentialsOfCall(contract, operation);
  const placeIn = ({ name, in: location }: Parameter) =>
    location === "path" ? path.indexOf(`{${name}}`) : -1;
  const parameters = (operation.parameters ?? [])
    .map((each) => resolve<Parameter>(contract, each))
    .filter((each) => isSent(each, credentials))
    .map((each) => withExample(contract, each))
    .toSorted((one, other) => placeIn(one) - placeIn(other));
  const examplesIn = (location: string) =>
    parameters.filter(
      (each) => each.in === location && each.example !== undefined,
    );
  const requiredIn = (location: string) =>
    valuesOf(examplesIn(location).filter(({ required }) => required));
  const filters = valuesOf(examplesIn("query")).filter(
    ([name]) => !omitted.test(name),
  );
  const query = requiredIn("query");
  const [tag] = operation.tags ?? [];
  const media = operation.requestBody && sentMediaOf(operation.requestBody);
  const success = jsonSchemaOf(successOf(contract, operation));
  const bodyKind = bodyKindOf(contract, media);
  const files =
    media && bodyKind === "multipart" ? fileFieldsOf(contract, media) : [];
  return {
    id: operation.operationId,
    clientMethod: clientMethods(contract).get(operation.operationId) ?? "",
    method: method.toUpperCase(),
    path,
    tag,
    title: contract.info.title,
    names,
    server: ownServerOf(contract, operation),
    credential: credentials[0] ? variableOf(credentials[0].scheme, names) : "",
    credentials: credentials.map(shown),
    clientKey: own ? variableOf(own.scheme, names) : "",
    besideClient: others.map(shown),
    parameters: {
      path: valuesOf(examplesIn("path")),
      query: query.length > 0 ? query : filters.slice(0, 1),
      header: requiredIn("header"),
      cookie: requiredIn("cookie"),
    },
    queryString: queryStringOf(parameters),
    styles: Object.fromEntries(
      parameters.map((each) => [`${each.in} ${each.name}`, styleOf(each)]),
    ),
    required: parameters
      .filter(({ required }) => required)
      .map(({ name }) => name),
    types: Object.fromEntries(
      parameters.map((each) => [each.name, typeOf(contract, each.schema)]),
    ),
    elementTypes: Object.fromEntries(
      parameters.flatMap(({ name, schema }) => {
        const { items } = resolve<Schema>(contract, schema);
        return items ? [[name, typeOf(contract, items)]] : [];
      }),
    ),
    elements: Object.fromEntries(
      parameters.flatMap(({ name, schema }) => {
        const { items } = resolve<Schema>(contract, schema);
        const element = nameOf(items);
        return element === undefined ? [] : [[name, element]];
      }),
    ),
    hasOptions: parameters.some((each) => each.in !== "path"),
    body: media && bodySample(contract, media, bodyKind, files),
    bodyKind,
    media: mediaTypeOf(media),
    fieldStyles: media ? fieldStyles(media) : {},
    fileFields: files,
    schema: nameOf(media?.schema) ?? "",
    status:
      Object.keys(operation.responses).find((status) =>
        status.startsWith("2"),
      ) ?? "",
    form: success ? formOf(contract, success) : "none",
    hasResult: Object.values(operation.responses).some((response) =>
      Object.values(resolve<Response>(contract, response).content ?? {}).some(
        ({ schema }) => Object.keys(schema).length > 0,
      ),
    ),
  };
}
