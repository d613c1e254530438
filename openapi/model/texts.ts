/** Where a text stands: the names that lead to it. */
export type Path = (string | number)[];

/** Calls a function for each text of a document, once where a node is shared, with its place. */
export function eachText(root: unknown, visit: (text: string, path: Path) => void): void {
  const known = new Set<unknown>();
  const enter = (node: unknown, path: Path): void => {
    if (typeof node === "string") visit(node, path);
    if (typeof node !== "object" || node === null || known.has(node)) return;
    known.add(node);
    for (const [name, child] of Object.entries(node)) enter(child, [...path, name]);
  };
  enter(root, []);
}
