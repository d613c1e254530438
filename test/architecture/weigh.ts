import { buildSync } from "esbuild";
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { endWithReader } from "../../openapi/options.ts";
import { roomsOf } from "./rooms.ts";

/**
 * Measures the repository: `node --import tsx test/architecture/weigh.ts [COMMIT ...]` prints a
 * column for each commit, by default for what HEAD has. Libraries are read from `node_modules` as
 * it is now.
 */
const commits = process.argv.length > 2 ? process.argv.slice(2) : ["HEAD"];

/** Use of undocumented parts of libraries → pattern in the source. */
const reaches: Record<string, RegExp> = {
  "pg's query methods and sockets": /\bextends pg\.Query\b/,
  "Express' prototypes": /\bsetPrototypeOf\(/,
  "the validator's middlewares, by name": /handler\.name === name/,
  "PGlite's own connections": /extends Duplex/,
  "the bundle of Redoc": /redoc\.standalone/,
  "files within Redocly's package, beside its command": /@redocly\/cli\/lib\//,
  "response.json": /\bresponse\.json = /,
};

interface Tree {
  folder: string;
  files: string[];
}

const read = ({ folder }: Tree, file: string) =>
  readFileSync(join(folder, file), "utf8");
const linesOf = (tree: Tree, files: string[]) =>
  files.reduce((sum, file) => sum + read(tree, file).split("\n").length - 1, 0);
const wordsOf = (tree: Tree, files: string[]) =>
  files.reduce(
    (sum, file) => sum + (read(tree, file).match(/\S+/g)?.length ?? 0),
    0,
  );
const isCode = (file: string) => /\.(ts|js|mjs|css|sql)$/.test(file);

/**
 * The packages of the server's bundle that bring more code than the server's own files. Sizes are
 * minified, as layout is no code, and split into chunks as `npm run build` does, without which
 * esbuild keeps what nobody uses. Tables in JSON are no code.
 */
function largeLibraries(tree: Tree): string[] {
  symlinkSync(resolve("node_modules"), join(tree.folder, "node_modules"));
  const { metafile } = buildSync({
    absWorkingDir: tree.folder,
    entryPoints: ["server/main.ts"],
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    logLevel: "silent",
    external: ["@electric-sql/*", "pg-native", "fs-native-extensions"],
    preserveSymlinks: true,
    outdir: "out",
  });
  const bytes = new Map<string, number>();
  const inputs = Object.values(metafile.outputs).flatMap((output) =>
    Object.entries(output.inputs),
  );
  for (const [file, { bytesInOutput }] of inputs) {
    const [, name = "our own"] =
      /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
    if (!file.endsWith(".json"))
      bytes.set(name, (bytes.get(name) ?? 0) + bytesInOutput);
  }
  const ownBytes = bytes.get("our own") ?? 0;
  return [...bytes].flatMap(([name, size]) => (size > ownBytes ? name : []));
}

function weigh(tree: Tree): Record<string, number | string> {
  const markdown = tree.files.filter((file) => file.endsWith(".md"));
  const source = tree.files.filter(
    (file) => /^(server|client|openapi)\//.test(file) && isCode(file),
  );
  const own = source.filter((file) => !file.startsWith("openapi/released/"));
  const rooms = roomsOf(join(tree.folder, "server"));
  const model = /^(?:export )?(?:interface|type) Operation\b/gm;
  const models = tree.files.filter((file) =>
    /^(openapi|server|client|test)\/.*\.ts$/.test(file),
  );
  const code = own.map((file) => read(tree, file));
  return {
    "tracked files": tree.files.length,
    "hand-written lines of source": linesOf(tree, own),
    "lines of test/": linesOf(
      tree,
      tree.files.filter((file) => /^test\/.*\.ts$/.test(file)),
    ),
    "words of README": wordsOf(tree, ["README.md"]),
    "words of all Markdown": wordsOf(tree, markdown),
    "rooms of server/": rooms.length,
    "floors of server/": 1 + Math.max(...rooms.map(({ floor }) => floor)),
    "models of an operation": models.reduce(
      (sum, file) => sum + (read(tree, file).match(model)?.length ?? 0),
      0,
    ),
    "reaches into internals": Object.values(reaches).filter((way) =>
      code.some((text) => way.test(text)),
    ).length,
    "libraries larger than our server":
      largeLibraries(tree).join(" ") || "none",
  };
}

const columns = commits.map((commit) => {
  const folder = mkdtempSync(join(tmpdir(), "weigh-"));
  try {
    const archive = execFileSync("git", ["archive", commit], {
      maxBuffer: Infinity,
    });
    execFileSync("tar", ["-x", "-C", folder], { input: archive });
    const listed = execFileSync(
      "git",
      ["ls-tree", "-r", "--name-only", commit],
      { encoding: "utf8" },
    );
    const files = listed
      .split("\n")
      .filter((file) => file !== "" && existsSync(join(folder, file)));
    return weigh({ folder, files });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
endWithReader();
const cell = (value: number | string = "") =>
  value.toLocaleString("en").padStart(16);
console.log(
  "".padEnd(34) +
    commits.map((commit) => commit.slice(0, 14).padStart(16)).join(""),
);
for (const name of Object.keys(columns[0] ?? {}))
  console.log(
    name.padEnd(34) + columns.map((column) => cell(column[name])).join(""),
  );
