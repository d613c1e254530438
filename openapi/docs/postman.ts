import { jsonOf } from "../model/json.ts";
import {
  followIn,
  operationsOf,
  type Contract,
  type Located,
  type Parameter,
} from "../model/contract.ts";
import { apiNames } from "../generate/client-names.ts";
import {
  addressOf,
  asSent,
  formFields,
  sampleCall,
  serverOf,
  type SampleCall,
} from "../generate/sample-call.ts";

/** The format that Postman, Bruno and Insomnia import. */
const schema =
  "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** The operations as a Postman collection: a folder for each tag, whose requests send what the samples of the docs send. */
export function postmanCollection(contract: Contract): string {
  const { info, tags } = contract;
  const operations = operationsOf(contract);
  const folders = tags.map(({ name, description }) => {
    const ofTag = operations.filter(
      ({ operation }) => operation.tags[0] === name,
    );
    return {
      name,
      description,
      item: ofTag.map((located) => itemOf(contract, located)),
    };
  });
  const credentials = operations.flatMap(
    (located) => authOf(sampleCall(contract, located)).variables,
  );
  const collection = {
    info: {
      name: info.title,
      description: info.summary,
      version: info.version,
      schema,
    },
    item: folders.filter(({ item }) => item.length > 0),
    variable: [
      { key: apiNames(info.title).address, value: serverOf(contract) },
      ...[...new Set(credentials)].map((key) => ({ key, value: "" })),
    ],
  };
  return `${jsonOf(collection, 2)}\n`;
}

/** Returns the authentication of a request in the collection, and the variables that hold its secrets. */
function authOf({ credential, isBasic }: SampleCall) {
  const type = isBasic ? "basic" : "bearer";
  if (credential === "") return { variables: [], auth: { type: "noauth" } };
  const names = isBasic
    ? { username: "_NAME", password: "_PASSWORD" }
    : { token: "" };
  const variables = Object.values(names).map((end) => credential + end);
  const values = Object.keys(names).map((key, i) => ({
    key,
    value: `{{${variables[i]}}}`,
    type: "string",
  }));
  return { variables, auth: { type, [type]: values } };
}

/** The body of a request in the collection. */
function bodyOf(call: SampleCall): object {
  const [, form] =
    /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.exec(
      call.media,
    ) ?? [];
  if (form === undefined)
    return {
      mode: "raw",
      raw: jsonOf(call.body, 2),
      options: { raw: { language: "json" } },
    };
  const mode = form.startsWith("multipart") ? "formdata" : "urlencoded";
  const fields = formFields(call).map(([key, value]) => ({
    key,
    value,
    type: "text",
  }));
  return { mode, [mode]: fields };
}

function itemOf(contract: Contract, located: Located) {
  const { operation } = located;
  const call = sampleCall(contract, located);
  const { path, method, parameters, body } = call;
  const examples = new Map([...parameters.path, ...parameters.query]);
  /** Parameters that the samples do not send are disabled: a fixed Idempotency-Key would repeat the first request. */
  const listed = (location: Parameter["in"]) =>
    (operation.parameters ?? [])
      .map((node) => followIn(contract)<Parameter>(node))
      .filter((each) => each.in === location)
      .flatMap(asSent)
      .map(({ name, description, example }) => ({
        key: name,
        value: String(examples.get(name) ?? example ?? ""),
        description,
        disabled: !examples.has(name),
      }));
  const segments = path.replaceAll(/\{(\w+)\}/g, ":$1").slice(1);
  const [, query] = addressOf(call).split("?");
  const host = `{{${call.names.address}}}`;
  const raw = `${host}/${segments}${query === undefined ? "" : `?${query}`}`;
  const type =
    body === undefined || call.media.startsWith("multipart/")
      ? []
      : [{ key: "Content-Type", value: call.media }];
  return {
    name: operation.summary,
    request: {
      method,
      description: operation.description,
      auth: authOf(call).auth,
      header: [...type, ...listed("header")],
      url: {
        raw,
        host: [host],
        path: segments.split("/"),
        query: listed("query"),
        variable: listed("path"),
      },
      ...(body !== undefined && {
        body: bodyOf(call),
      }),
    },
  };
}
