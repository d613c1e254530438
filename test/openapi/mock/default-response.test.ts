import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { start } from "../../support/process.ts";

const folder = temporaryFolder(afterAll);

const parameters = [
  { name: "limit", in: "query", required: true, schema: { type: "integer" } },
];

test("the mock answers an invalid request by the default response that refers to another", async () => {
  const file = join(folder, "depot.json");
  const contract = {
    openapi: "3.1.0",
    info: { title: "Depot", version: "1.0.0" },
    paths: {
      "/parcels": {
        get: {
          parameters,
          responses: {
            "204": { description: "Done." },
            default: { $ref: "#/components/responses/Failed" },
          },
        },
        post: {
          parameters,
          responses: {
            "204": { description: "Done." },
            "4xx": { $ref: "#/components/responses/Failed" },
          },
        },
      },
    },
    components: {
      responses: {
        Failed: {
          description: "No.",
          content: { "application/json": { example: { code: 3 } } },
        },
      },
    },
  };
  writeFileSync(file, JSON.stringify(contract));
  const mock = start("openapi/mock/main.ts", [file], { PORT: "0" });
  const [, address = ""] = await mock.printed(/Prism is listening on (\S+)/);
  const response = await fetch(`${address}/parcels`);
  expect(await response.json()).toEqual({ code: 3 });
  const ofRange = await fetch(`${address}/parcels`, { method: "POST" });
  expect(await ofRange.json()).toEqual({ code: 3 });
  expect(mock.output()).not.toContain("leaves `$ref` out");
  expect(await mock.end()).toBe(0);
});
