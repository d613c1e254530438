import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { makeFolder } from "../make-folder.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const here = join(root, "openapi/package");

const commands = ["lint", "diff", "generate", "docs", "mock", "conformance"];

/** Packages that the commands run or read as files, without an import. */
const packagesWithoutImport = [
  "openapi-fetch",
  "openapi-typescript-helpers",
  "@redocly/cli",
  "@stoplight/prism-cli",
];

/** The projects of TypeScript with the sources of the commands, the second for the script of the docs. */
const projects = ["tsconfig.json", "openapi/docs/reader/tsconfig.json"];

/** Files that the commands read or name, without an import. */
const assets = [
  "openapi/README.md",
  "openapi/keywords.md",
  "openapi/docs/docs.css",
  "openapi/docs/es/chapters.md",
  "redocly.yaml",
  "LICENSE",
];

/** Files that the commands load only for the contract of this repository. */
const forThisContract = [
  "openapi/docs/our-docs.ts",
  "openapi/generate/generate.ts",
];

/** The parts of this repository that a command needs, and the npm packages. */
interface Dependencies {
  files: string[];
  packages: string[];
}

/** Finds the dependencies of the commands for a contract of somebody else. */
async function findDependencies(): Promise<Dependencies> {
  const entryPoints = [
    ...commands.map((command) => `openapi/${command}/main.ts`),
    "openapi/docs/reader/main.ts",
  ];
  const { metafile } = await build({
    entryPoints,
    absWorkingDir: root,
    outdir: "unused",
    write: false,
    bundle: true,
    metafile: true,
    packages: "external",
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  const files = new Set<string>();
  const packages = new Set(packagesWithoutImport);
  const filesToVisit = [...entryPoints];
  for (let file = filesToVisit.pop(); file; file = filesToVisit.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const imports = metafile.inputs[file]?.imports ?? [];
    for (const { external, path } of imports) {
      if (forThisContract.includes(path)) continue;
      if (!external) filesToVisit.push(path);
      else if (!path.startsWith("node:")) packages.add(packageOf(path));
    }
  }
  return { files: [...files], packages: [...packages].sort() };
}

/**
 * Returns the package of an import: `ajv` for `ajv/dist/2020.js`, `@redocly/cli` for
 * `@redocly/cli/bin/cli.js`.
 */
const packageOf = (path: string): string =>
  path.split("/", path.startsWith("@") ? 2 : 1).join("/");

/** Returns the version of an installed package. */
function versionOf(name: string): string {
  const file = join(root, "node_modules", name, "package.json");
  const { version } = JSON.parse(readFileSync(file, "utf8")) as {
    version: string;
  };
  return version;
}

/**
 * Changes the texts of a source file: `contract-tools lint FILE` in the place of
 * `npm run lint -- FILE`, and no paragraph of a help about this repository.
 */
const withPackageCommands = (source: string): string =>
  source
    .replaceAll(/\n\nIn this repository: [^`]*(?=\n`)/g, "")
    .replaceAll(
      /npm run (lint|diff|generate|docs|mock|conformance)\b(?: (\[?)-- )?/g,
      "contract-tools $1 $2",
    );

/**
 * Builds the package.
 * @returns the path of its file
 */
export async function packTools(folder: string): Promise<string> {
  const packageRoot = mkdtempSync(join(tmpdir(), "contract-tools-"));
  try {
    const { files, packages } = await findDependencies();
    compileFiles(files, packageRoot);
    copyFiles(packageRoot);
    writeManifest(packages, packageRoot);
    return npmPack(packageRoot, folder);
  } finally {
    rmSync(packageRoot, { recursive: true });
  }
}

/** Compiles the sources of the commands to JavaScript, in the folders of their sources. */
function compileFiles(files: string[], packageRoot: string): void {
  const compiled = mkdtempSync(join(tmpdir(), "contract-tools-"));
  try {
    for (const project of projects) compileProject(project, compiled);
    for (const name of files) {
      const output = name.replace(/\.ts$/, ".js");
      const text = readFileSync(join(compiled, output), "utf8");
      writeInto(packageRoot, output, withPackageCommands(text));
    }
  } finally {
    rmSync(compiled, { recursive: true });
  }
}

function compileProject(project: string, folder: string): void {
  const compiler = join(root, "node_modules/typescript-7/bin/tsc");
  const options = [
    ...["--project", project],
    ...["--noEmit", "false"],
    ...["--noCheck", "true"],
    ...["--removeComments", "true"],
    ...["--rewriteRelativeImportExtensions", "true"],
    ...["--rootDir", root],
    ...["--outDir", folder],
  ];
  execFileSync(process.execPath, [compiler, ...options], { cwd: root });
}

/** Copies the sources of the client, the assets, and the files of this folder. */
function copyFiles(packageRoot: string): void {
  const clientFiles = readdirSync(join(root, "client"))
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `client/${name}`);
  for (const name of [...clientFiles, ...assets]) {
    const text = readFileSync(join(root, name), "utf8");
    const isTool = name.startsWith("openapi/");
    writeInto(packageRoot, name, isTool ? withPackageCommands(text) : text);
  }
  for (const name of ["bin.js", "README.md"])
    cpSync(join(here, name), join(packageRoot, name));
}

/** Writes a file of the package. */
function writeInto(packageRoot: string, name: string, text: string): void {
  const target = join(packageRoot, name);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}

function writeManifest(packages: string[], packageRoot: string): void {
  const { engines, version } = createRequire(import.meta.url)(
    join(root, "package.json"),
  ) as { engines: object; version: string };
  const manifest = {
    name: "contract-tools",
    version,
    description: "Lint, diff, generate, docs, mock and conformance for OpenAPI",
    license: "MIT",
    type: "module",
    bin: { "contract-tools": "bin.js" },
    engines,
    dependencies: Object.fromEntries(
      packages.map((name) => [name, versionOf(name)]),
    ),
  };
  writeFileSync(
    join(packageRoot, "package.json"),
    `${JSON.stringify(manifest, null, 2)}\n`,
  );
}

/** Runs `npm pack`. Returns the path of the package's file in a folder. */
function npmPack(packageRoot: string, folder: string): string {
  makeFolder(folder);
  const output = execFileSync(
    "npm",
    ["pack", "--json", "--pack-destination", resolve(folder)],
    { cwd: packageRoot, encoding: "utf8" },
  );
  const [{ filename }] = JSON.parse(output) as [{ filename: string }];
  return join(folder, filename);
}
