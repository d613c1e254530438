import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import type { Schema } from "../../../openapi/model/contract.ts";
import { readContract } from "../../../openapi/model/read-contract.ts";
import { strictContract } from "../../../openapi/generate/strict.ts";
import { objectsFile } from "../../../openapi/generate/objects-file.ts";
import { typesFile } from "../../../openapi/generate/types-file.ts";
import { copyRepository, tools } from "../copy.ts";

/** Removes a field from a schema, also where it is required. */
function remove(schema: Schema, field: string): void {
  delete schema.properties?.[field];
  schema.required = (schema.required ?? []).filter((name) => name !== field);
}

test("what the contract no longer has is not sent, or does not compile, for each kind of object", async () => {
  const { contract } = await readContract();
  const removed: [schema: string, field: string][] = [];
  for (const [name, schema] of Object.entries<Schema & { allOf?: Schema[] }>(
    contract.components.schemas,
  )) {
    // Every object that the API sends has a field with this name.
    const branch = [schema, ...(schema.allOf ?? [])].find(
      ({ properties = {} }) => "object" in properties,
    );
    const field = Object.keys(branch?.properties ?? {}).find(
      (property, i) => i > 0 && property !== "object",
    );
    if (!branch || field === undefined) continue;
    remove(branch, field);
    removed.push([name, field]);
  }
  expect(removed.length).toBeGreaterThan(10);
  remove(contract.components.schemas["ContactPage"] ?? {}, "has_more");
  removed.push(["Page<Item>", "has_more"]);

  const { folder, write } = copyRepository(tools);
  const strict = strictContract(contract);
  write("generated/types.ts", await typesFile(strict));
  const objects = objectsFile(strict);
  write("generated/objects.ts", objects);
  const compiler = resolve("node_modules/typescript-7/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [compiler], {
    cwd: folder,
    encoding: "utf8",
  });
  for (const [schema, field] of removed)
    // What a generated function makes has the contract's fields alone.
    if (!objects.includes(`  ${schema}: (from`))
      expect(stdout).toMatch(
        new RegExp(`'${field}' does not exist .*'.*${schema}`),
      );
});
