import { isRecord } from "../json.ts";
import { inlineReferences, valueAt, withoutNoise } from "./inline-schema.ts";

/** The parts of a published contract from which tools are made. */
export interface PublishedContract {
  info: { title: string; summary?: string };
  /** The security of operations without their own. */
  security?: Requirement[];
  paths: Record<
    string,
    { parameters?: Node[] } & { [M in (typeof methods)[number]]?: Published }
  >;
  components: object;
}

const methods = ["get", "post", "put", "patch", "delete"] as const;

/** The views of lists. The first is the default. */
export const views = ["compact", "full"] as const;

const viewSchema = {
  type: "string",
  enum: views,
  default: views[0],
  description:
    "`compact` leaves out versions and what is empty, 0 or false, and cuts long texts.",
};

/** Security scheme → scopes. */
type Requirement = Record<string, string[]>;

/** An operation of the contract. */
interface Published {
  operationId: string;
  summary: string;
  description: string;
  deprecated?: boolean;
  security?: Requirement[];
  parameters?: Node[];
  requestBody?: Node;
  responses: Record<string, Node>;
}

type Node = Record<string, unknown>;

/** A tool with its operation. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: {
    type: "object";
    properties: Record<string, object>;
    required: string[];
  };
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
  };
  method: string;
  path: string;
  /** The names of the parameters in the path. */
  inPath: string[];
  /** True for a list, which has the parameter `view`. */
  hasViews: boolean;
  /** True for a creation that can be repeated safely. */
  takesKey: boolean;
  /** Status → meaning of its errors. */
  meanings: Record<string, string>;
}

/** Returns a tool for each operation that a key with these scopes may call. */
export function toolsOf(
  contract: PublishedContract,
  scopes: readonly string[],
): Tool[] {
  const { security: usual = [] } = contract;
  const isGranted = (scope: string) =>
    scopes.includes(scope) || scopes.includes("*");
  // A key belongs to the scheme of the contract. Other schemes have other clients.
  const mayCall = ({ security: [first = {}] = usual }: Published) =>
    Object.entries(first).every(
      ([scheme, asked]) => usual[0]?.[scheme] && asked.every(isGranted),
    );
  return Object.entries(contract.paths).flatMap(
    ([path, { parameters: shared = [], ...item }]) =>
      methods.flatMap((method) => {
        const operation = item[method];
        if (!operation || !mayCall(operation)) return [];
        const parameters = [...shared, ...(operation.parameters ?? [])];
        return toolOf(method, path, { ...operation, parameters }, contract);
      }),
  );
}

/** Describes an operation as a tool: its name, its inputs and what it changes. */
function toolOf(
  method: string,
  path: string,
  operation: Published,
  contract: PublishedContract,
): Tool {
  const { operationId: name, summary: title } = operation;
  const follow = (node: unknown): Node =>
    nodeAt(withoutNoise(inlineReferences(node, contract)));
  const parameters = (operation.parameters ?? []).map(follow);
  const inputs = parameters.filter(
    (each) => each["in"] !== "header" || nameOf(each) === "If-Match",
  );
  const hasViews =
    isList(follow(operation.responses["200"])) &&
    !inputs.some((each) => nameOf(each) === "view");
  const body = operation.requestBody && follow(operation.requestBody);
  return {
    name,
    title,
    description: descriptionOf(operation),
    inputSchema: inputSchemaOf(inputs, body, hasViews),
    annotations: annotationsOf(method, operation),
    method,
    path,
    inPath: inputs.filter((each) => each["in"] === "path").map(nameOf),
    hasViews,
    takesKey: parameters.some((each) => nameOf(each) === "Idempotency-Key"),
    meanings: meaningsOf(operation, follow),
  };
}

const nameOf = (parameter: Node) => String(parameter["name"]);

/** Returns true for the response of a list. */
const isList = (success: Node): boolean =>
  valueAt(schemaOf(success), ["properties", "data", "type"]) === "array";

/**
 * Matches the last sentence of a description, which a model does not need: the key has the scopes
 * of its tools.
 */
const scopeSentence = /\n\nThe API key needs the scopes? .*$/;

function descriptionOf({ description, deprecated }: Published): string {
  const text = description.replace(scopeSentence, "");
  return deprecated ? `Deprecated: ${text}` : text;
}

/** Returns the schema of a tool's arguments: the parameters by name, the view and the body. */
function inputSchemaOf(
  parameters: Node[],
  body: Node | undefined,
  hasViews: boolean,
): Tool["inputSchema"] {
  const described = parameters.map((each) => [
    nameOf(each),
    {
      ...nodeAt(each, "schema"),
      description: each["description"],
      deprecated: each["deprecated"],
    },
  ]);
  const required = parameters
    .filter((each) => each["required"] === true)
    .map(nameOf);
  return {
    type: "object",
    properties: {
      ...Object.fromEntries(described),
      ...(hasViews && { view: viewSchema }),
      ...(body && { body: schemaOf(body) }),
    },
    required: body?.["required"] === true ? [...required, "body"] : required,
  };
}

const annotationsOf = (
  method: string,
  { responses }: Published,
): Tool["annotations"] => ({
  readOnlyHint: method === "get",
  // A creation only adds. Other writes may change or remove existing objects.
  destructiveHint: method !== "get" && !("201" in responses),
  idempotentHint: method !== "post",
});

/** Returns status → meaning of the response. */
function meaningsOf(
  { responses }: Published,
  follow: (node: unknown) => Node,
): Record<string, string> {
  const meanings = Object.entries(responses).map(([status, response]) => [
    status,
    String(follow(response)["description"] ?? ""),
  ]);
  return Object.fromEntries(meanings) as Record<string, string>;
}

/** Returns the schema of a body of JSON. */
const schemaOf = (body: Node): Node =>
  nodeAt(body, "content", "application/json", "schema");

/** Returns an object inside of another one, or an empty object. */
function nodeAt(value: unknown, ...names: string[]): Node {
  const found = valueAt(value, names);
  return isRecord(found) ? found : {};
}
