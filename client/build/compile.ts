import { buildSync } from "esbuild";
import { spawnSync } from "node:child_process";
import {
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { entries, output, programs, root } from "./entries.ts";

/** Library in the package → its types. Consumers need not install it. */
const libraries = {
  "openapi-fetch": "dist/index.d.mts",
  "openapi-typescript-helpers": "index.d.ts",
};

/**
 * Writes each source as ES module and as CommonJS module, so that bundlers can remove unused
 * modules. Source maps lead to `src`. The declarations of the ES modules refer to the declarations
 * of CommonJS.
 * @throws Error when the client does not compile
 */
export function compile(
  work: string,
  write: (name: string, content: string) => void,
): void {
  const sources = copySources(work);
  const declarations = declare(work, sources);
  const sourcesIn = (folder: string) =>
    declarations
      .filter((name) => name.startsWith(folder))
      .map((name) => join(sources, output(name, ".ts")));
  const code = sourcesIn("client");
  for (const format of ["esm", "cjs"] as const)
    writeModules({ work, sources, format, code, data: sourcesIn("generated") });
  for (const name of declarations) {
    const up = "../".repeat(name.split("/").length);
    write(`esm/${name}`, `export * from "${up}cjs/${output(name, ".js")}";\n`);
  }
  copyTypesOfLibraries(work);
  for (const folder of ["esm", "cjs"])
    for (const name of filesIn(join(work, folder), ".js", ".d.ts"))
      write(
        `${folder}/${name}`,
        withOwnImports(name, readFileSync(join(work, folder, name), "utf8")),
      );
  for (const file of filesIn(sources, ".ts").map((name) => join(sources, name)))
    if (!code.includes(file)) rmSync(file);
}

/** Copies the sources beside the packages that they import. Returns their folder. */
function copySources(work: string): string {
  const sources = join(work, "src");
  for (const folder of ["client", "generated"])
    for (const name of filesIn(join(root, folder), ".ts"))
      cpSync(join(root, folder, name), join(sources, folder, name));
  symlinkSync(join(root, "node_modules"), join(work, "node_modules"));
  return sources;
}

interface Modules {
  work: string;
  sources: string;
  format: "esm" | "cjs";
  /** The sources of the client. */
  code: string[];
  /** The generated sources. They have no source maps, as nobody debugs them. */
  data: string[];
}

/** Writes the modules of one format, with openapi-fetch as a module of its own. */
function writeModules({ work, sources, format, code, data }: Modules): void {
  const options = {
    format,
    target: "es2022",
    outdir: join(work, format),
    outbase: sources,
  } as const;
  buildSync({
    ...options,
    entryPoints: code,
    sourcemap: true,
    sourcesContent: false,
  });
  buildSync({ ...options, entryPoints: data });
  buildSync({
    ...options,
    stdin: {
      contents: 'export { default } from "openapi-fetch";',
      resolveDir: root,
    },
    entryNames: "libraries/openapi-fetch",
    bundle: true,
    minifyWhitespace: true,
  });
}

function copyTypesOfLibraries(work: string): void {
  for (const [name, types] of Object.entries(libraries)) {
    const folder = join(root, "node_modules", name);
    const copy = join(work, `cjs/libraries/${name}`);
    cpSync(join(folder, types), `${copy}.d.ts`);
    cpSync(join(folder, "LICENSE"), `${copy}.LICENSE`);
  }
}

const filesIn = (folder: string, ...extensions: string[]) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => extensions.some((extension) => name.endsWith(extension)))
    .sort();

/** Writes the declarations that the entries need. Returns their names. */
function declare(work: string, sources: string): string[] {
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    stripInternal: true,
    rootDir: sources,
    outDir: join(work, "cjs"),
    module: "esnext",
    moduleResolution: "bundler",
    types: ["node"],
  };
  const files = [...Object.values(entries), ...Object.values(programs)].map(
    (source) => join(sources, source),
  );
  const config = join(work, "tsconfig.json");
  const inherited = join(root, "tsconfig.json");
  writeFileSync(
    config,
    JSON.stringify({ extends: inherited, compilerOptions, files, include: [] }),
  );
  const tsc = join(root, "node_modules/typescript-7/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", config], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The client does not compile.\n${stdout}`);
  rmSync(config);
  return filesIn(join(work, "cjs"), ".d.ts");
}

/** Changes the imports of a file to paths in the package. */
function withOwnImports(file: string, text: string): string {
  const up = "../".repeat(file.split("/").length - 1);
  const names = Object.keys(libraries).join("|");
  return text
    .replaceAll(
      /((?:from |import |import\(|require\()"\.[^"]*)\.ts"/g,
      '$1.js"',
    )
    .replaceAll(
      new RegExp(`(from |require\\()["'](${names})["']`, "g"),
      `$1"${up}libraries/$2.js"`,
    );
}
