import {
  operationsOf,
  requirementOf,
  resolve,
  schemeOf,
  type Contract,
  type Located,
  type Response,
} from "../../model/contract.ts";
import { credentialsOf, type Credential } from "../../model/credentials.ts";
import { memoized } from "../../model/collections.ts";
import {
  apiNames,
  snake,
  uniqueMethods,
  type ApiNames,
} from "../client-names.ts";
import { credentialsOfCall } from "../client-credential.ts";
import { formOf, jsonSchemaOf, successOf } from "../success.ts";
import { callParameters, type CallParameters } from "./call-parameters.ts";
import { callBody, type CallBody } from "./sample-body.ts";
import { ownServerOf } from "./server-address.ts";

/**
 * The call of an operation in a sample: with the examples of its parameters and the first named
 * example of its body.
 */
export interface SampleCall extends CallParameters, CallBody {
  id: string;
  /** The name of its method in the client, e.g. `contacts.list`. */
  clientMethod: string;
  method: string;
  path: string;
  tag: string;
  /** The title of the API, after which generated clients are named. */
  title: string;
  names: ApiNames;
  /** The address of the operation's own server; empty when the contract's server is used. */
  server: string;
  /**
   * The variable of the environment that holds the credential, e.g. `CONTACTS_API_KEY`; empty when
   * the call needs none.
   */
  credential: string;
  /** The credentials, with their places. */
  credentials: ShownCredential[];
  /** The variable that holds the key of the generated client; empty when the call may have none. */
  clientKey: string;
  /** The credentials that the call needs beside the credential of the generated client. */
  besideClient: ShownCredential[];
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
 * The call that a sample shows: with the required parameters, or else with one filter, so that it
 * finds something.
 */
export function sampleCall(contract: Contract, located: Located): SampleCall {
  const { method, path, operation } = located;
  const names = apiNames(contract.info.title);
  const [tag] = operation.tags ?? [];
  return {
    id: operation.operationId,
    clientMethod: clientMethods(contract).get(operation.operationId) ?? "",
    method: method.toUpperCase(),
    path,
    tag,
    title: contract.info.title,
    names,
    server: ownServerOf(contract, operation),
    ...callCredentials(contract, operation, names),
    ...callParameters(contract, located),
    ...callBody(contract, operation),
    ...callResult(contract, operation),
  };
}

/** Returns the credentials of a call, with the variables that hold them. */
function callCredentials(
  contract: Contract,
  operation: Located["operation"],
  names: ApiNames,
) {
  const shown = (each: Credential): ShownCredential => ({
    ...each,
    variable: variableOf(each.scheme, names),
  });
  const credentials = credentialsOf(contract, operation).map(shown);
  const { own, others } = credentialsOfCall(contract, operation);
  return {
    credential: credentials[0]?.variable ?? "",
    credentials,
    clientKey: own ? variableOf(own.scheme, names) : "",
    besideClient: others.map(shown),
  };
}

/** Returns the status of success, and what the client makes of the responses. */
function callResult(contract: Contract, operation: Located["operation"]) {
  const statuses = Object.keys(operation.responses);
  const success = jsonSchemaOf(successOf(contract, operation));
  const media = Object.values(operation.responses).flatMap((response) =>
    Object.values(resolve<Response>(contract, response).content ?? {}),
  );
  return {
    status: statuses.find((status) => status.startsWith("2")) ?? "",
    form: success ? formOf(contract, success) : ("none" as const),
    hasResult: media.some(({ schema }) => Object.keys(schema).length > 0),
  };
}
