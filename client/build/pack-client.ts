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

/** Removes entries without a source: an API without webhooks has no entry for them. */
const withSources = (named: Record<string, string>) =>
  Object.entries(named).filter(([, source]) => existsSync(join(root, source)));

/** Import of consumers → source file. */
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

/** True when the client follows a feed of events. */
const hasFeed = written.tags.some((tag) => tag["x-client"] === "follow");

/** Command of `npx` → program. */
const programs: Record<string, string> = Object.fromEntries(
  withSources({
    "contacts-mcp": "client/mcp/main.ts",
    ...(hasFeed && { "contacts-listen": "client/listen/main.ts" }),
  }),
);

/** The imports of the contract. JSON is YAML too, so both are one file and cannot differ. */
const documents = ["./openapi.json", "./openapi.yaml"];

/** Library in the package → its types. Consumers need not install it. */
const libraries = {
  "openapi-fetch": "dist/index.d.mts",
  "openapi-typescript-helpers": "index.d.ts",
};

/**
 * Builds the package of the client with the contract in it: the same bytes on every machine.
 * @param folder the folder of the file, e.g. of `contacts-client-1.2.0.tgz`
 * @param release the version. Without it, the package belongs to no release, and its version has a
 *   hash of its content
 * @returns the path of the file
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

/**
 * Hashes the files of the package. The hash is a number in base 36, which a version can contain.
 */
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
 * Writes each source as ES module and as CommonJS module, so that bundlers can remove unused
 * modules. Source maps lead to `src`. The declarations of the ES modules refer to those of
 * CommonJS.
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
    buildSync({ ...options, entryPoints: needed("generated") }); // without source maps: nobody debugs them
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

/** Returns the output file of a source. */
const output = (source: string, extension: string): string =>
  source.replace(/(\.d)?\.ts$/, extension);

/** Changes the imports of an example to those of the installed package. */
const forConsumers = (text: string) =>
  text
    .replaceAll('"../index.ts"', '"contacts-client"')
    .replaceAll('"../webhooks/index.ts"', '"contacts-client/webhooks"')
    .replaceAll("client/examples/", "examples/");

/** The addresses of the repository, when its own manifest has them. */
const { repository, homepage, bugs, devDependencies } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
) as Record<string, unknown> & { devDependencies: Record<string, string> };
const sdk = "@modelcontextprotocol/sdk";

/**
 * Returns the package.json. The package has the version of the contract, as one tag releases both.
 */
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
    // Needed only by `contacts-client/mcp`.
    ...("./mcp" in entries && {
      peerDependencies: { [sdk]: `^${devDependencies[sdk]}` },
      peerDependenciesMeta: { [sdk]: { optional: true } },
    }),
    exports: Object.fromEntries([
      ...code,
      ...contract,
      // Declarations of consumers may refer to files of inferred types, e.g. of openapi-fetch.
      ["./cjs/*", { types: "./cjs/*.d.ts" }],
      ["./package.json", "./package.json"],
    ]),
  };
}

/**
 * Returns the package.json of a folder, for `moduleResolution: node10`, which does not read
 * `exports`.
 */
const legacy = (folder: string, source: string) => ({
  main: folder + output(source, ".js"),
  types: folder + output(source, ".d.ts"),
});
