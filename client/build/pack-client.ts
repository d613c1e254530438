import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { publishedContract } from "../../openapi/generate/bundles.ts";
import { packageName } from "../../openapi/model/releases.ts";
import { compile } from "./compile.ts";
import { entries, root, written } from "./entries.ts";
import { legacy, manifest } from "./manifest.ts";

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
    for (const name of existsSync(examples) ? readdirSync(examples) : [])
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

/** Changes the imports of an example to imports from the installed package. */
const forConsumers = (text: string) =>
  text
    .replaceAll('"../index.ts"', '"contacts-client"')
    .replaceAll('"../webhooks/index.ts"', '"contacts-client/webhooks"')
    .replaceAll("client/examples/", "examples/");
