import { buildSync } from "esbuild";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { publishedContract } from "../../openapi/generate/bundles.ts";
import { otherClientsOf } from "../../openapi/model/contract.ts";
import { readContract } from "../../openapi/model/read-contract.ts";
import { packageName } from "../../openapi/model/releases.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

const { contract: written } = await readContract();

/** The entries whose sources are there: an API without webhooks has none of theirs. */
const withSources = (named: Record<string, string>) =>
  Object.entries(named).filter(([, source]) => existsSync(join(root, source)));

/** What consumers can import → the source that it comes from. */
const entries: Record<string, string> & Record<".", string> = {
  ".": "client/index.ts",
  ...Object.fromEntries(
    otherClientsOf(written).map((name) => [`./${name}`, `client/${name}.ts`]),
  ),
  ...Object.fromEntries(
    withSources({
      "./webhooks": "client/webhooks/index.ts",
      "./webhooks/node": "client/webhooks/node.ts",
      "./testing": "client/testing.ts",
      "./mcp": "client/mcp/index.ts",
      "./schema": "generated/types.ts",
    }),
  ),
};

/** Whether the client follows a feed of events. */
const hasFeed = written.tags.some((tag) => tag["x-client"] === "follow");

/** Commands of `npx` → the program that each runs. */
const programs: Record<string, string> = Object.fromEntries(
  withSources({
    "contacts-mcp": "client/mcp/main.ts",
    ...(hasFeed && { "contacts-listen": "client/listen/main.ts" }),
  }),
);

/** The contract, as consumers can import it. JSON is YAML too, so one file is both and they cannot differ. */
const documents = ["./openapi.json", "./openapi.yaml"];

/** The libraries that the package brings along, so that consumers install nothing else → their types. */
const libraries = {
  "openapi-fetch": "dist/index.d.mts",
  "openapi-typescript-helpers": "index.d.ts",
};

/**
 * Builds the package of the client with the contract in it: the same bytes on every machine.
 * @param folder where its file is written, e.g. `contacts-client-1.2.0.tgz`
 * @param release its version. Without one it is of no release, and a hash of its content is in its version.
 * @returns the path of its file
 */
export function packClient(folder: string, release?: string): string {
  const work = mkdtempSync(join(tmpdir(), "contacts-client-"));
  const write = (name: string, content: string) => {
    mkdirSync(dirname(join(work, name)), { recursive: true });
    writeFileSync(join(work, name), content);
  };
  const json = (name: string, content: object) =>
    write(name, `${JSON.stringify(content, null, 2)}\n`);
  try {
    const contract = publishedContract(written);
    compile(work, write);
    write("openapi.json", JSON.stringify(contract));
    cpSync(join(root, "LICENSE"), join(work, "LICENSE"));
    cpSync(join(root, "client/README.md"), join(work, "README.md"));
    cpSync(join(root, "CHANGELOG.md"), join(work, "CHANGELOG.md"));
    const examples = join(root, "client/examples");
    for (const name of readdirSync(examples))
      write(
        `examples/${name}`,
        forConsumers(readFileSync(join(examples, name), "utf8")),
      );
    json("cjs/package.json", { type: "commonjs" });
    for (const [name, source] of Object.entries(entries)) {
      if (name === ".") continue;
      const up = "../".repeat(name.split("/").length - 1);
      json(join(name, "package.json"), legacy(`${up}cjs/`, source));
    }
    const version =
      release ?? `${contract.info.version}-dev.${contentHash(work)}`;
    json("package.json", manifest(version));
    execFileSync("npm", ["pack", "--silent"], {
      cwd: work,
      stdio: ["ignore", "ignore", "inherit"],
    });
    const name = packageName(version);
    mkdirSync(folder, { recursive: true });
    cpSync(join(work, name), join(folder, name));
    return join(folder, name);
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** Hashes the files of the package. As a number in base 36 it is valid in a version, also when it has no letter. */
function contentHash(work: string): string {
  const content = createHash("sha256");
  const files = readdirSync(work, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.sort())
    content.update(relative(work, file)).update(readFileSync(file));
  return BigInt(`0x${content.digest("hex").slice(0, 16)}`).toString(36);
}

/**
 * Writes one module per source as ES module and as CommonJS, so that consumers' bundlers leave out what they do not use,
 * with source maps that lead to `src`. The declarations are those of CommonJS, to which those of the ES modules refer.
 * @throws Error when the client does not compile
 */
function compile(
  work: string,
  write: (name: string, content: string) => void,
): void {
  const sources = join(work, "src");
  for (const folder of ["client", "generated"])
    for (const name of filesIn(join(root, folder), ".ts"))
      cpSync(join(root, folder, name), join(sources, folder, name));
  symlinkSync(join(root, "node_modules"), join(work, "node_modules"));
  const declarations = declare(work, sources);
  const needed = (folder: string) =>
    declarations
      .filter((name) => name.startsWith(folder))
      .map((name) => join(sources, output(name, ".ts")));
  const code = needed("client");
  for (const format of ["esm", "cjs"] as const) {
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
    buildSync({ ...options, entryPoints: needed("generated") }); // what nobody steps through
    const stdin = {
      contents: 'export { default } from "openapi-fetch";',
      resolveDir: root,
    };
    const entryNames = "libraries/openapi-fetch";
    buildSync({
      ...options,
      stdin,
      entryNames,
      bundle: true,
      minifyWhitespace: true,
    });
  }
  for (const name of declarations) {
    const up = "../".repeat(name.split("/").length);
    write(`esm/${name}`, `export * from "${up}cjs/${output(name, ".js")}";\n`);
  }
  for (const [name, types] of Object.entries(libraries)) {
    const folder = join(root, "node_modules", name);
    cpSync(join(folder, types), join(work, `cjs/libraries/${name}.d.ts`));
    cpSync(
      join(folder, "LICENSE"),
      join(work, `cjs/libraries/${name}.LICENSE`),
    );
  }
  for (const folder of ["esm", "cjs"])
    for (const name of filesIn(join(work, folder), ".js", ".d.ts"))
      write(
        `${folder}/${name}`,
        withOwnImports(name, readFileSync(join(work, folder, name), "utf8")),
      );
  for (const file of filesIn(sources, ".ts").map((name) => join(sources, name)))
    if (!code.includes(file)) rmSync(file);
}

const filesIn = (folder: string, ...extensions: string[]) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => extensions.some((extension) => name.endsWith(extension)))
    .sort();

/** Writes the declarations of all that the entries need, and gives their names. */
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

/** Leads imports to the files of the package: sources import sources, libraries are in their folder. */
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

/** The file that a source becomes. */
const output = (source: string, extension: string): string =>
  source.replace(/(\.d)?\.ts$/, extension);

/** An example as it stands beside the installed package. */
const forConsumers = (text: string) =>
  text
    .replaceAll('"../index.ts"', '"contacts-client"')
    .replaceAll('"../webhooks/index.ts"', '"contacts-client/webhooks"')
    .replaceAll("client/examples/", "examples/");

/** Where the repository is, once its own manifest says so. */
const { repository, homepage, bugs, devDependencies } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
) as Record<string, unknown> & { devDependencies: Record<string, string> };
const sdk = "@modelcontextprotocol/sdk";

/** The package has the version of the contract: both change together, and one tag releases them. */
function manifest(version: string): object {
  const files = (folder: string, source: string) => ({
    types: `./${folder}/${output(source, ".d.ts")}`,
    default: `./${folder}/${output(source, ".js")}`,
  });
  const code = Object.entries(entries).map(([name, source]) => [
    name,
    { import: files("esm", source), require: files("cjs", source) },
  ]);
  const contract = documents.map((name) => [name, "./openapi.json"]);
  return {
    name: "contacts-client",
    version,
    description: "Typed client of the Contacts API, and the contract itself",
    keywords: [
      "contacts",
      "customer-support",
      "api-client",
      "openapi",
      "webhooks",
      "typescript",
    ],
    license: "MIT",
    repository,
    homepage: process.env["DOCS_ADDRESS"] ?? homepage,
    bugs,
    type: "module",
    sideEffects: false,
    engines: { node: ">=20.19" },
    ...legacy("./cjs/", entries["."]),
    bin: Object.fromEntries(
      Object.entries(programs).map(([name, source]) => [
        name,
        `./esm/${output(source, ".js")}`,
      ]),
    ),
    // For `contacts-client/mcp` alone.
    ...("./mcp" in entries && {
      peerDependencies: { [sdk]: `^${devDependencies[sdk]}` },
      peerDependenciesMeta: { [sdk]: { optional: true } },
    }),
    exports: Object.fromEntries([
      ...code,
      ...contract,
      // A consumer's declarations name inferred types by their files, e.g. those of openapi-fetch.
      ["./cjs/*", { types: "./cjs/*.d.ts" }],
      ["./package.json", "./package.json"],
    ]),
  };
}

/** For those who do not read `exports`: `moduleResolution: node10`, which `module: commonjs` stands for. */
const legacy = (folder: string, source: string) => ({
  main: folder + output(source, ".js"),
  types: folder + output(source, ".d.ts"),
});
