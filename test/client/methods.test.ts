import { expect, test } from "vitest";
import { createClient, type Fetch } from "../../client/index.ts";
import { methodOf } from "../../openapi/generate/client-names.ts";
import { sampleCall } from "../../openapi/generate/sample-call.ts";
import { operationsOf } from "../../openapi/model/contract.ts";
import { readContract } from "../../openapi/model/read-contract.ts";
import { everyOperation } from "../support/operation.ts";
import { startServer } from "../support/server.ts";
import { fillWorkspace, requestTo } from "../support/world.ts";

const server = await startServer();
const [rows = {}, spare = {}] = await fillWorkspace(server, "test", ["one", "two"]);
/** The last request, and the body of its response. */
let sent: unknown[] = [];
let given: unknown;
const fetch: Fetch = async (url, init) => {
  const response = await globalThis.fetch(url, init);
  sent = [
    init.method,
    url.replace(server.address, ""),
    init.body ? JSON.parse(String(init.body)) : undefined,
  ];
  given = await response.clone().json();
  return response;
};
const api = createClient({ apiKey: await server.key(["*"]), baseUrl: server.address, fetch });

const { contract } = readContract();
const methods = operationsOf(contract).flatMap((located) => {
  const call = sampleCall(contract, located);
  const operation = everyOperation.find(({ id }) => id === call.id);
  return operation?.scheme === "apiKey" ? [{ name: methodOf(call), operation }] : [];
});

test.each(methods)("$name sends what $operation.id takes, and gives what it returns", async (it) => {
  const { name, operation } = it;
  const about = operation.method === "DELETE" ? spare : rows;
  const { method, path, json } = requestTo(operation, about, ["three"]);
  const ids = operation.parameters
    .filter((parameter) => parameter.in === "path")
    .map(({ kind = "" }) => about[kind]);
  const query = operation.listed === undefined ? [] : [{ limit: 1 }];
  const [last = "", ...resources] = name.split(".").reverse();
  const resource = resources.reduceRight<object>((owner, each) => Reflect.get(owner, each), api);
  const result: unknown = await Reflect.get(resource, last)(...ids, ...(json ? [json] : query));
  expect(sent).toEqual([method, query.length > 0 ? `${path}?limit=1` : path, json]);
  expect(result).toEqual(operation.listed === undefined ? Object(given).data : given);
});
