import {
  BaseResolver,
  bundle,
  createConfig,
  Source,
  type NormalizedProblem,
} from "@redocly/openapi-core";
import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Contract } from "./contract.ts";
import {
  type Node,
  followed,
  impliedId,
  isNode,
  mapNodes,
  nodeIn,
  operationNodesIn,
  textIn,
} from "./node.ts";
import { parseYaml } from "./yaml.ts";

/** The file of the contract. */
export const contractFile = fileURLToPath(
  new URL("../openapi.yaml", import.meta.url),
);

/** A contract and the files that it is written in. */
interface Read {
  /** The text of each file, by its path beside the contract. */
  files: Map<string, string>;
  /** The contract with everything that its other files hold. */
  contract: Contract;
}

/**
 * Reads a contract, and bundles it when it refers to other files.
 * @throws Error whose message says where the YAML is broken, by line and column, or which reference leads nowhere
 */
export async function readContract(file = contractFile): Promise<Read> {
  const path = resolve(file);
  const text = readFileSync(path, "utf8");
  const parsed = parseYaml(text, file);
  if (!isNode(parsed))
    throw new Error(
      `${file} is no contract, which begins with \`openapi: 3.1.1\``,
    );
  const problem = versionProblem(parsed);
  if (problem !== undefined) throw new Error(`${file}: ${problem}`);
  const { root, paths } = refersToFiles(parsed)
    ? await bundled(new Source(path, text), parsed)
    : { root: parsed, paths: [] };
  const files = new Map(
    [path, ...paths].map((each) => [
      relative(dirname(path), each),
      readFileSync(each, "utf8"),
    ]),
  );
  const contract = root as Contract & Node;
  giveDefaults(contract);
  return { files, contract };
}

/** Whether a contract refers to a file. What looks like a reference in a value, such as an example, is none. */
function refersToFiles(root: Node): boolean {
  let found = false;
  mapNodes(root, (node) => {
    const reference = textIn(node, "$ref");
    if (reference !== undefined && !reference.startsWith("#")) found = true;
    return node;
  });
  return found;
}

/** Bundles a contract with the files that it refers to. */
async function bundled(source: Source, parsed: Node) {
  const {
    bundle: document,
    problems,
    fileDependencies,
  } = await bundle({
    doc: { source, parsed },
    config: await createConfig({}),
    externalRefResolver: localResolver(),
  });
  const [broken] = problems.filter(({ severity }) => severity === "error");
  if (broken) throw new Error(inOneLine(broken));
  return { root: document.parsed as Node, paths: [...fileDependencies] };
}

/** Resolves references to files, and none to the network. */
function localResolver(): BaseResolver {
  const resolver = new BaseResolver();
  const load = resolver.loadExternalRef.bind(resolver);
  resolver.loadExternalRef = async (reference) => {
    if (/^https?:/.test(reference))
      throw new Error("it is on the network, which is not read");
    return load(reference);
  };
  return resolver;
}

/** A problem of Redocly with the file that has it. */
const inOneLine = ({ message, location: [at] }: NormalizedProblem): string =>
  at ? `${relative(".", at.source.absoluteRef)}: ${message}` : message;

/** What is wrong with the version of OpenAPI that a contract names. YAML reads `3.1` as a number. */
export function versionProblem({ openapi }: Node): string | undefined {
  if (typeof openapi === "string" && /^3\.\d+\.\d+$/.test(openapi))
    return undefined;
  const found =
    openapi === undefined
      ? "does not begin with it"
      : `has ${JSON.stringify(openapi)}`;
  return `The version of OpenAPI has three numbers, such as \`openapi: 3.1.1\`; the contract ${found}`;
}

const sections = {
  ...{
    servers: [],
    tags: [],
    "x-limits": {},
    "x-delivery": {},
    "x-unrouted-responses": {},
  },
  ...{ paths: {}, webhooks: {}, components: {} },
};
const components = {
  securitySchemes: {},
  parameters: {},
  responses: {},
  schemas: {},
  examples: {},
};

/** Gives a contract what our tools read of every one, and OpenAPI does not ask for. */
function giveDefaults(contract: Node): void {
  give(contract, { info: {}, ...structuredClone(sections) });
  resolveItems(contract);
  give(nodeIn(contract, "info"), {
    title: "API",
    version: "0.0.0",
    summary: "",
    description: "",
  });
  give(nodeIn(contract, "components"), structuredClone(components));
  const tags = Array.isArray(contract["tags"])
    ? contract["tags"].filter(isNode)
    : [];
  for (const tag of tags) give(tag, { description: "" });
  const declaredTags = new Set(tags.map((tag) => textIn(tag, "name")));
  for (const section of ["paths", "webhooks"] as const)
    for (const { method, path, operation } of operationNodesIn(
      contract,
      section,
    )) {
      give(operation, {
        operationId: impliedId(method, path),
        tags: ["Operations"],
        responses: {},
      });
      give(operation, {
        security: contract["security"] ?? [],
        summary: operation["operationId"],
      });
      give(operation, { description: operation["summary"] });
      const [tag] = operation["tags"] as unknown[];
      if (declaredTags.has(String(tag))) continue;
      declaredTags.add(String(tag));
      (contract["tags"] as unknown[]).push({ name: tag, description: "" });
    }
}

/** Puts path items and bodies of requests in the place of references to them, and a schema where there is only a content; one example becomes a named one. */
function resolveItems(contract: Node): void {
  for (const section of ["paths", "webhooks"] as const) {
    const items = nodeIn(contract, section);
    for (const [path, item] of Object.entries(items))
      if (isNode(item) && "$ref" in item)
        items[path] = structuredClone(followed(contract, item));
    for (const { operation, parameters } of operationNodesIn(
      contract,
      section,
    )) {
      if (isNode(operation["requestBody"]))
        operation["requestBody"] = followed(contract, operation["requestBody"]);
      const responses = nodesIn(nodeIn(operation, "responses")).map((each) =>
        followed(contract, each),
      );
      const headers = responses.flatMap((response) =>
        nodesIn(nodeIn(response, "headers")),
      );
      for (const element of [...parameters, ...headers])
        giveSchema(followed(contract, element));
      const bodies = [nodeIn(operation, "requestBody"), ...responses];
      for (const media of bodies.flatMap((body) =>
        nodesIn(nodeIn(body, "content")),
      )) {
        const { example } = media;
        give(media, {
          schema: {},
          ...(example !== undefined && {
            examples: { example: { value: example } },
          }),
        });
        delete media["example"];
      }
    }
  }
  delete nodeIn(contract, "components")["pathItems"];
}

const nodesIn = (node: Node) => Object.values(node).filter(isNode);

function giveSchema(element: Node): void {
  const [media] = nodesIn(nodeIn(element, "content"));
  give(element, { schema: media?.["schema"] ?? {} });
}

/** Sets the fields that a mapping lacks. */
function give(node: Node, fields: Node): void {
  for (const [name, value] of Object.entries(fields)) node[name] ??= value;
}
