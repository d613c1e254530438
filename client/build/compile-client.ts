import { buildSync, transformSync } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));
const require = createRequire(import.meta.url);

/** Has no code, and its types are in the declarations. */
const typesOnly = "generated/types.ts";

/** The module systems that the package has, each in a folder of its own. */
const formats = { esm: "esm", cjs: "cjs" } as const;

/** The folder that has the declarations of `typesOnly`. The other refers to them, as they are a third of the package. */
const typesFolder = "cjs";

/** The libraries that the package brings along, so that consumers install nothing else: name → what is used of it. */
const bundled = {
  "openapi-fetch": { exports: "default", types: "dist/index.d.mts" },
  "openapi-typescript-helpers": { exports: "", types: "index.d.ts" },
};

/** The file that a source becomes. */
export const output = (source: string, extension: string): string => source.replace(/\.ts$/, extension);

/**
 * The files of the package: for each module system one module per source, so that consumers' bundlers leave out what
 * they do not use, with its types and a source map that leads to the source.
 * @throws Error when the client does not compile
 */
export function compileClient(entries: string[]): Map<string, string> {
  const files = new Map<string, string>();
  const add = (folder: string, name: string, content: string) => files.set(`${folder}/${name}`, content);
  const declarations = declare(entries);
  for (const [folder, format] of Object.entries(formats)) {
    for (const source of codeOf(entries)) {
      if (source !== typesOnly) add("src", source, readFileSync(join(root, source), "utf8"));
      const name = output(source, ".js");
      const { code, map } = transformSync(readFileSync(join(root, source), "utf8"), {
        loader: "ts",
        format,
        target: "es2022",
        sourcemap: true,
        sourcesContent: false,
        sourcefile: relative(join(folder, dirname(name)), join("src", source)),
        tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
      });
      const file = name.split("/").at(-1);
      add(folder, name, `${withOwnImports(name, code)}//# sourceMappingURL=${file}.map\n`);
      add(folder, `${name}.map`, map);
    }
    for (const [name, text] of declarations) {
      const isElsewhere = name === output(typesOnly, ".d.ts") && folder !== typesFolder;
      const types = `../../${typesFolder}/${output(typesOnly, ".js")}`;
      add(folder, name, isElsewhere ? `export type * from "${types}";\n` : lean(name, text));
    }
    for (const [name, { exports, types }] of Object.entries(bundled)) {
      const read = (file: string) => readFileSync(join(folderOf(name), file), "utf8");
      const at = `libraries/${name}`;
      const [library] = buildSync({
        stdin: { contents: `export { ${exports} } from "${name}";`, resolveDir: root },
        bundle: true,
        format,
        target: "es2022",
        minifyWhitespace: true,
        write: false,
      }).outputFiles;
      add(folder, `${at}.js`, library?.text ?? "");
      add(folder, `${at}.d.ts`, withoutComments(withOwnImports(`${at}.d.ts`, read(types))));
      add(folder, `${at}.LICENSE`, read("LICENSE"));
    }
  }
  return files;
}

/** The sources that code is needed of: those that the entries import for more than types. */
function codeOf(entries: string[]): Set<string> {
  const found = new Set(entries);
  for (const source of found) {
    const text = readFileSync(join(root, source), "utf8");
    for (const [, path = ""] of text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from "(\.[^"]+)"/gm))
      found.add(join(dirname(source), path));
  }
  return found;
}

/** The declarations of all sources, by tsc. */
function declare(entries: string[]): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "contacts-declarations-"));
  const config = join(folder, "tsconfig.json");
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    stripInternal: true,
    rewriteRelativeImportExtensions: true,
    rootDir: root,
    outDir: join(folder, "out"),
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
  };
  const files = entries.map((source) => join(root, source));
  const inherited = join(root, "tsconfig.json");
  writeFileSync(config, JSON.stringify({ extends: inherited, compilerOptions, files, include: [] }));
  try {
    const tsc = join(root, "node_modules/typescript-7/bin/tsc");
    const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", config], { encoding: "utf8" });
    if (status !== 0) throw new Error(`The client does not compile: ${stdout}`);
    const names = readdirSync(join(folder, "out"), { recursive: true, encoding: "utf8" });
    return new Map(
      names
        .filter((name) => name.endsWith(".d.ts"))
        .sort()
        .map((name) => [name, withOwnImports(name, readFileSync(join(folder, "out", name), "utf8"))]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const folderOf = (name: string) =>
  join(dirname(require.resolve(name)), name === "openapi-fetch" ? ".." : ".");

/** Leads imports to the files of the package: sources import sources, libraries are in their folder. */
function withOwnImports(file: string, text: string): string {
  const up = "../".repeat(file.split("/").length - 1);
  const libraries = Object.keys(bundled).join("|");
  return text
    .replaceAll(/((?:from |import |require\()"\.[^"]*)\.ts"/g, '$1.js"')
    .replaceAll(new RegExp(`(from |require\\()["'](${libraries})["']`, "g"), `$1"${up}libraries/$2.js"`);
}

/** What has its texts elsewhere: paths in their operations, schemas at the types of their names. */
const repeated = /^export interface paths {[^]*?^}|^ {4}(schemas|parameters): {[^]*?^ {4}};/gm;

/** Without texts that are said twice, and indented by tabs. */
function lean(name: string, content: string): string {
  if (!name.endsWith("generated/types.d.ts")) return content;
  return content
    .replaceAll(repeated, withoutComments)
    .replaceAll(/^( {4})+/gm, (indent) => "\t".repeat(indent.length / 4));
}

const withoutComments = (text: string) => text.replaceAll(/^ *\/\*\*[^]*?\*\/\n/gm, "");
