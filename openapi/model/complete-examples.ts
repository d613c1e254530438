import { parse } from "yaml";
import { operationsIn, type PathItem } from "./contract.ts";
import { childOf, isNode, nodeIn, textsIn, type Node } from "./node.ts";
import { namesIn } from "./pointer.ts";

/** The text of a file beside the contract. */
export type ReadBeside = (path: string) => string;

/**
 * Puts the examples of the files that `x-example-files` names into `components`, and refers to each where its name says:
 * `operationId.request.name` or `operationId.status.name`.
 */
export function completeExamples(contract: Node, read: ReadBeside): void {
  const files = exampleFilesOf(contract);
  if (files.length === 0) return;
  delete contract["x-example-files"];
  const examples = examplesIn(files, read);
  const components = nodeIn(contract, "components");
  components["examples"] = { ...Object.fromEntries(examples), ...nodeIn(components, "examples") };
  for (const section of ["paths", "webhooks"])
    for (const { operation } of operationsIn(nodeIn(contract, section) as Record<string, PathItem>)) {
      const { operationId, requestBody, responses }: Node = { ...operation };
      refer(requestBody, `${String(operationId)}.request.`, examples);
      for (const [status, response] of Object.entries(isNode(responses) ? responses : {}))
        refer(response, `${String(operationId)}.${status}.`, examples);
    }
}

function refer(body: unknown, prefix: string, examples: Map<string, Node>): void {
  const names = [...examples.keys()].filter((name) => name.startsWith(prefix));
  if (names.length === 0 || !isNode(body)) return;
  for (const media of Object.values(nodeIn(body, "content")))
    if (isNode(media)) media["examples"] ??= referencesTo(names);
}

/** The files with the examples of a contract, by their paths beside it. */
export const exampleFilesOf = (contract: Node): string[] =>
  textsIn(contract, "x-example-files").map((name) => `examples/${name}.yaml`);

/** Examples by the last part of their names. */
export const referencesTo = (names: string[]): Node =>
  Object.fromEntries(
    names.map((name) => [name.split(".").at(-1), { $ref: `#/components/examples/${name}` }]),
  );

/** The examples of all files by name, each with its value in full. */
function examplesIn(names: string[], read: ReadBeside): Map<string, Node> {
  const files = new Map(names.map((name) => [name, parse(read(name)) as unknown]));
  const folderOf = (name: string) => name.slice(0, name.lastIndexOf("/") + 1);
  const whole = (value: unknown, file: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => whole(item, file));
    if (!isNode(value)) return value;
    const { $ref, ...own } = value;
    const fields = Object.fromEntries(Object.entries(own).map(([name, field]) => [name, whole(field, file)]));
    if (typeof $ref !== "string") return fields;
    const [path = "", pointer = ""] = $ref.split("#");
    const target = path === "" ? file : folderOf(file) + path;
    const found = namesIn(pointer).reduce<unknown>(childOf, files.get(target));
    if (!isNode(found)) throw new Error(`${file} refers to ${$ref}, and there is no such object.`);
    return { ...(whole(found, target) as Node), ...fields };
  };
  const examples = names.flatMap((file) =>
    Object.entries(files.get(file) ?? {}).flatMap(([group, named]) =>
      group === "objects"
        ? []
        : Object.entries(named as Node).map(
            ([name, example]) => [`${group}.${name}`, whole(example, file)] as const,
          ),
    ),
  );
  return new Map(examples as [string, Node][]);
}
