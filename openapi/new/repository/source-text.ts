import ts from "typescript";

/**
 * The name in an import statement or a re-export, and the file or the package that it comes from.
 */
interface Imported {
  /** The positions at which the statement begins and ends in the text. */
  start: number;
  end: number;
  from: string;
  /** The names that the file uses. */
  names: string[];
}

/** Reads the imports of a file. */
export function importsOf(file: string, text: string): Imported[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement): Imported[] => {
    if (!ts.isImportDeclaration(statement)) return [];
    const { importClause: clause, moduleSpecifier } = statement;
    const { text: from } = moduleSpecifier as ts.StringLiteral;
    const bindings = clause?.namedBindings;
    const named =
      bindings && ts.isNamedImports(bindings)
        ? bindings.elements.map(({ name }) => name.text)
        : [];
    const own = clause?.name ? [clause.name.text] : [];
    return [
      {
        start: statement.getStart(source),
        end: statement.getEnd(),
        from,
        names: [...own, ...named],
      },
    ];
  });
}

/**
 * Every path that a file names as a module: of imports, of re-exports, of types and of imports at
 * run time.
 */
export const modulesOf = (text: string): string[] =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([^"$]+)"/g)].map(
    ([, path = ""]) => path,
  );

/** Leaves out the imports of some modules, and each line that uses what they give. */
export function withoutModules(
  file: string,
  text: string,
  isLeftOut: (from: string) => boolean,
): string {
  const left = importsOf(file, text).filter(({ from }) => isLeftOut(from));
  let rest = text;
  for (const { start, end } of left.toReversed())
    rest = rest.slice(0, start) + rest.slice(end).replace(/^\n/, "");
  const names = left.flatMap((each) => each.names);
  if (names.length === 0) return rest;
  return withoutLines(rest, new RegExp(`\\b(${names.join("|")})\\b`));
}

export const withoutLines = (text: string, words: RegExp): string =>
  text
    .split("\n")
    .filter((line) => !words.test(line))
    .join("\n");

/** Leaves out the imported names that nothing uses any more. */
export function withoutUnusedImports(file: string, text: string): string {
  const imports = importsOf(file, text);
  const code = imports.reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(end),
    text,
  );
  let cleaned = text;
  for (const { start, end, names } of imports.toReversed()) {
    const unused = names.filter(
      (name) => !new RegExp(`\\b${name}\\b`).test(code),
    );
    if (unused.length === 0) continue;
    const statement = text.slice(start, end);
    const without =
      unused.length === names.length
        ? ""
        : unused.reduce(
            (rest, name) =>
              rest.replace(new RegExp(`(type )?\\b${name}\\b,?\\s*`), ""),
            statement,
          );
    cleaned = cleaned.slice(0, start) + without + cleaned.slice(end);
  }
  return cleaned;
}
