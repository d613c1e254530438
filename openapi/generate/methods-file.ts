import {
  operationsOf,
  requirementOf,
  resolve,
  schemeOf,
  type Contract,
  type Operation,
  type Parameter,
  type Response,
  type Schema,
} from "../model/contract.ts";
import { errorsOf } from "../model/errors.ts";
import {
  identifier,
  pascal,
  resourceOf,
  singular,
  unusedName,
} from "./client-names.ts";
import { sampleCall } from "./sample-call.ts";
import { clientCall } from "./samples.ts";
import {
  field,
  deepFields,
  formOf,
  isForm,
  isMultipart,
  jsonMediaOf,
  nameOf,
  sentMediaOf,
  successOf,
  type NamedMedia,
} from "./success.ts";

/** A method of the client: what its interface says of it, and what it needs at run time. */
interface Method {
  declaration: string;
  /**
   * Method, path, words for what it takes and gives, and the statuses of its own errors, separated
   * by spaces.
   */
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
 * `generated/methods.ts` and `generated/messenger-methods.ts`: the methods of a client, for the
 * operations that `isIncluded` accepts. Each is named by its operation and shows the contract's
 * text; its arguments are the ids of its path, the body or the query, and the options.
 */
export function methodsFile(
  contract: Contract,
  isIncluded: (operation: Operation) => boolean,
): string {
  const common = commonErrors(contract);
  const root = resourceOfText("The operations of the API.");
  const schemas = Object.keys(contract.components.schemas).map(pascal);
  const taken = new Set([...ownTypes, ...schemas, "components", "operations"]);
  for (const located of operationsOf(contract).filter(({ operation }) =>
    isIncluded(operation),
  )) {
    const { method, path, operation } = located;
    const call = sampleCall(contract, located);
    const names = call.clientMethod.split(".");
    const name = names.pop() ?? "";
    const resource = names.reduce(
      (at, part) => resourceIn(at, part, contract),
      root,
    );
    resource.methods.set(
      name,
      methodFor(
        contract,
        `${method.toUpperCase()} ${path}`,
        operation,
        clientCall(call),
        common,
        taken,
      ),
    );
  }
  const all = methodsIn(root);
  const queries = all.flatMap(({ query }) => (query ? [query] : []));
  const types = [...new Set(all.flatMap((each) => each.types))].sort();
  const uses = (type: string) =>
    all.some(({ declaration }) =>
      new RegExp(`\\b${type}( &|[<)[])`).test(declaration),
    );
  const imported = (file: string, ...names: string[]) => {
    const used = names.filter((name) =>
      name === "Query" ? queries.length > 0 : uses(name),
    );
    return used.length > 0
      ? [`import type { ${used.join(", ")} } from "../client/${file}.ts";`]
      : [];
  };
  return [
    ...imported("list", "List"),
    ...imported(
      "operation",
      "Body",
      "Call",
      "Data",
      "Form",
      "Query",
      "RequestOf",
      "ResponseOf",
    ),
    ...imported("options", "CallOptions", "ChangeOptions", "CreateOptions"),
    `import type { ${[...types, ...(uses("operations") ? ["operations"] : [])].join(", ")} } from "./types.ts";\n`,
    `export type { ${types.join(", ")} } from "./types.ts";\n`,
    ...queries.map(
      ([name, id]) =>
        `/** What \`${id}\` keeps, and which page. */\nexport type ${name} = Query<${JSON.stringify(typeKey(id))}>;\n`,
    ),
    interfaces("Methods", root, taken),
    `/** Method → its request, what it takes and gives, and the statuses of its errors beside the common ones. */\nexport const methods = ${JSON.stringify(factsOf(root), null, 2)} as const;\n`,
  ].join("\n");
}

/**
 * `generated/extensions.ts`: the methods, with what files of `client/` add to the resource of a tag
 * with `x-client`.
 */
export function extensionsFile({ tags }: Contract): string {
  const each = (line: (resource: string, file: string) => string) =>
    tags.flatMap(({ name, "x-client": file }) =>
      file === undefined ? [] : line(resourceOf(name), file),
    );
  const types = each(
    (resource) => ` & { ${resource}: ReturnType<typeof ${resource}> }`,
  );
  return [
    ...each(
      (resource, file) => `import ${resource} from "../client/${file}.ts";`,
    ),
    'import type { Methods } from "./methods.ts";',
    ...each((_, file) => `export * from "../client/${file}.ts";`),
    `\nexport default (methods: Methods): Methods${types.join("")} => ({\n  ...methods,`,
    ...each(
      (name) =>
        `  ${name}: { ...methods.${name}, ...${name}(methods.${name}) },`,
    ),
    "});\n",
  ].join("\n");
}

/**
 * The function that finds the scopes of a key: the operation for any key says them. Without one a
 * key has all.
 */
export function scopesFunction(contract: Contract): string {
  const located = operationsOf(contract).find(
    ({ operation }) => operation["x-any-key"],
  );
  const [argument, scopes] = located
    ? [
        "api",
        `(await api.${sampleCall(contract, located).clientMethod}()).scopes`,
      ]
    : ["_", '["*"]'];
  return `\n/** The scopes of the key that asks. */\nexport const scopesOf = async (${argument}: Methods): Promise<readonly string[]> => ${scopes};\n`;
}

/** The statuses of the errors that every operation declares. */
export function commonErrors(contract: Contract): number[] {
  const all = operationsOf(contract).map(({ operation }) =>
    errorStatusesOf(operation),
  );
  return (all[0] ?? []).filter((status) =>
    all.every((each) => each.includes(status)),
  );
}

const errorStatusesOf = ({ responses }: Operation) =>
  Object.keys(responses)
    .map(Number)
    .filter((status) => status >= 400);

/**
 * Lists the errors of a method alone: `409 conflict request_in_progress, 422 validation_error`.
 */
function errorTexts(
  contract: Contract,
  { responses }: Operation,
  statuses: number[],
): string[] {
  const texts = statuses.map((status) => {
    const response = resolve<Response>(contract, responses[status] ?? {});
    return [
      status,
      ...new Set(errorsOf(contract, response).map(({ code }) => code)),
    ].join(" ");
  });
  return texts.length > 0
    ? [`@throws (rejects) ApiError: ${texts.join(", ")}`]
    : [];
}

const resourceOfText = (description: string): Resource => ({
  description,
  methods: new Map(),
  resources: new Map(),
});

function resourceIn(
  parent: Resource,
  name: string,
  contract: Contract,
): Resource {
  const tag = contract.tags.find(
    (each) => each.name.toLowerCase() === name.toLowerCase(),
  );
  const description = tag
    ? tag.description.trim() || tag.name
    : `The ${name} of one of these.`;
  const resource = parent.resources.get(name) ?? resourceOfText(description);
  parent.resources.set(name, resource);
  return resource;
}

function methodFor(
  contract: Contract,
  request: string,
  operation: Operation,
  sample: string,
  common: number[],
  used: Set<string>,
): Method {
  const { operationId, description, parameters = [], requestBody } = operation;
  const all = parameters.map((parameter) =>
    resolve<Parameter>(contract, parameter),
  );
  const media = jsonMediaOf(successOf(contract, operation));
  const success = media?.schema;
  const id = JSON.stringify(typeKey(operationId));
  const form = formOf(contract, success);
  const data = success && field(contract, success, "data");
  const [content, type] =
    form === "enveloped" ? [data, "Data"] : [success, "ResponseOf"];
  const success2xx = Object.keys(operation.responses).find((each) =>
    each.startsWith("2"),
  );
  const ofMedia = `operations[${id}]["responses"][${/^\d+$/.test(success2xx ?? "") ? success2xx : JSON.stringify(success2xx)}]["content"][${JSON.stringify(media?.name)}]`;
  const generic = isPlain(media)
    ? `${type}<${id}>`
    : `${ofMedia}${form === "enveloped" ? '["data"]' : ""}`;
  const value = typeOf(content) ?? generic;
  const isDeletion = request.startsWith("DELETE ") && data !== undefined;
  const deleted = isDeletion
    ? field(contract, data, "object")?.const
    : undefined;
  const item =
    form === "page" && data ? typeOf(resolve(contract, data).items) : undefined;
  const bodyMedia = requestBody && sentMediaOf(requestBody);
  const body = bodyMedia?.schema;
  const ofBody = isPlain(bodyMedia)
    ? `RequestOf<${id}>`
    : `NonNullable<operations[${id}]["requestBody"]>["content"][${JSON.stringify(bodyMedia?.name)}]`;
  const sent = body && (typeOf(body) ?? ofBody);
  const isFiles = bodyMedia !== undefined && isMultipart(bodyMedia);
  const keyed = all.some(({ name }) => name === "Idempotency-Key");
  const conditional = all.some(({ name }) => name === "If-Match");
  const special = [
    ...(keyed ? ["CreateOptions"] : []),
    ...(conditional ? ["ChangeOptions"] : []),
  ];
  const queried = all.filter((parameter) => parameter.in === "query");
  const hasQuery = queried.length > 0;
  const limit = queried.find(({ name }) => name === "limit");
  const { maximum } = resolve<Schema>(contract, limit?.schema ?? {});
  const query = hasQuery ? unusedName(`${pascal(operationId)}Query`, used) : "";
  const args = [
    ...pathArguments(request).map((name) => `${name}: string`),
    ...(sent ? [`body: ${isFiles ? "Form" : "Body"}<${sent}>`] : []),
    ...(hasQuery
      ? [
          `query${queried.some(({ required }) => required) ? "" : "?"}: ${query}`,
        ]
      : []),
    `options?: ${special.join(" & ") || "CallOptions"}`,
  ];
  const scopes = requirementOf(operation).scopes.map((scope) => `\`${scope}\``);
  const errors = errorStatusesOf(operation).filter(
    (status) => !common.includes(status),
  );
  const scope = schemeOf(contract, operation)?.["x-scopes"]
    ? [`Scope: ${scopes.join(" and ") || "none"}.`]
    : [];
  const throws = errorTexts(contract, operation, errors);
  const until = operation["x-sunset"]
    ? ` It works until ${operation["x-sunset"]}.`
    : "";
  const tags = operation.deprecated
    ? [`@deprecated${until}`, ...throws]
    : throws;
  const text = [
    description.trim(),
    ...scope,
    [...tags, `@example\n${sample}`].join("\n"),
  ].join("\n\n");
  return {
    declaration: `${comment(text)}\n(${args.join(", ")}) => ${form === "page" ? "List" : "Call"}<${value}, ${id}>`,
    facts: [
      request,
      ...(form === "enveloped" ? [] : [form === "page" ? "list" : form]),
      ...(form === "page" && maximum !== undefined ? [`pages:${maximum}`] : []),
      ...(hasQuery ? ["query"] : []),
      ...(sent ? ["body"] : []),
      ...(bodyMedia ? mediaFacts(bodyMedia) : []),
      ...(keyed ? ["keyed"] : []),
      ...(conditional ? ["conditional"] : []),
      ...(operation["x-idempotent"] || deleted !== undefined
        ? ["idempotent"]
        : []),
      ...(deleted === undefined ? [] : [`deletes:${String(deleted)}`]),
      ...errors,
    ].join(" "),
    types: [value, item, sent].flatMap((name) =>
      name && /^\w+$/.test(name) ? [name] : [],
    ),
    query: hasQuery ? [query, operationId] : undefined,
  };
}

/**
 * The words for a body that is not `application/json`: its media type, and the fields whose objects
 * are `name[field]`.
 */
function mediaFacts(media: NamedMedia): string[] {
  if (media.name === "application/json") return [];
  const deep = isForm(media) ? deepFields(media).map(encodeURIComponent) : [];
  return [
    `type:${media.name.replaceAll(/\s/g, "")}`,
    ...(deep.length > 0 ? [`deep:${deep.join(",")}`] : []),
  ];
}

/** The name of an operation in the types of openapi-typescript. */
const typeKey = (operationId: string) => operationId.replaceAll("#", "/");

/** Returns true when the client's own types include the media type. */
const isPlain = (media: NamedMedia | undefined) =>
  media === undefined || media.name === "application/json";

/**
 * The type of a schema by its name, where openapi-typescript writes the name as it is and the
 * client has no such type.
 */
function typeOf(schema: Schema | undefined): string | undefined {
  const name = nameOf(schema) ?? "";
  return /^([A-Z][a-z0-9]+)+$/.test(name) && !ownTypes.includes(name)
    ? name
    : undefined;
}

/** The types of the client that methods name. */
const ownTypes = [
  "Body",
  "Call",
  "CallOptions",
  "ChangeOptions",
  "CreateOptions",
  "Data",
  "Form",
  "List",
  "Methods",
  "Query",
];

/** The words of JavaScript that no argument may be called. */
const reserved = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof var void while with yield"
  ).split(" "),
);

/**
 * `/webhooks/{id}/deliveries/{delivery_id}` → `webhookId`, `deliveryId`: the id of the innermost is
 * `id`.
 */
function pathArguments(request: string): string[] {
  const names = [...request.matchAll(/(?:(\w+)\/)?\{(.+?)\}/g)].map(
    ([, owner, name = ""]) =>
      owner === undefined ? identifier(name) : `${singular(owner)}Id`,
  );
  const isInner = !/\{[^/]*\/[^/{]+s$/.test(request);
  const used = new Set(["body", "query", "options"]);
  return names.map((name, at) => {
    const wanted = isInner && at === names.length - 1 ? "id" : name;
    return unusedName(reserved.has(wanted) ? `${wanted}_` : wanted, used);
  });
}

const methodsIn = ({ methods, resources }: Resource): Method[] => [
  ...methods.values(),
  ...[...resources.values()].flatMap(methodsIn),
];

/** The name of a resource's interface, which no other type has. */
const interfaceName = (resource: string, used: Set<string>) =>
  unusedName(
    pascal(resource) + (used.has(pascal(resource)) ? "Methods" : ""),
    used,
  );

function interfaces(
  name: string,
  { description, methods, resources }: Resource,
  used: Set<string>,
): string {
  const members = [...methods].map(([key, { declaration }]) =>
    declaration.replace("\n(", () => `\n${key}: (`),
  );
  const named = [...resources].map(
    ([key, resource]) => [key, interfaceName(key, used), resource] as const,
  );
  const inner = named.map(([key, type]) => `${key}: ${type}`);
  const ownInterface = `/** ${description.replaceAll("*/", "*\\/")} */\nexport interface ${name} {\n${[...members, ...inner].map((text) => `${indent(text)};`).join("\n")}\n}\n`;
  const innerInterfaces = named.map(([, type, each]) =>
    interfaces(type, each, used),
  );
  return [ownInterface, ...innerInterfaces].join("\n");
}

function factsOf({ methods, resources }: Resource): object {
  return Object.fromEntries([
    ...[...methods].map(([name, { facts }]) => [name, facts] as const),
    ...[...resources].map(
      ([name, resource]) => [name, factsOf(resource)] as const,
    ),
  ]);
}

const comment = (text: string) =>
  `/**\n${text
    .replaceAll("*/", "*\\/")
    .split("\n")
    .map((line) => ` * ${line}`.trimEnd())
    .join("\n")}\n */`;
const indent = (text: string) => text.replaceAll(/^(?=.)/gm, "  ");
