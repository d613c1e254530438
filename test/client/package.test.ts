import {
  checkPackage,
  createPackageFromTarballData,
} from "@arethetypeswrong/core";
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { publint } from "publint";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { publishedContract } from "../../openapi/generate/bundles.ts";
import { readContract } from "../../openapi/model/read-contract.ts";
import { installClient } from "./client-package.ts";

const consumer = await installClient();

test.each(["openapi.json", "openapi.yaml"])(
  "%s is the contract as readers get it",
  async (name) => {
    const code = `console.log(import.meta.resolve("contacts-client/${name}"))`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      consumer.write("resolve.mjs", code),
    ]);
    expect(parse(readFileSync(new URL(stdout.trim()), "utf8"))).toEqual(
      publishedContract((await readContract()).contract),
    );
  },
);

test("it needs no other package, has the version of the contract with a hash of its content, what changed, and examples that import it by its name", async () => {
  const read = (name: string) =>
    readFileSync(join(consumer.installed, name), "utf8");
  const manifest: unknown = JSON.parse(read("package.json"));
  const { version } = (await readContract()).contract.info;
  const peerDependenciesMeta = {
    "@modelcontextprotocol/sdk": { optional: true },
  };
  expect(manifest).toMatchObject({
    version: expect.stringMatching(`^${version}-dev\\.[0-9a-z]+$`),
    sideEffects: false,
    peerDependencies: {
      "@modelcontextprotocol/sdk": expect.stringMatching(/^\^\d/),
    },
    peerDependenciesMeta,
    bin: {
      "contacts-mcp": "./esm/client/mcp/main.js",
      "contacts-listen": "./esm/client/listen/main.js",
    },
  });
  expect(manifest).not.toHaveProperty("dependencies");
  const released = (await readContract("openapi/released/openapi.yaml"))
    .contract.info.version;
  expect(read("CHANGELOG.md")).toContain(`## ${released}\n`);
  expect(read("LICENSE")).toBe(readFileSync("LICENSE", "utf8"));
  for (const name of readdirSync(join(consumer.installed, "examples")))
    expect(read(`examples/${name}`)).toMatch(
      /^(?![^]*("\.\.|client\/examples)\/)[^]*from "contacts-client/,
    );
});

test("npm shows its name, its description and its keywords, from a readable package.json", () => {
  const text = readFileSync(join(consumer.installed, "package.json"), "utf8");
  const { version } = JSON.parse(text) as { version: string };
  expect(text.slice(0, text.indexOf('  "license"'))).toBe(`{
  "name": "contacts-client",
  "version": "${version}",
  "description": "Typed client of the Contacts API, and the contract itself",
  "keywords": [
    "contacts",
    "customer-support",
    "api-client",
    "openapi",
    "webhooks",
    "typescript"
  ],
`);
});

test("publint reports nothing", async () => {
  const { messages } = await publint({
    pkgDir: consumer.installed,
    pack: false,
    strict: true,
  });
  expect(messages).toEqual([]);
});

test("the types are right in every mode of resolution", async () => {
  const data = new Uint8Array(readFileSync(consumer.tarball));
  const checked = await checkPackage(createPackageFromTarballData(data));
  if (!checked.types) throw new Error("The package has no types.");
  // The contract as YAML is a file to read, and no module.
  const found = checked.problems.filter(
    (problem) =>
      !("entrypoint" in problem && problem.entrypoint === "./openapi.yaml"),
  );
  expect(found).toEqual([]);
});
