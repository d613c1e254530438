import { followIn, operationsOf, type Contract, type Located, type Parameter } from "../model/contract.ts";
import { asSent, sampleCall, serverOf, type SampleCall } from "./samples.ts";

/** The format that Postman, Bruno and Insomnia import. */
const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** The operations as a Postman collection: a folder for each tag, whose requests send what the samples of the docs send. */
export function postmanCollection(contract: Contract): string {
  const { info, tags } = contract;
  const items = operationsOf(contract).map((located) => itemOf(contract, located));
  const folders = tags.map(({ name, description }) => {
    const item = items.filter(({ tag }) => tag === name).map(({ request }) => request);
    return { name, description, item };
  });
  const variables = new Set(items.map(({ credential }) => credential));
  const collection = {
    info: { name: info.title, description: info.summary, version: info.version, schema },
    item: folders.filter(({ item }) => item.length > 0),
    variable: [
      { key: "BASE_URL", value: serverOf(contract) },
      ...[...variables].map((key) => ({ key, value: "" })),
    ],
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function itemOf(contract: Contract, located: Located) {
  const { operation } = located;
  const call = sampleCall(contract, located);
  const { tag, method, credential, body } = call;
  const follow = followIn(contract);
  const parameters = (operation.parameters ?? []).map((node) => follow<Parameter>(node));
  const of = (place: string) => parameters.filter((each) => each.in === place).flatMap(asSent);
  const header = of("header").map(({ name, description, example }) => ({
    ...{ key: name, value: String(example ?? ""), description },
    disabled: true, // an Idempotency-Key that stays would repeat the first request
  }));
  const json = { key: "Content-Type", value: "application/json" };
  const token = [{ key: "token", value: `{{${credential}}}`, type: "string" }];
  const request = {
    name: operation.summary,
    request: {
      method,
      description: operation.description,
      auth: { type: "bearer", bearer: token },
      header: body === undefined ? header : [json, ...header],
      url: urlOf(call, of("query")),
      ...(body !== undefined && { body: rawJson(body) }),
    },
  };
  return { tag, credential, request };
}

const rawJson = (body: unknown) => ({
  mode: "raw",
  raw: JSON.stringify(body, null, 2),
  options: { raw: { language: "json" } },
});

/** The address, whose path has variables, and whose query has what the samples send; the rest of it is switched off. */
function urlOf({ path, parameters }: SampleCall, known: Parameter[]) {
  const segments = path.replaceAll(/\{(\w+)\}/g, ":$1").slice(1);
  const shown = new Map(parameters.query);
  const sent = parameters.query.map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`,
  );
  const query = known.map(({ name, description, example }) => ({
    ...{ key: name, value: String(shown.get(name) ?? example ?? ""), description },
    ...(!shown.has(name) && { disabled: true }),
  }));
  return {
    raw: `{{BASE_URL}}/${segments}${sent.length > 0 ? `?${sent.join("&")}` : ""}`,
    host: ["{{BASE_URL}}"],
    path: segments.split("/"),
    query,
    variable: parameters.path.map(([key, value]) => ({ key, value: String(value) })),
  };
}
