import {
  childOf,
  eachText,
  isNode,
  listIn,
  namesIn,
  pointerTo,
  textIn,
  type Node,
} from "../model/node.ts";
import type { ContractFile, Problem } from "./contract-files.ts";

/**
 * Moves a problem of what rules fill in to where it is written: of an example to its file, of anything else to the part of the
 * contract around it.
 */
export const toWritten =
  ({ source, root }: ContractFile, examples: ContractFile[]) =>
  (problem: Problem): Problem => {
    const pointer = problem.location[0]?.pointer ?? "";
    const [, name = "", rest = ""] =
      /^#\/components\/examples\/([^/]+)(.*)/.exec(pointer) ?? [];
    const group = name.slice(0, name.lastIndexOf("."));
    const example = examples.find((file) => Object.hasOwn(file.root, group));
    if (name !== "" && example) {
      const names = [group, name.slice(group.length + 1), ...namesIn(rest)];
      // Of an object in several examples it says one thing.
      const message = problem.message.replace(
        / `\w+` property (?=must NOT)/,
        " ",
      );
      return {
        ...problem,
        message,
        location: [locationOf(example, names, examples)],
      };
    }
    const names = namesIn(pointer);
    const isThere = (count: number) =>
      names.slice(0, count).reduce<unknown>(childOf, root) !== undefined;
    if (isThere(names.length)) return problem;
    const around = names.slice(
      0,
      names.findIndex((_, i) => !isThere(i + 1)),
    );
    const origin = originOf(root, around, names, problem.message);
    const at = {
      source,
      pointer: (origin ?? around).reduce(pointerTo, "#"),
      reportOnKey: !origin,
    };
    return { ...problem, location: [at] };
  };

/** Where a part of an example is written: in its file, or in an object that it refers to. */
function locationOf(
  file: ContractFile,
  names: string[],
  examples: ContractFile[],
): Problem["location"][number] {
  for (const [depth, name] of names.entries()) {
    const node = names.slice(0, depth).reduce<unknown>(childOf, file.root);
    if (!isNode(node) || Object.hasOwn(node, name)) continue;
    const [path = "", pointer] = textIn(node, "$ref")?.split("#") ?? [];
    const target =
      examples.find(
        ({ source }) => path !== "" && source.absoluteRef.endsWith(path),
      ) ?? file;
    if (pointer !== undefined)
      return locationOf(
        target,
        [...namesIn(pointer), ...names.slice(depth)],
        examples,
      );
  }
  return {
    source: file.source,
    pointer: names.reduce(pointerTo, "#"),
    reportOnKey: false,
  };
}

/** The names that lead to what filled in what `names` lead to, as far as anybody can tell: a default, or a mark of what is around. */
function originOf(
  root: Node,
  around: string[],
  names: string[],
  message: string,
): string[] | undefined {
  let origin: string[] | undefined;
  eachText(root["x-defaults"], (text, path) => {
    if (text.startsWith("#/") && message.includes(`\`${text}\``))
      origin ??= ["x-defaults", ...path.map(String)];
  });
  if (origin) return origin;
  // What is no parameter of the contract is the cursor of a list.
  if (around.join() === "components,parameters")
    return [...around, "Cursor", ...names.slice(3)];
  const node = around.reduce<unknown>(childOf, root);
  if (!isNode(node)) return undefined;
  if ("x-event" in node) return [...around, "x-event"];
  const example = names[names.lastIndexOf("examples") + 1];
  const i = listIn(node, "x-examples").findIndex(
    (name) => String(name).split(".").at(-1) === example,
  );
  return i < 0 ? undefined : [...around, "x-examples", String(i)];
}
