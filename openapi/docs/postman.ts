import { isBasic } from "../model/credentials.ts";
import { jsonOf } from "../model/json.ts";
import { eachNode, isNode } from "../model/node.ts";
import {
  headerText,
  pathText,
  queryText,
  styleOf,
} from "../model/parameter-text.ts";
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
  cookiesOf,
  formFields,
} from "../generate/samples/call-text.ts";
import {
  sampleCall,
  type SampleCall,
  type ShownCredential,
} from "../generate/samples/sample-call.ts";
import { asSent, withExample } from "../generate/samples/sample-parameters.ts";
import { serverOf } from "../generate/samples/server-address.ts";

/** The format that Postman, Bruno and Insomnia import. */
const schema =
  "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/**
 * The script that keeps ids from responses for later requests. A conflict has the id of the
 * existing object.
 */
const keepIds = `const { data, error } = pm.response.json();
const [first] = [data].flat();
if (first?.id && !first.deleted)
  pm.collectionVariables.set(first.object + "_id", first.id);
for (const [name, value] of Object.entries(error ?? {}))
  if (name.endsWith("_id")) pm.collectionVariables.set(name, value);`;

const sampleId = /\b([a-z]{2,3})_[0-9a-z]{26}\b/g;

/** Prefix of ids → type of the objects, and the id in the samples. */
type Ids = Map<string, { object: string; id: string }>;

/** Finds the ids of objects in the contract's examples. */
function idsIn(contract: Contract): Ids {
  const ids: Ids = new Map();
  eachNode(contract, (node) => {
    if (!isNode(node)) return;
    const { id, object } = node;
    if (typeof id !== "string" || typeof object !== "string") return;
    const [match] = id.matchAll(sampleId);
    const prefix = match?.[1];
    if (prefix !== undefined && !ids.has(prefix))
      ids.set(prefix, { object, id });
  });
  return ids;
}

/** Replaces the sample ids by variables. */
function withVariables<Value>(value: Value, ids: Ids): Value {
  const text = JSON.stringify(value).replaceAll(
    sampleId,
    (id, prefix: string) => {
      const known = ids.get(prefix);
      return known ? `{{${known.object}_id}}` : id;
    },
  );
  return JSON.parse(text) as Value;
}

/**
 * Writes the operations as a Postman collection, with a folder for each tag. The requests are the
 * samples of the docs, with ids from earlier responses. Deletions are last, as a run of all needs
 * the objects before.
 */
export function postmanCollection(contract: Contract): string {
  const { info, tags } = contract;
  const ids = idsIn(contract);
  const operations = operationsOf(contract);
  const isDeletion = ({ method }: Located) => method === "delete";
  const itemsOf = (all: Located[]) =>
    all.map((located) => withVariables(itemOf(contract, located), ids));
  const folders = tags.map(({ name, description }) => {
    const operationsOfTag = operations.filter(
      (located) => located.operation.tags[0] === name && !isDeletion(located),
    );
    return { name, description, item: itemsOf(operationsOfTag) };
  });
  folders.push({
    name: "Deletions",
    description: "They come last, as other requests need the objects.",
    item: itemsOf(operations.filter(isDeletion)),
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
    ...(ids.size > 0 && {
      event: [
        {
          listen: "test",
          script: { type: "text/javascript", exec: keepIds.split("\n") },
        },
      ],
    }),
    variable: [
      { key: apiNames(info.title).address, value: serverOf(contract) },
      ...[...new Set(credentials)].map((key) => ({ key, value: "" })),
      ...[...ids.values()].map(({ object, id }) => ({
        key: `${object}_id`,
        value: id,
      })),
    ],
  };
  return `${jsonOf(collection, 2)}\n`;
}

/** A header or a parameter of the query in the collection. */
interface Entry {
  key: string;
  value: string;
}

/** The authentication of a request in the collection. */
interface Authentication {
  /** The variables that hold the secrets. */
  variables: string[];
  auth: object;
  /** The credentials beside the one that `auth` can hold. */
  header: Entry[];
  query: Entry[];
  cookies: string[];
}

/** Returns the authentication of a request in the collection. */
function authOf({ credentials }: SampleCall): Authentication {
  // `auth` holds one credential, and no cookie.
  const first = credentials.find((each) => each.in !== "cookie");
  const own = first && authOfCredential(first);
  const others = credentials.filter((each) => each !== first);
  const entriesIn = (location: ShownCredential["in"]): Entry[] =>
    others
      .filter((each) => each.in === location)
      .map(({ name, prefix, variable }) => ({
        key: name,
        value: `${prefix}{{${variable}}}`,
      }));
  return {
    variables: [
      ...(own?.variables ?? []),
      ...others.map(({ variable }) => variable),
    ],
    auth: own?.auth ?? { type: "noauth" },
    header: entriesIn("header"),
    query: entriesIn("query"),
    cookies: entriesIn("cookie").map(({ key, value }) => `${key}=${value}`),
  };
}

/** Writes a credential as the `auth` of Postman, with the variables that hold its secret. */
function authOfCredential(credential: ShownCredential) {
  const { name, variable } = credential;
  if (credential.prefix === "")
    return {
      variables: [variable],
      auth: {
        type: "apikey",
        apikey: [
          { key: "key", value: name, type: "string" },
          { key: "value", value: `{{${variable}}}`, type: "string" },
          { key: "in", value: credential.in, type: "string" },
        ],
      },
    };
  const isNamed = isBasic(credential);
  const type = isNamed ? "basic" : "bearer";
  const names = isNamed
    ? { username: "_NAME", password: "_PASSWORD" }
    : { token: "" };
  const variables = Object.values(names).map((end) => variable + end);
  const values = Object.keys(names).map((key, i) => ({
    key,
    value: `{{${variables[i]}}}`,
    type: "string",
  }));
  return { variables, auth: { type, [type]: values } };
}

/** Returns the body of a request in the collection. */
function bodyOf(call: SampleCall): object {
  const { body, bodyKind } = call;
  if (bodyKind === "json")
    return {
      mode: "raw",
      raw: jsonOf(body, 2),
      options: { raw: { language: "json" } },
    };
  if (bodyKind === "text") return { mode: "raw", raw: body };
  if (bodyKind === "file") return { mode: "file", file: { src: body } };
  const mode = bodyKind === "multipart" ? "formdata" : "urlencoded";
  const fields = formFields(call).map(([key, value]) => ({
    key,
    value,
    type: "text",
  }));
  return { mode, [mode]: fields };
}

/** Returns a parameter as the collection has it: some lists and objects have several entries. */
function entriesOf(parameter: Parameter, value: unknown): Entry[] {
  const { name, in: location } = parameter;
  if (value === undefined) return [{ key: name, value: "" }];
  const style = styleOf(parameter);
  if (location === "path") {
    const text = decodeURIComponent(pathText(name, value, style));
    return [{ key: name, value: text }];
  }
  if (location === "header")
    return [{ key: name, value: headerText(value, style) }];
  const pairs = new URLSearchParams(queryText(name, value, style));
  return [...pairs].map(([key, text]) => ({ key, value: text }));
}

/** Returns the pairs of a query. One without a value, such as JSON, has only a key. */
const pairsOf = (query: string) =>
  query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [key = "", ...values] = pair.split("=");
      return { key, value: values.length > 0 ? values.join("=") : null };
    });

/** Writes an operation as a request of the collection, with the values of its samples. */
function itemOf(contract: Contract, located: Located) {
  const { operation } = located;
  const call = sampleCall(contract, located);
  const { path, method, parameters, body } = call;
  const authentication = authOf(call);
  const sent = new Map([
    ...parameters.path,
    ...parameters.query,
    ...parameters.header,
  ]);
  /**
   * Disables parameters that the samples do not send: a fixed Idempotency-Key would repeat the
   * first request.
   */
  const listed = (location: Parameter["in"]) =>
    (operation.parameters ?? [])
      .map((node) => followIn(contract)<Parameter>(node))
      .filter((each) => each.in === location)
      .map((each) => withExample(contract, each))
      .flatMap(asSent)
      .flatMap((parameter) => {
        const { name, description, example } = parameter;
        const disabled = !sent.has(name);
        return entriesOf(parameter, sent.get(name) ?? example).map((entry) => ({
          ...entry,
          description,
          disabled,
        }));
      });
  const segments = path.replaceAll(/\{(\w+)\}/g, ":$1").slice(1);
  const [, query] = addressOf(call).split("?");
  const host = call.server || `{{${call.names.address}}}`;
  const raw = `${host}/${segments}${query === undefined ? "" : `?${query}`}`;
  const type =
    body === undefined || call.media.startsWith("multipart/")
      ? []
      : [{ key: "Content-Type", value: call.media }];
  const cookies = [...authentication.cookies, cookiesOf(call)]
    .filter((text) => text !== "")
    .join("; ");
  const cookieHeader =
    cookies === "" ? [] : [{ key: "Cookie", value: cookies }];
  return {
    name: operation.summary,
    request: {
      method,
      description: operation.description,
      auth: authentication.auth,
      header: [
        ...type,
        ...authentication.header,
        ...cookieHeader,
        ...listed("header"),
      ],
      url: {
        raw,
        host: [host],
        path: segments.split("/"),
        query: [
          ...authentication.query,
          ...listed("query"),
          ...pairsOf(call.queryString),
        ],
        variable: listed("path"),
      },
      ...(body !== undefined && {
        body: bodyOf(call),
      }),
    },
  };
}
