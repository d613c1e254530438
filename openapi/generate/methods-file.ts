import {
  operationsOf,
  requirementOf,
  resolve,
  schemeOf,
  type Body,
  type Contract,
  type Operation,
  type Parameter,
  type Response,
  type Schema,
} from "../model/contract.ts";
import { errorsOf } from "../model/errors.ts";
import { sampleCall, clientCall, identifier, methodOf } from "./samples.ts";

/** A method of the client: what its interface says of it, and what it needs at run time. */
interface Method {
  declaration: string;
  /** Method, path, words for what it takes and gives, and the statuses of its own errors, separated by spaces. */
  facts: string;
  /** The types of the contract that a caller meets. */
  types: string[];
  /** The name of its query and the operation that has it. */
  query: [name: string, operationId: string] | undefined;
}

/** The methods of a resource, and the resources in it, by name. */
interface Resource {
  description: string;
  methods: Map<string, Method>;
  resources: Map<string, Resource>;
}

/**
 * `generated/methods.ts` and `generated/messenger-methods.ts`: the methods of a client, for the operations that
 * `isIncluded` accepts. Each is named by its operation and shows the contract's text; its arguments are the ids of its
 * path, the body or the query, and the options.
 */
export function methodsFile(contract: Contract, isIncluded: (operation: Operation) => boolean): string {
  const common = commonErrors(contract);
  const root: Resource = {
    description: "The operations of the API.",
    methods: new Map(),
    resources: new Map(),
  };
  for (const located of operationsOf(contract).filter(({ operation }) => isIncluded(operation))) {
    const { method, path, operation } = located;
    const call = sampleCall(contract, located);
    const names = methodOf(call).split(".");
    const name = names.pop() ?? "";
    const resource = names.reduce((at, part) => resourceIn(at, part, contract), root);
    resource.methods.set(
      name,
      methodFor(contract, `${method.toUpperCase()} ${path}`, operation, clientCall(call), common),
    );
  }
  const all = methodsIn(root);
  const queries = all.flatMap(({ query }) => (query ? [query] : []));
  const types = [...new Set(all.flatMap((each) => each.types))].sort();
  const uses = (type: string) =>
    all.some(({ declaration }) => declaration.includes(`${type}<`) || declaration.includes(`?: ${type})`));
  const imported = (file: string, ...names: string[]) => {
    const used = names.filter((name) => (name === "Query" ? queries.length > 0 : uses(name)));
    return used.length > 0 ? [`import type { ${used.join(", ")} } from "../client/${file}.ts";`] : [];
  };
  return [
    ...imported("list", "List"),
    ...imported("operation", "Body", "Call", "Data", "Query"),
    ...imported("options", "CallOptions", "CreateOptions"),
    `import type { ${types.join(", ")} } from "./types.ts";\n`,
    `export type { ${types.join(", ")} } from "./types.ts";\n`,
    ...queries.map(
      ([name, id]) => `/** What \`${id}\` keeps, and which page. */\nexport type ${name} = Query<"${id}">;\n`,
    ),
    interfaces("Methods", root),
    `/** Method → its request, what it takes and gives, and the statuses of its errors beside the common ones. */\nexport const methods = ${JSON.stringify(factsOf(root), null, 2)} as const;\n`,
  ].join("\n");
}

/** The statuses of the errors that every operation declares. */
export function commonErrors(contract: Contract): number[] {
  const all = operationsOf(contract).map(({ operation }) => errorStatusesOf(operation));
  return (all[0] ?? []).filter((status) => all.every((each) => each.includes(status)));
}

const errorStatusesOf = ({ responses }: Operation) =>
  Object.keys(responses)
    .map(Number)
    .filter((status) => status >= 400);

/** What a method says of its own errors: `409 conflict request_in_progress, 422 validation_error`. */
function errorTexts(contract: Contract, { responses }: Operation, common: number[]): string[] {
  const texts = Object.entries(responses).flatMap(([status, response]) => {
    if (!(Number(status) >= 400) || common.includes(Number(status))) return [];
    const codes = errorsOf(contract, resolve<Response>(contract, response)).map(({ code }) => code);
    return [[status, ...new Set(codes)].join(" ")];
  });
  return texts.length > 0 ? [`@throws (rejects) ApiError: ${texts.join(", ")}`] : [];
}

function resourceIn(parent: Resource, name: string, contract: Contract): Resource {
  const tag = contract.tags.find((each) => each.name.toLowerCase() === name.toLowerCase());
  const made = {
    description: tag?.description ?? `The ${name} of one of these.`,
    methods: new Map<string, Method>(),
    resources: new Map<string, Resource>(),
  };
  const resource = parent.resources.get(name) ?? made;
  parent.resources.set(name, resource);
  return resource;
}

function methodFor(
  contract: Contract,
  request: string,
  operation: Operation,
  sample: string,
  common: number[],
): Method {
  const { operationId, description, parameters = [], requestBody } = operation;
  const all = parameters.map((parameter) => resolve<Parameter>(contract, parameter));
  const response = Object.entries(operation.responses).find(([status]) => status.startsWith("2"))?.[1];
  const success = response && jsonSchemaOf(resolve<Response>(contract, response));
  const page = success && field(contract, success, "has_more") ? nameOf(success) : undefined;
  const data = success && field(contract, success, "data");
  const value = page ?? (data && nameOf(data)) ?? `Data<"${operationId}">`;
  const isDeletion = request.startsWith("DELETE ") && data !== undefined;
  const deleted = isDeletion ? field(contract, data, "object")?.const : undefined;
  const item = page && data ? nameOf(resolve(contract, data).items) : undefined;
  const sent = requestBody && nameOf(jsonSchemaOf(requestBody));
  const keyed = all.some(({ name }) => name === "Idempotency-Key");
  const hasQuery = all.some((parameter) => parameter.in === "query");
  const query = `${typeName(identifier(operationId))}Query`;
  const args = [
    ...pathArguments(request).map((name) => `${name}: string`),
    ...(sent ? [`body: Body<${sent}>`] : []),
    ...(hasQuery ? [`query?: ${query}`] : []),
    `options?: ${keyed ? "CreateOptions" : "CallOptions"}`,
  ];
  const scopes = requirementOf(operation).scopes.map((scope) => `\`${scope}\``);
  const errors = errorStatusesOf(operation).filter((status) => !common.includes(status));
  const scope = schemeOf(contract, operation)?.["x-scopes"]
    ? [`Scope: ${scopes.join(" and ") || "none"}.`]
    : [];
  const throws = errorTexts(contract, operation, common);
  const text = [description.trim(), ...scope, [...throws, `@example\n${sample}`].join("\n")].join("\n\n");
  return {
    declaration: `${comment(text)}\n(${args.join(", ")}) => ${page ? "List" : "Call"}<${value}, "${operationId}">`,
    facts: [
      request,
      ...(page ? ["list"] : []),
      ...(hasQuery ? ["query"] : []),
      ...(sent ? ["body"] : []),
      ...(keyed ? ["keyed"] : []),
      ...(operation["x-idempotent"] || deleted !== undefined ? ["idempotent"] : []),
      ...(deleted === undefined ? [] : [`deletes:${String(deleted)}`]),
      ...errors,
    ].join(" "),
    types: [value, item, sent].flatMap((name) => (name && /^\w+$/.test(name) ? [name] : [])),
    query: hasQuery ? [query, operationId] : undefined,
  };
}

/** The schema of a body in JSON. */
export const jsonSchemaOf = ({ content }: Body): Schema | undefined => content?.["application/json"]?.schema;

/** The name of a schema that has one. */
export const nameOf = (schema: Schema | undefined): string | undefined => schema?.$ref?.split("/").at(-1);

/** A field of an object, wherever the schema says it. */
export function field(contract: Contract, schema: Schema, name: string): Schema | undefined {
  const { properties = {}, allOf = [] } = resolve(contract, schema);
  return properties[name] ?? allOf.map((part) => field(contract, part, name)).find(Boolean);
}

/** `/webhooks/{id}/deliveries/{delivery_id}` → `webhookId`, `deliveryId`: the id of the innermost is `id`. */
function pathArguments(request: string): string[] {
  const owners = [...request.matchAll(/(\w+)\/\{/g)].map(([, name = ""]) =>
    name.replace(/ies$/, "y").replace(/s$/, ""),
  );
  const isInner = !/\{[^/]*\/[^/{]+s$/.test(request);
  return owners.map((owner, at) => (isInner && at === owners.length - 1 ? "id" : `${owner}Id`));
}

const methodsIn = ({ methods, resources }: Resource): Method[] => [
  ...methods.values(),
  ...[...resources.values()].flatMap(methodsIn),
];

const typeName = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

function interfaces(name: string, { description, methods, resources }: Resource): string {
  const members = [...methods].map(([key, { declaration }]) => declaration.replace("\n(", `\n${key}: (`));
  const inner = [...resources].map(([key]) => `${key}: ${typeName(key)}`);
  const own = `/** ${description} */\nexport interface ${name} {\n${[...members, ...inner].map((text) => `${indent(text)};`).join("\n")}\n}\n`;
  return [own, ...[...resources].map(([key, resource]) => interfaces(typeName(key), resource))].join("\n");
}

function factsOf({ methods, resources }: Resource): object {
  return Object.fromEntries([
    ...[...methods].map(([name, { facts }]) => [name, facts] as const),
    ...[...resources].map(([name, resource]) => [name, factsOf(resource)] as const),
  ]);
}

const comment = (text: string) =>
  `/**\n${text
    .replaceAll("*/", "*\\/")
    .split("\n")
    .map((line) => ` * ${line}`.trimEnd())
    .join("\n")}\n */`;
const indent = (text: string) => text.replaceAll(/^(?=.)/gm, "  ");
