import { apiNames } from "../../generate/client-names.ts";
import { sampleCall } from "../../generate/samples/sample-call.ts";
import { serverOf } from "../../generate/samples/server-address.ts";
import {
  operationsOf,
  type Contract,
  type Located,
} from "../../model/contract.ts";
import { jsonOf } from "../../model/json.ts";
import { eachNode, isNode } from "../../model/node.ts";
import { authenticationOf } from "./authentication.ts";
import { requestOf } from "./request.ts";

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
    all.map((located) => withVariables(requestOf(contract, located), ids));
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
    (located) => authenticationOf(sampleCall(contract, located)).variables,
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
