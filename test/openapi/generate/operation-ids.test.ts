import { afterAll, expect, test } from "vitest";
import type { Json } from "../../support/at.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { makeIn, ok, operation } from "./foreign-contract.ts";

const folder = temporaryFolder(afterAll);

test("a path item that is used twice has two operations", async () => {
  const { text } = await makeIn(folder, {
    paths: {
      "/trees/{id}": { get: operation("readTree") },
      "/old-trees/{id}": { $ref: "#/paths/~1trees~1%7Bid%7D" },
    },
  });
  const { paths } = JSON.parse(text("openapi.json")) as Json;
  const ids = ["/trees/{id}", "/old-trees/{id}"].map(
    (path) => paths[path].get.operationId as string,
  );
  expect(ids).toEqual(["readTree", "getOldTreesId"]);
});

test("operations without an id have one each, also of paths that are spelt alike", async () => {
  const get = { get: { responses: { "200": ok } } };
  const { text } = await makeIn(folder, {
    paths: {
      "/loans/id": get,
      "/loans-id": get,
      "/loans/id/": get,
      "/kept": { get: operation("getLoansId2") },
    },
  });
  const { paths } = JSON.parse(text("openapi.json")) as Json;
  const ids = Object.values(paths as Json).map(
    (item) => (item as Json).get.operationId as string,
  );
  expect(ids).toEqual([
    "getLoansId",
    "getLoansId3",
    "getLoansId4",
    "getLoansId2",
  ]);
});

test("a method is named as the function, without what frameworks add to it", async () => {
  const of = (operationId: string, tag?: string) => ({
    ...operation(operationId),
    ...(tag !== undefined && { tags: [tag] }),
  });
  const { text } = await makeIn(folder, {
    paths: {
      "/trees/": {
        get: of("read_trees_trees__get", "trees"),
        post: of("TreesController_plant", "trees"),
      },
      "/trees/{tree_id}": {
        get: of("findById", "tree-controller"),
        put: of("AppController_getHello"),
      },
      "/trees/{tree_id}/leaves": { get: of("countLeaves", "trees") },
      "/seeds": {
        get: of("seeds.index", "Seed"),
        post: of("seed-2", "Seed"),
      },
    },
  });
  expect(text("generated/methods.ts").split("export const methods = ")[1])
    .toContain(`{
  "trees": {
    "read": "GET /trees/ bare",
    "plant": "POST /trees/ bare",
    "leaves": {
      "count": "GET /trees/{tree_id}/leaves bare"
    }
  },
  "treeController": {
    "findById": "GET /trees/{tree_id} bare"
  },
  "operations": {
    "appGetHello": "PUT /trees/{tree_id} bare"
  },
  "seed": {
    "index": "GET /seeds bare",
    "seed2": "POST /seeds bare"
  }
}`);
});
