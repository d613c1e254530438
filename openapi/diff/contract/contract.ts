import { dirname, join } from "node:path";
import {
  childOf,
  isNode,
  nodeIn,
  textIn,
  type Node,
} from "../../model/node.ts";
import { decoded } from "../../model/pointer.ts";
import type { Positions } from "../../model/positions.ts";
import { readYaml } from "../../model/yaml.ts";
import { createNormalizer } from "./normal-form.ts";
import { recordLocations, type Document } from "./locations.ts";
import type { Source } from "./source.ts";

/** An opened contract. `documentOf` returns the file of each of its nodes. */
export interface Contract {
  name: string;
  root: Node;
  version: string | undefined;
}

/**
 * Opens a contract. Reads another file at the first reference to it.
 * @throws Error with the location, when a file is no contract of OpenAPI 3 or cannot be read
 */
export function openContract(source: Source): Contract {
  const documents = new Map<string, Document>();

  function open(path: string, from?: Document, at = ""): Document {
    const opened = documents.get(path);
    if (opened) return opened;
    const text = source.read(path);
    const file = source.nameOf(path);
    if (text === undefined)
      throw new Error(`There is no ${file}, to which ${at} refers.`);
    const positions: Positions = new Map();
    const { value: root, reason, position } = readYaml(text, positions);
    if (reason !== undefined)
      throw new Error(
        `${file}:${(position?.line ?? 0) + 1} cannot be read: ${reason}.`,
      );
    const main = from?.main ?? contractIn(root, file);
    const is30 = from?.is30 ?? /^3\.0/.test(String(main["openapi"]));
    const openRelative = (other: string, reference: string) =>
      open(join(dirname(path), decoded(other)), document, reference);
    const lines = text.split(/\r?\n/);
    const normalize = createNormalizer(is30, (node, original) =>
      positions.set(node, positions.get(original) ?? new Map()),
    );
    const document: Document = {
      file,
      root,
      lines,
      positions,
      main,
      is30,
      open: openRelative,
      normalizePart: (part) => {
        if (normalize(part)) recordLocations(document);
      },
    };
    documents.set(path, document);
    document.normalizePart(root);
    return document;
  }

  const { file, main } = open(source.path);
  return {
    name: file,
    root: main,
    version: textIn(nodeIn(main, "info"), "version"),
  };
}

function contractIn(root: unknown, file: string): Node {
  const version = childOf(root, "openapi");
  if (isNode(root) && typeof version === "string" && /^3\.\d/.test(version))
    return root;
  const kind = ["openapi", "swagger", "asyncapi"].find(
    (name) => childOf(root, name) !== undefined,
  );
  const found =
    kind === undefined
      ? "nothing"
      : `\`${kind}: ${JSON.stringify(childOf(root, kind))}\``;
  throw new Error(
    `${file} is not an OpenAPI 3 contract: it has to state a version such as \`openapi: "3.1.0"\`, and has ${found}.`,
  );
}
