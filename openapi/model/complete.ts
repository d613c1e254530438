import { completeEvents } from "./complete-events.ts";
import {
  type Node,
  isNode,
  listIn,
  nodeIn,
  rewrite,
  textIn,
  textsIn,
  followed,
  operationNodesIn,
  type OperationNode,
  childOf,
  namesIn,
} from "./node.ts";
import { parseYaml } from "./yaml.ts";

/**
 * Fills in what rules compute, where it stands in the contract. What somebody wrote stays as it is, and a contract
 * without the marks that ask for something stays as a whole.
 */
export function complete(contract: Node, read: ReadBeside): void {
  completeEvents(contract);
  completeResponses(contract);
  completeEnvelopes(contract);
  completeExamples(contract, read);
  completeCursors(contract);
  delete contract["x-defaults"];
}

/**
 * Gives each operation the responses of `x-defaults` that suit it, each error its body, and each response the headers that
 * all responses and those of its status have.
 */
function completeResponses(contract: Node): void {
  const defaults = nodeIn(contract, "x-defaults");
  giveBodies(contract, defaults);
  const ofOperations = operationNodesIn(contract, "paths").map((located) => {
    located.operation["responses"] ??= {};
    const responses = nodeIn(located.operation, "responses");
    const ownStatuses = Object.keys(responses);
    for (const condition of conditionsOf(located, contract))
      for (const [status, response] of Object.entries(
        nodeIn(nodeIn(defaults, "responses"), condition),
      ))
        if (!ownStatuses.includes(status) && isNode(response))
          responses[status] = { ...response };
    return responses;
  });
  const headers = nodeIn(defaults, "headers");
  for (const responses of [
    ...ofOperations,
    nodeIn(contract, "x-unrouted-responses"),
  ])
    for (const [status, response] of Object.entries(responses))
      if (isNode(response))
        giveHeaders(followed(contract, response), {
          ...nodeIn(headers, status),
          ...nodeIn(headers, "every"),
        });
}

/** What the general conditions of `responses` in `x-defaults` ask of an operation: the most general first, as a later one stands. */
const conditions: Record<
  string,
  (operation: Node, locations: unknown[]) => boolean
> = {
  every: () => true,
  scope: (operation) =>
    requirementsOf(operation).some(
      ([, scopes]) => Array.isArray(scopes) && scopes.length > 0,
    ),
  path: (_, locations) => locations.includes("path"),
  parameter: (_, locations) =>
    locations.some((location) => location !== "path"),
  body: (operation) => "requestBody" in operation,
};

/** All names of conditions: after the general ones those of security schemes and of parameters. */
export const conditionNames = (contract: Node): string[] => [
  ...Object.keys(conditions),
  ...["securitySchemes", "parameters"].flatMap((kind) =>
    Object.keys(nodeIn(nodeIn(contract, "components"), kind)),
  ),
];

/** The conditions that an operation meets. */
function conditionsOf(
  { operation, parameters }: OperationNode,
  contract: Node,
): string[] {
  const locations = parameters.map((parameter) =>
    textIn(followed(contract, parameter), "in"),
  );
  const general = Object.entries(conditions).filter(([, isMet]) =>
    isMet(operation, locations),
  );
  return [
    ...general.map(([name]) => name),
    ...requirementsOf(operation).map(([scheme]) => scheme),
    ...parameters.map(
      (parameter) => textIn(parameter, "$ref")?.split("/").at(-1) ?? "",
    ),
  ];
}

const requirementsOf = (operation: Node) =>
  listIn(operation, "security")
    .filter(isNode)
    .flatMap(Object.entries<unknown>);

/** An error of `components` names its examples; its schema is that of every error. */
function giveBodies(contract: Node, defaults: Node): void {
  for (const response of Object.values(
    nodeIn(nodeIn(contract, "components"), "responses"),
  )) {
    if (!isNode(response) || !("x-examples" in response)) continue;
    const { "x-examples": _, ...others } = response;
    const examples = referencesTo(textsIn(response, "x-examples"));
    const content = {
      "application/json": { schema: nodeIn(defaults, "error"), examples },
    };
    rewrite(response, { ...others, content });
  }
}

/** The headers stand before the body. */
function giveHeaders(response: Node, headers: Node): void {
  if (Object.keys(headers).length === 0) return;
  const { content, headers: own, ...others } = response;
  const all = { ...headers, ...(isNode(own) ? own : {}) };
  rewrite(response, {
    ...others,
    headers: all,
    ...(content === undefined ? {} : { content }),
  });
}

/** Fills in the schemas that only say what their `data` is: by `page` of `x-defaults` where it is a list, by `envelope` otherwise. */
function completeEnvelopes(contract: Node): void {
  const { envelope, page } = nodeIn(contract, "x-defaults");
  if (!isNode(envelope) || !isNode(page)) return;
  for (const schema of Object.values(
    nodeIn(nodeIn(contract, "components"), "schemas"),
  ).filter(isNode)) {
    const { data } = nodeIn(schema, "properties");
    if ("type" in schema || !isNode(data)) continue;
    rewrite(
      schema,
      "items" in data
        ? paged(schema, data, page)
        : { ...merged(schema, envelope), properties: { data } },
    );
  }
}

function paged(
  schema: Node,
  { description, items, ...own }: Node,
  page: Node,
): Node {
  const { data: list, ...others } = nodeIn(page, "properties");
  const described = description === undefined ? {} : { description };
  const data = { ...described, ...(isNode(list) ? list : {}), ...own, items };
  return { ...merged(schema, page), properties: { data, ...others } };
}

/** What a rule says of a schema, around what the schema says itself. */
function merged(
  { properties: _, ...schema }: Node,
  { type, properties: __, ...rule }: Node,
): Node {
  return { type, ...schema, ...rule };
}

const shared = "#/components/parameters/Cursor";

/**
 * Gives each list a cursor of its own in place of the parameter `Cursor`, if that has no example: named by the end of the
 * path, with the `next_cursor` of the list's first example.
 */
function completeCursors(contract: Node): void {
  const parameters = nodeIn(nodeIn(contract, "components"), "parameters");
  const cursor = nodeIn(parameters, "Cursor");
  if (!("name" in cursor) || "example" in cursor) return;
  const cursors: Node = {};
  for (const { path, operation, parameters: used } of operationNodesIn(
    contract,
    "paths",
  ))
    for (const parameter of used.filter(({ $ref }) => $ref === shared)) {
      const name = `${singular(path)}Cursor`;
      cursors[name] ??= {
        ...cursor,
        example: nextCursorOf(contract, operation),
      };
      parameter["$ref"] = `#/components/parameters/${name}`;
    }
  const entries = Object.entries(parameters).flatMap(([name, parameter]) =>
    name === "Cursor" ? Object.entries(cursors) : [[name, parameter] as const],
  );
  rewrite(parameters, Object.fromEntries(entries));
}

/** `Delivery` of `/v1/webhooks/{id}/deliveries`. */
function singular(path: string): string {
  const name =
    path.split("/").at(-1)?.replace(/ies$/, "y").replace(/s$/, "") ?? "";
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) =>
    letter.toUpperCase(),
  );
}

function nextCursorOf(contract: Node, operation: Node): string | undefined {
  const page = followed(
    contract,
    nodeIn(nodeIn(operation, "responses"), "200"),
  );
  const [media] = Object.values(nodeIn(page, "content")).filter(isNode);
  const [example] = Object.values(nodeIn(media, "examples")).filter(isNode);
  return (
    example &&
    textIn(nodeIn(followed(contract, example), "value"), "next_cursor")
  );
}

/** The text of a file beside the contract. */
type ReadBeside = (path: string) => string;

/**
 * Puts the examples of the files that `x-example-files` names into `components`, and refers to each where its name says:
 * `operationId.request.name` or `operationId.status.name`.
 */
function completeExamples(contract: Node, read: ReadBeside): void {
  const files = exampleFilesOf(contract);
  if (files.length === 0) return;
  delete contract["x-example-files"];
  const examples = examplesIn(files, read);
  const components = nodeIn(contract, "components");
  components["examples"] = {
    ...Object.fromEntries(examples),
    ...nodeIn(components, "examples"),
  };
  for (const section of ["paths", "webhooks"] as const)
    for (const { operation } of operationNodesIn(contract, section)) {
      const id = String(operation["operationId"]);
      refer(operation["requestBody"], `${id}.request.`, examples);
      for (const [status, response] of Object.entries(
        nodeIn(operation, "responses"),
      ))
        refer(response, `${id}.${status}.`, examples);
    }
}

function refer(
  body: unknown,
  prefix: string,
  examples: Map<string, Node>,
): void {
  const names = [...examples.keys()].filter((name) => name.startsWith(prefix));
  if (names.length === 0 || !isNode(body)) return;
  for (const media of Object.values(nodeIn(body, "content")))
    if (isNode(media)) media["examples"] ??= referencesTo(names);
}

/** The files with the examples of a contract, by their paths beside it. */
export const exampleFilesOf = (contract: Node): string[] =>
  textsIn(contract, "x-example-files").map((name) => `examples/${name}.yaml`);

/** Examples by the last part of their names. */
const referencesTo = (names: string[]): Node =>
  Object.fromEntries(
    names.map((name) => [
      name.split(".").at(-1),
      { $ref: `#/components/examples/${name}` },
    ]),
  );

/** The examples of all files by name, each with its value in full. */
function examplesIn(names: string[], read: ReadBeside): Map<string, Node> {
  const files = new Map(
    names.map((name) => [name, parseYaml(read(name), name)]),
  );
  const folderOf = (name: string) => name.slice(0, name.lastIndexOf("/") + 1);
  const expanded = (
    value: unknown,
    file: string,
    passed: Node[] = [],
  ): unknown => {
    if (Array.isArray(value))
      return value.map((item) => expanded(item, file, passed));
    if (!isNode(value)) return value;
    const { $ref, ...own } = value;
    const fields = Object.fromEntries(
      Object.entries(own).map(([name, field]) => [
        name,
        expanded(field, file, passed),
      ]),
    );
    if (typeof $ref !== "string") return fields;
    const [path = "", pointer = ""] = $ref.split("#");
    const target = path === "" ? file : folderOf(file) + path;
    const found = namesIn(pointer).reduce<unknown>(childOf, files.get(target));
    const broken = (why: string) =>
      new Error(`${file} refers to ${$ref}, ${why}.`, {
        cause: { file, $ref },
      });
    if (!isNode(found)) throw broken("and there is no such object");
    if (passed.includes(found)) throw broken("which contains itself");
    return {
      ...(expanded(found, target, [...passed, found]) as Node),
      ...fields,
    };
  };
  const examples = names.flatMap((file) =>
    Object.entries(Object(files.get(file))).flatMap(([group, named]) =>
      group === "objects"
        ? []
        : Object.entries(isNode(named) ? named : { "": named }).map(
            ([name, example]) =>
              [`${group}.${name}`, expanded(example, file)] as const,
          ),
    ),
  );
  return new Map(examples as [string, Node][]);
}
