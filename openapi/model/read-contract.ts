import {
  bundle,
  createConfig,
  getLineColLocation,
  Source,
  type NormalizedProblem,
} from "@redocly/openapi-core";
import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import type { Contract } from "./contract.ts";
import { contractFile } from "./contract-file.ts";
import { addDefaults } from "./defaults.ts";
import { removeEmptyTexts } from "./empty-texts.ts";
import { removeForeignExtensions } from "./foreign-extensions.ts";
import { localResolver } from "./local-resolver.ts";
import { childOf, isNode, mapNodes, textIn, type Node } from "./node.ts";
import { namesIn } from "./pointer.ts";
import { requireTextReferences } from "./reference-texts.ts";
import { requireFile, requireNoPipe } from "./require-file.ts";
import { withOwnReferences } from "./self-references.ts";
import { typesOf32 } from "./types-32.ts";
import { parseYaml } from "./yaml.ts";

/** A contract with the files that contain it. */
interface ContractWithFiles {
  /** Path, relative to the folder of the contract → text. */
  files: Map<string, string>;
  /** The contract with the contents of its other files. */
  contract: Contract;
}

/**
 * Reads a contract, and bundles it when it refers to other files.
 * @throws Error with the line and column of broken YAML, or with the broken reference
 */
export async function readContract(
  file = contractFile,
): Promise<ContractWithFiles> {
  const path = resolve(file);
  const text = textOf(path, file);
  const written = parseYaml(text, file);
  if (!isNode(written))
    throw new Error(
      `${file} is not a contract: it must begin with \`openapi: 3.1.1\``,
    );
  const problem = versionProblem(written);
  if (problem !== undefined) throw new Error(`${file}: ${problem}`);
  requireTextReferences(written, text, file);
  const parsed = withOwnReferences(written);
  const { root, others } = refersToFiles(parsed)
    ? await bundled(new Source(path, text), parsed)
    : { root: parsed, others: [] };
  const files = new Map([[basename(path), text]]);
  for (const other of others)
    files.set(relative(dirname(path), other), readFileSync(other, "utf8"));
  const contract = root as Contract & Node;
  removeEmptyTexts(contract);
  removeForeignExtensions(contract);
  addDefaults(contract);
  return { files, contract };
}

/**
 * Reads the text of a file.
 * @throws Error when it is not UTF-8, as its other characters would be lost
 */
function textOf(path: string, file: string): string {
  requireFile(file);
  requireNoPipe(file);
  const bytes = readFileSync(path);
  if (!isUtf8(bytes))
    throw new Error(`${file} is not UTF-8: save it as UTF-8.`);
  return bytes.toString("utf8");
}

/**
 * Returns true when a contract refers to another file. A `$ref` in a value, such as an example, is
 * no reference.
 */
function refersToFiles(root: Node): boolean {
  let found = false;
  mapNodes(root, (node) => {
    const reference = textIn(node, "$ref");
    if (reference !== undefined && !reference.startsWith("#")) found = true;
    return node;
  });
  return found;
}

/**
 * Bundles a contract with the files that it refers to.
 * @returns the bundle, and the paths of the other files
 * @throws Error that names a broken reference
 */
async function bundled(source: Source, parsed: Node) {
  const {
    bundle: document,
    problems,
    fileDependencies,
  } = await bundle({
    doc: { source, parsed },
    config: await createConfig({
      plugins: [{ id: "types", typeExtension: { oas3: typesOf32 } }],
    }),
    externalRefResolver: localResolver(),
  });
  const [broken] = problems.filter(
    (each) => each.severity === "error" && !isOnNetwork(each),
  );
  if (broken) throw new Error(inOneLine(broken));
  const others = [...fileDependencies].filter((each) => !isAddress(each));
  return { root: document.parsed as Node, others };
}

/** Returns true for an example whose value is on the network: it stays there. */
function isOnNetwork({ location: [at] }: NormalizedProblem): boolean {
  if (!at) return false;
  const root: unknown = parseYaml(at.source.body, at.source.absoluteRef);
  const example = namesIn(at.pointer ?? "").reduce<unknown>(childOf, root);
  const address = isNode(example) && textIn(example, "externalValue");
  return typeof address === "string" && isAddress(address);
}

const isAddress = (text: string): boolean => /^https?:/.test(text);

/**
 * Returns a contract for tools of others. It removes the `schema` that `addDefaults` gives to a
 * parameter or header with `content`, and the `value` that it gives to an example with another form,
 * as OpenAPI allows only one of both.
 */
export const forOthers = <T extends object>(contract: T): T =>
  mapNodes(contract, (node) => {
    if ("dataValue" in node || "serializedValue" in node) {
      const { value: _, ...example } = node;
      return example;
    }
    if (!isNode(node["content"]) || !("schema" in node)) return node;
    const { schema: _, ...rest } = node;
    return rest;
  });

/** Writes a problem of Redocly in one line, with its file and line. */
function inOneLine({ message, location: [at] }: NormalizedProblem): string {
  if (!at) return message;
  const { line } = getLineColLocation(at).start;
  return `${relative(".", at.source.absoluteRef)}:${line}: ${message}`;
}

/**
 * Checks the version of OpenAPI in a contract. Returns the problem, or undefined. YAML reads `3.1`
 * as a number.
 */
export function versionProblem({ openapi, swagger }: Node): string | undefined {
  if (typeof openapi === "string" && /^3\.\d+\.\d+$/.test(openapi))
    return undefined;
  if (swagger !== undefined)
    return `This is a contract of Swagger ${String(swagger)}; convert it to OpenAPI 3 first`;
  const found =
    openapi === undefined
      ? "does not begin with it"
      : `has ${JSON.stringify(openapi)}`;
  return `The version of OpenAPI has three numbers, such as \`openapi: 3.1.1\`; the contract ${found}`;
}
