import { execFile, execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll } from "vitest";
import { packClient } from "../../client/build/pack-client.ts";
import { temporaryFolder } from "../support/folder.ts";
import { madeOnce } from "../support/made-once.ts";

/**
 * The folder that `npm install --prefix test/runtimes` fills, as in CI. Tests of missing packages
 * are left out.
 */
const runtimes = resolve("test/runtimes/node_modules");
const present = (paths: string[]) =>
  paths.map((path) => resolve(runtimes, path)).filter(existsSync);

/** Programs of Node: the one that runs the tests, and others. */
export const nodes = [
  process.execPath,
  ...present(["node-22/bin/node", "node-24/bin/node", "node-26/bin/node"]),
];
export const [bun] = present(["@oven/bun-linux-x64/bin/bun"]);
export const [deno] = present(["@deno/linux-x64-glibc/deno"]);
export const [jest] = present(["jest/bin/jest.js"]);
export const [miniflare] = present(["miniflare"]);
/** The environment of Jest that has a page, and the server of Hono. */
export const [jsdom] = present(["jest-environment-jsdom"]);
export const [hono] = present(["@hono/node-server/dist/index.mjs"]);
export const [winston] = present(["winston"]);

const ourCompiler = resolve("node_modules/typescript/bin/tsc");

/** The compilers of consumers: the oldest and the newest, and at night also those between. */
export const compilers = [
  ...present(["typescript-5.4/bin/tsc"]),
  ...(process.env["NIGHTLY"]
    ? [ourCompiler, ...present(["typescript-6/bin/tsc"])]
    : []),
  resolve("node_modules/typescript-7/bin/tsc"),
];

/** Loads a package that is installed there. */
export const load = createRequire(resolve(runtimes, "x.js"));

/** The client's package as it is now. */
async function builtClient(): Promise<string> {
  const built = await madeOnce("client", (path) => {
    packClient(path);
  });
  return join(built, readdirSync(built)[0] ?? "");
}

/** The consumers of releases, as programs that import the package. */
export const consumers: Map<string, string> = new Map(
  readdirSync("test/consumers").map((name) => [
    name,
    readFileSync(`test/consumers/${name}`, "utf8").replaceAll(
      /"\.\.\/\.\.\/client\/(.*?)(\/?index)?\.ts"/g,
      (_, path) => `"contacts-client${path && `/${path}`}"`,
    ),
  ]),
);

/** Makes the project of a consumer who has installed only a package of the client. */
export async function installClient(released?: string) {
  const folder = temporaryFolder(afterAll);
  const tarball = released ?? (await builtClient());
  const installed = join(folder, "node_modules/contacts-client");
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", [
    "-xzf",
    tarball,
    "-C",
    installed,
    "--strip-components=1",
  ]);
  mkdirSync(join(folder, "node_modules/@types"));
  symlinkSync(
    resolve("node_modules/@opentelemetry"),
    join(folder, "node_modules/@opentelemetry"),
  );
  symlinkSync(
    resolve("node_modules/@types/node"),
    join(folder, "node_modules/@types/node"),
  );
  symlinkSync(
    resolve("node_modules/undici-types"),
    join(folder, "node_modules/undici-types"),
  );
  /** Writes a file of the project and returns its path. */
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  /** Returns the output of a compiler for files of the project. Empty for correct files. */
  const compile = async (
    files: string[],
    options: string,
    compiler = ourCompiler,
  ) => {
    const always = [
      "--noEmit",
      "--strict",
      "--target",
      "es2022",
      "--types",
      "node",
    ];
    const args = [compiler, ...always, ...options.split(" "), ...files];
    const output = await promisify(execFile)(process.execPath, args, {
      cwd: folder,
    }).catch((failed: { stdout: string; stderr: string }) => failed);
    return output.stdout + output.stderr;
  };
  write("package.json", '{ "type": "module" }');
  return { folder, tarball, installed, write, compile };
}
