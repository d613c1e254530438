import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { publishedContract } from "../../openapi/generate/bundles.ts";
import { readContract } from "../../openapi/model/read-contract.ts";
import { compileClient, output, root } from "./compile-client.ts";

/** What consumers can import → the source that it comes from. */
const entries = {
  ".": "client/index.ts",
  "./messenger": "client/messenger.ts",
  "./webhooks": "client/webhooks/index.ts",
  "./webhooks/node": "client/webhooks/node.ts",
  "./testing": "client/testing.ts",
  "./mcp": "client/mcp/index.ts",
  "./schema": "generated/types.ts",
};

/** What `npx contacts-mcp` runs. */
const program = "client/mcp/main.ts";

/** The contract, as consumers can import it. JSON is YAML too, so one file is both and they cannot differ. */
const documents = ["./openapi.json", "./openapi.yaml"];

/** Builds the package of the client with the contract in it: the same bytes on every machine. */
export function packClient(file: string): void {
  const work = mkdtempSync(join(tmpdir(), "contacts-client-"));
  const write = (name: string, content: string) => {
    mkdirSync(dirname(join(work, name)), { recursive: true });
    writeFileSync(join(work, name), content);
  };
  const json = (name: string, content: object) => write(name, `${JSON.stringify(content, null, 2)}\n`);
  try {
    for (const [name, content] of compileClient([...Object.values(entries), program])) write(name, content);
    const contract = publishedContract(readContract().contract);
    const { version } = contract.info;
    write("openapi.json", JSON.stringify(contract));
    cpSync(join(root, "LICENSE"), join(work, "LICENSE"));
    cpSync(join(root, "client/README.md"), join(work, "README.md"));
    cpSync(join(root, "CHANGELOG.md"), join(work, "CHANGELOG.md"));
    const examples = join(root, "client/examples");
    for (const name of readdirSync(examples))
      write(`examples/${name}`, forConsumers(readFileSync(join(examples, name), "utf8")));
    json("package.json", manifest(version));
    json("cjs/package.json", { type: "commonjs" });
    for (const [name, source] of Object.entries(entries)) {
      if (name === ".") continue;
      const up = "../".repeat(name.split("/").length - 1);
      json(join(name, "package.json"), legacy(`${up}cjs/`, source));
    }
    execFileSync("npm", ["pack", "--silent"], { cwd: work, stdio: ["ignore", "ignore", "inherit"] });
    mkdirSync(dirname(file), { recursive: true });
    cpSync(join(work, `contacts-client-${version}.tgz`), file);
  } finally {
    rmSync(work, { recursive: true });
  }
}

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
    keywords: ["contacts", "customer-support", "api-client", "openapi", "webhooks", "typescript"],
    license: "MIT",
    repository,
    homepage: process.env["DOCS_ADDRESS"] ?? homepage,
    bugs,
    type: "module",
    sideEffects: false,
    engines: { node: ">=20.19" },
    ...legacy("./cjs/", entries["."]),
    bin: { "contacts-mcp": `./esm/${output(program, ".js")}` },
    // For `contacts-client/mcp` alone.
    peerDependencies: { [sdk]: `^${devDependencies[sdk]}` },
    peerDependenciesMeta: { [sdk]: { optional: true } },
    exports: Object.fromEntries([...code, ...contract, ["./package.json", "./package.json"]]),
  };
}

/** For those who do not read `exports`: `moduleResolution: node10`, which `module: commonjs` stands for. */
const legacy = (folder: string, source: string) => ({
  main: folder + output(source, ".js"),
  types: folder + output(source, ".d.ts"),
});
