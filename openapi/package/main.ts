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
import { readOptions, runProgram } from "../options.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const here = join(root, "openapi/package");

const commands = ["lint", "diff", "generate", "docs", "mock", "conformance"];

/** Packages that are run, or read as files, and not imported. */
const others = [
  ...["tsx", "openapi-fetch", "openapi-typescript-helpers"],
  ...["@redocly/cli", "@stoplight/prism-cli"],
];

/** Files that are read, and not imported. */
const assets = [
  ...["openapi/docs/docs.css", "openapi/docs/es/chapters.md"],
  ...["redocly.yaml", "LICENSE"],
];

const help = `npm run tools -- --out DIR

Builds contract-tools, one package with lint, diff, generate, docs, mock and conformance for any contract, into the folder DIR.

  --out DIR    where its file is written, e.g. contract-tools-0.0.0.tgz
`;

/** The files and the packages that the commands need when they are given a contract. */
async function needed(): Promise<{ files: string[]; packages: string[] }> {
  const entryPoints = [
    ...commands.map((command) => `openapi/${command}/main.ts`),
    "openapi/docs/reader/main.ts",
  ];
  const { metafile } = await build({
    ...{ entryPoints, absWorkingDir: root, outdir: "unused", write: false },
    ...{ bundle: true, metafile: true, packages: "external" },
    ...{ platform: "node", format: "esm", logLevel: "error" },
  });
  const files = new Set<string>();
  const packages = new Set(others);
  const open = [...entryPoints];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    for (const { kind, external, path } of metafile.inputs[file]?.imports ??
      []) {
      // What is imported at run time is of this repository's own contract.
      if (kind !== "import-statement") continue;
      if (!external) open.push(path);
      else if (!path.startsWith("node:")) packages.add(packageOf(path));
    }
  }
  return { files: [...files], packages: [...packages].sort() };
}

/** `ajv` of `ajv/dist/2020.js`, `@redocly/cli` of `@redocly/cli/bin/cli.js`. */
const packageOf = (path: string): string =>
  path.split("/", path.startsWith("@") ? 2 : 1).join("/");

/** The version of an installed package. */
function versionOf(name: string): string {
  const file = join(root, "node_modules", name, "package.json");
  const { version } = JSON.parse(readFileSync(file, "utf8")) as {
    version: string;
  };
  return version;
}

/** A file of a command, whose texts name the command as its user runs it. */
const named = (text: string): string =>
  text.replaceAll(
    /npm run (lint|diff|generate|docs|mock|conformance)\b(?: (\[?)-- )?/g,
    "contract-tools $1 $2",
  );

/** Builds the package. @returns the path of its file */
export async function packTools(folder: string): Promise<string> {
  const work = mkdtempSync(join(tmpdir(), "contract-tools-"));
  try {
    const { files, packages } = await needed();
    const clientFiles = readdirSync(join(root, "client"))
      .filter((name) => name.endsWith(".ts"))
      .map((name) => `client/${name}`);
    for (const name of [...files, ...clientFiles, ...assets]) {
      const target = join(work, name);
      mkdirSync(dirname(target), { recursive: true });
      const text = readFileSync(join(root, name), "utf8");
      writeFileSync(target, name.startsWith("openapi/") ? named(text) : text);
    }
    for (const name of ["bin.js", "README.md"])
      cpSync(join(here, name), join(work, name));
    const { engines, version } = createRequire(import.meta.url)(
      join(root, "package.json"),
    ) as { engines: object; version: string };
    const manifest = {
      name: "contract-tools",
      version,
      description:
        "Lint, diff, generate, docs, mock and conformance for OpenAPI",
      license: "MIT",
      type: "module",
      bin: { "contract-tools": "bin.js" },
      engines,
      dependencies: Object.fromEntries(
        packages.map((name) => [name, versionOf(name)]),
      ),
    };
    writeFileSync(
      join(work, "package.json"),
      `${JSON.stringify(manifest, null, 2)}\n`,
    );
    mkdirSync(folder, { recursive: true });
    const arguments_ = [
      "pack",
      "--json",
      "--pack-destination",
      resolve(folder),
    ];
    const packed = execFileSync("npm", arguments_, {
      cwd: work,
      encoding: "utf8",
    });
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
    return join(folder, filename);
  } finally {
    rmSync(work, { recursive: true });
  }
}

async function main(): Promise<void> {
  const { out } = readOptions(help, { out: { type: "string" } });
  if (out === undefined) throw new Error("Give a folder: --out DIR.");
  console.log(`wrote ${await packTools(out)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runProgram(main);
