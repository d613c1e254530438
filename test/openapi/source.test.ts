import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { reservePort } from "../../openapi/mock/reserve-port.ts";
import { nodes } from "../client/client-package.ts";
import { temporaryFolder } from "../support/folder.ts";
import { start } from "../support/process.ts";

// Tools that know nothing of this repository read openapi/openapi.yaml as it is.

const source = "openapi/openapi.yaml";
const folder = temporaryFolder(afterAll);
const tool = (path: string) => resolve("node_modules", path);

/** Runs a program to its end, which has to be a good one. */
async function run(file: string, ...args: string[]): Promise<string> {
  const program = start(file, args);
  expect(await program.ended, program.output()).toBe(0);
  return program.output();
}

const bundled = join(folder, "bundle.yaml");
const redocly = tool("@redocly/cli/bin/cli.js");
const bundle = () => run(redocly, "bundle", source, "--output", bundled);

/** This Node, and at night the others that are installed for test/client. */
const tried = process.env["NIGHTLY"] ? nodes : nodes.slice(0, 1);

test.each(tried)(
  "Redocly's own command line finds no problem in it: %s",
  async (node) => {
    const { stdout, stderr } = await promisify(execFile)(node, [
      redocly,
      "lint",
      source,
    ]);
    expect(stdout + stderr).toContain("Your API description is valid.");
  },
);

test("openapi-typescript makes the same types of it as of its bundle", async () => {
  await bundle();
  const openapiTypescript = tool("openapi-typescript/bin/cli.js");
  const types = join(folder, "types.ts");
  const typesOf = async (contract: string) => {
    await run(openapiTypescript, contract, "--output", types);
    return readFileSync(types, "utf8");
  };
  const ofBundle = await typesOf(bundled);
  expect(await typesOf(source)).toBe(ofBundle);
  expect(ofBundle).toContain('data: components["schemas"]["Contact"][];');
});

test("our diff finds nothing between it and what is published, in both directions", async () => {
  const published = "generated/openapi.yaml";
  const nothing = "0 breaking, 0 additions";
  const diff = "openapi/diff/main.ts";
  expect(await run(diff, source, published)).toContain(nothing);
  expect(await run(diff, published, source)).toContain(nothing);
});

test("Prism serves its examples, each beside the contract", async () => {
  const port = await reservePort(0);
  const prism = tool("@stoplight/prism-cli/dist/index.js");
  const mock = start(prism, ["mock", source, "--port", String(port)]);
  await mock.printed(/Prism is listening/);
  const response = await fetch(`http://127.0.0.1:${port}/v1/contacts?limit=2`, {
    headers: { Authorization: "Bearer any" },
  });
  const examples = parse(
    readFileSync("openapi/examples/contacts.yaml", "utf8"),
  );
  expect(await response.json()).toEqual(
    examples["listContacts.200.page"].value,
  );
});
