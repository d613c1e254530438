import { isRecord } from "../json.ts";

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

function toolOf(
  method: string,
  path: string,
  operation: Published,
  contract: PublishedContract,
): Tool {
  const { operationId: name, summary: title } = operation;
  const description = operation.description.replace(scopeSentence, "");
  const follow = (node: unknown) => inlined(node, contract);
  const parameters = (operation.parameters ?? []).map(follow);
  const body = follow(operation.requestBody);
  const isIn = (location: string) => (each: Node) => each["in"] === location;
  const nameOf = (each: Node) => String(each["name"]);
  const inputs = parameters.filter(
    (each) => each["in"] !== "header" || nameOf(each) === "If-Match",
  );
  const success = follow(operation.responses["200"]);
  const page = objectIn(success, "content", "application/json", "schema");
  const isList = at(page, ["properties", "data", "type"]) === "array";
  const hasViews = isList && !inputs.some((each) => nameOf(each) === "view");
  const described = inputs.map((each) => [
    nameOf(each),
    {
      ...objectIn(each, "schema"),
      description: each["description"],
      deprecated: each["deprecated"],
    },
  ]);
  return {
    name,
    title,
    description: operation.deprecated
      ? `Deprecated: ${description}`
      : description,
    inputSchema: {
      type: "object",
      properties: {
        ...Object.fromEntries(described),
        ...(hasViews && { view: viewSchema }),
        ...(operation.requestBody && {
          body: objectIn(body, "content", "application/json", "schema"),
        }),
      },
      required: [
        ...inputs.filter((each) => each["required"] === true).map(nameOf),
        ...(body["required"] === true ? ["body"] : []),
      ],
    },
    annotations: {
      readOnlyHint: method === "get",
      // A creation only adds. Other writes may change or remove existing objects.
      destructiveHint: method !== "get" && !("201" in operation.responses),
      idempotentHint: method !== "post",
    },
    method,
    path,
    inPath: inputs.filter(isIn("path")).map(nameOf),
    hasViews,
    takesKey: parameters.some((each) => nameOf(each) === "Idempotency-Key"),
    meanings: Object.fromEntries(
      Object.entries(operation.responses).map(([status, node]) => [
        status,
        String(follow(node)["description"] ?? ""),
      ]),
    ),
  };
}

/**
 * Returns true for a keyword that a model does not need. The server explains values that a pattern
 * rejects.
 */
const isNoise = (name: string) =>
  /^(x-|(examples?|discriminator|pattern|minLength|propertyNames)$)/.test(name);

/**
 * Matches the last sentence of a description, which a model does not need: the key has the scopes
 * of its tools.
 */
const scopeSentence = /\n\nThe API key needs the scopes? .*$/;

/**
 * Copies a part of the contract without references, examples, patterns and extensions. A schema
 * that contains itself allows any value at that place.
 */
function inlined(node: unknown, contract: PublishedContract): Node {
  const walk = (
    value: unknown,
    around: unknown[] = [],
    areFields = false,
  ): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk(item, around));
    if (!isRecord(value)) return value;
    const { $ref, ...own } = value;
    const isInlined = typeof $ref === "string" && !around.includes($ref);
    const target = isInlined
      ? walk(at(contract, $ref.split("/").slice(1)), [...around, $ref])
      : {};
    const entries = Object.entries(own).filter(
      ([name]) => areFields || !isNoise(name),
    );
    return {
      ...(isRecord(target) && target),
      ...Object.fromEntries(
        entries.map(([name, each]) => [
          name,
          walk(each, around, name === "properties" && !areFields),
        ]),
      ),
    };
  };
  return objectIn(walk(node));
}

/** Returns a value inside of an object, by the names that lead to it. */
const at = (value: unknown, names: string[]): unknown =>
  names.reduce(
    (found, name) => (isRecord(found) ? found[name] : undefined),
    value,
  );

const objectIn = (value: unknown, ...names: string[]): Node => {
  const found = at(value, names);
  return isRecord(found) ? found : {};
};
