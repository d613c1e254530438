import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { readContract } from "../../../openapi/model/read-contract.ts";
import { temporaryFolder } from "../../support/folder.ts";

const folder = temporaryFolder(afterAll);
const file = join(folder, "contract.yaml");

test("an extension with another meaning is ignored, and one with our meaning stays", async () => {
  const parcel = {
    type: "object",
    properties: {
      size: { type: "integer", "x-extensible-enum": [1, 2] },
      kind: { type: "string", "x-extensible-enum": { a: "b" } },
      part: { type: "object", "x-part-of": "Nothing" },
      state: { type: "string", "x-extensible-enum": ["sent"] },
    },
  };
  const contract = {
    openapi: "3.1.0",
    info: { title: "Depot", version: "1.0.0" },
    "x-limits": { weight: "heavy" },
    components: { schemas: { Parcel: parcel } },
  };
  writeFileSync(file, stringify(contract));
  const read = await readContract(file);
  expect(read.contract["x-limits"]).toEqual({});
  expect(read.contract.components.schemas["Parcel"]?.properties).toEqual({
    size: { type: "integer" },
    kind: { type: "string" },
    part: { type: "object" },
    state: { type: "string", "x-extensible-enum": ["sent"] },
  });
});

test("an API with an empty title is called API", async () => {
  const info = { title: "", version: "0.0.0" };
  writeFileSync(file, stringify({ openapi: "3.0.3", info, paths: {} }));
  const { contract } = await readContract(file);
  expect(contract.info.title).toBe("API");
});

test("a file that is not UTF-8 is refused", async () => {
  writeFileSync(file, Buffer.from("openapi: 3.1.0 # caf\xe9\n", "latin1"));
  await expect(readContract(file)).rejects.toThrow(
    `${file} is not UTF-8: save it as UTF-8.`,
  );
});
