import { transformSync } from "esbuild";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { clientVersion } from "../../client/version.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const require = createRequire(import.meta.url);

/** Where the package is built. */
export const clientFile = join(root, "generated/client/contacts-client.tgz");

/** What consumers can import → the source that it comes from. */
const entries = {
  ".": "client/index.ts",
  "./webhooks": "client/verify-webhook.ts",
  "./schema": "generated/types.ts",
};

/** The contract, as consumers can import it. JSON is YAML too, so one file is both and they cannot differ. */
const contractFile = "generated/openapi.json";
const documents = ["./openapi.json", "./openapi.yaml"];

/** The libraries that the package brings along, so that consumers install nothing else: name → its files. */
const bundled = {
  "openapi-fetch": { code: "dist/index.mjs", types: "dist/index.d.mts" },
  "openapi-typescript-helpers": { code: "index.js", types: "index.d.ts" },
};

/** Builds the package of the client with the contract in it: the same bytes on every machine. */
export function packClient(file = clientFile): void {
  const work = mkdtempSync(join(tmpdir(), "contacts-client-"));
  try {
    const made = new Map([...compile(), ...libraries()]);
    for (const name of needed(made)) write(join(work, name), lean(name, made.get(name) ?? ""));
    const contract: unknown = JSON.parse(readFileSync(join(root, contractFile), "utf8"));
    write(join(work, "openapi.json"), JSON.stringify(contract));
    copy("LICENSE", join(work, "LICENSE"));
    copy("client/README.md", join(work, "README.md"));
    write(join(work, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
    execFileSync("npm", ["pack", "--silent"], { cwd: work, stdio: ["ignore", "ignore", "inherit"] });
    mkdirSync(dirname(file), { recursive: true });
    cpSync(join(work, `contacts-client-${clientVersion}.tgz`), file);
  } finally {
    rmSync(work, { recursive: true });
  }
}

function manifest(): object {
  const code = Object.entries(entries).map(([name, source]) => [
    name,
    { types: `./${output(source, ".d.ts")}`, default: `./${output(source, ".js")}` },
  ]);
  const contract = documents.map((name) => [name, "./openapi.json"]);
  return {
    name: "contacts-client",
    version: clientVersion,
    description: "Typed client of the Contacts API, and the contract itself",
    license: "MIT",
    type: "module",
    sideEffects: false,
    engines: { node: ">=20.19" },
    exports: Object.fromEntries([...code, ...contract]),
  };
}

/** One module per source, so that consumers' bundlers leave out what they do not use. */
function compile(): Map<string, string> {
  const config = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.config.compilerOptions, root);
  const emitting: ts.CompilerOptions = {
    ...options,
    target: ts.ScriptTarget.ES2022,
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: root,
    outDir: root,
  };
  const sources = Object.values(entries).map((source) => join(root, source));
  const program = ts.createProgram(sources, emitting);
  const files = new Map<string, string>();
  const { diagnostics } = program.emit(undefined, (name, text) => {
    files.set(name.slice(root.length), withOwnImports(name.slice(root.length), text));
  });
  const [fault] = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (fault)
    throw new Error(
      `The client does not compile: ${ts.flattenDiagnosticMessageText(fault.messageText, "\n")}`,
    );
  return files;
}

function libraries(): [name: string, content: string][] {
  return Object.entries(bundled).flatMap(([name, { code, types }]) => {
    const folder = join(dirname(require.resolve(name)), name === "openapi-fetch" ? ".." : ".");
    const read = (file: string) => readFileSync(join(folder, file), "utf8");
    const at = `libraries/${name}`;
    return [
      [`${at}.js`, withOwnImports(`${at}.js`, read(code)).replace(/^\/\/# sourceMappingURL.*$/m, "")],
      [`${at}.d.ts`, withOwnImports(`${at}.d.ts`, read(types))],
      [`${at}.LICENSE`, read("LICENSE")],
    ];
  });
}

/** Leads imports to the files of the package: declarations still name sources, libraries are in their folder. */
function withOwnImports(file: string, text: string): string {
  const up = "../".repeat(file.split("/").length - 1);
  return text
    .replaceAll(/(from "\.[^"]*)\.ts"/g, '$1.js"')
    .replaceAll(
      new RegExp(`from ["'](${Object.keys(bundled).join("|")})["']`, "g"),
      `from "${up}libraries/$1.js"`,
    );
}

/** The files that the entries lead to. Code and declarations each lead to their like. */
function needed(made: Map<string, string>): Set<string> {
  const names = Object.values(entries).flatMap((source) => [output(source, ".js"), output(source, ".d.ts")]);
  const found = new Set([...made.keys()].filter((name) => name.endsWith("LICENSE") || names.includes(name)));
  for (const name of found) {
    const [, extension = ""] = /(\.js|\.d\.ts)$/.exec(name) ?? [];
    for (const [, path = ""] of (made.get(name) ?? "").matchAll(/(?:from|import) ?"(\.[^"]+)\.js"/g))
      found.add(join(dirname(name), path) + extension);
  }
  return found;
}

/** Without what people read elsewhere: libraries have their own pages, and operations the texts of their paths. */
function lean(name: string, content: string): string {
  const isLibrary = name.startsWith("libraries/");
  if (isLibrary && name.endsWith(".d.ts")) return withoutComments(content);
  if (name.endsWith(".d.ts")) return content.replace(/^export interface paths {[^]*?^}/m, withoutComments);
  if (!name.endsWith(".js")) return content;
  // Names stay as they are where a stack may show them.
  const minify = { minifyWhitespace: true, minifySyntax: true, minifyIdentifiers: isLibrary };
  return transformSync(content, { format: "esm", target: "es2022", ...minify }).code;
}

const withoutComments = (text: string) => text.replaceAll(/^ *\/\*\*[^]*?\*\/\n/gm, "");
const output = (source: string, extension: string) => source.replace(/\.ts$/, extension);
const copy = (source: string, target: string) => cpSync(join(root, source), target);

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    packClient();
    console.log(
      `wrote generated/client/contacts-client.tgz (${(statSync(clientFile).size / 1000).toFixed(1)} kB)`,
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
