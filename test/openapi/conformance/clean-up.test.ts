import type { RequestListener } from "node:http";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { temporaryFolder } from "../../support/folder.ts";
import { reportOn } from "./report-on.ts";

// Tests what `npm run conformance` deletes at its end.

const id = (name: string) => ({
  name,
  in: "path",
  required: true,
  schema: { type: "integer" },
});
const content = { "application/json": { schema: {} } };
const response = { description: "Done.", content };
const deletion = {
  responses: { 204: { description: "Gone." }, 404: response, 409: response },
};
const creation = {
  requestBody: {
    content: {
      "application/json": {
        schema: {
          type: "object",
          required: ["size"],
          properties: { size: { enum: ["small", "large"] } },
        },
      },
    },
  },
  responses: { 201: response, 404: response, 422: response },
};
const contract = {
  openapi: "3.1.0",
  info: { title: "Store", version: "1.0.0" },
  paths: {
    "/shelves": { post: creation },
    "/shelves/{shelf_id}": {
      parameters: [id("shelf_id")],
      delete: deletion,
    },
    "/shelves/{shelf_id}/boxes": {
      parameters: [id("shelf_id")],
      post: creation,
    },
    "/shelves/{shelf_id}/boxes/{box_id}": {
      parameters: [id("shelf_id"), id("box_id")],
      delete: deletion,
    },
  },
};

/**
 * Runs the command on a store of shelves with boxes.
 * @param deleteFull what happens to a shelf with boxes that is to be deleted
 * @returns the report, and the paths of the objects that the store has at the end
 */
async function runOnStore(deleteFull: "refuse" | "delete its boxes") {
  const file = join(temporaryFolder(), "contract.yaml");
  writeFileSync(file, stringify(contract, { aliasDuplicateObjects: false }));
  const paths = new Set<string>();
  let lastId = 0;

  function statusOf(method: string, url: string, body: string): number {
    const holder = url.replace(/\/[^/]+$/, "");
    if (method === "POST") {
      if (holder !== "" && !paths.has(holder)) return 404;
      if (!/^\{"size":"(small|large)"\}$/.test(body)) return 422;
      lastId += 1;
      paths.add(`${url}/${lastId}`);
      return 201;
    }
    if (!paths.has(url)) return 404;
    const boxes = [...paths].filter((path) => path.startsWith(`${url}/`));
    if (boxes.length > 0 && deleteFull === "refuse") return 409;
    for (const path of [url, ...boxes]) paths.delete(path);
    return 204;
  }

  const listener: RequestListener = (request, reply) => {
    void text(request).then((body) => {
      const { method = "", url = "" } = request;
      const status = statusOf(method, url, body);
      reply.writeHead(status, { "Content-Type": "application/json" });
      reply.end(status === 204 ? undefined : JSON.stringify({ id: lastId }));
    });
  };
  const report = await reportOn(file, listener);
  return { report, paths: [...paths] };
}

test("what was made last is deleted first, so that a full shelf is empty in its turn", async () => {
  const { report, paths } = await runOnStore("refuse");
  expect(report).toMatchObject({ findings: [], left: [] });
  expect(paths).toEqual([]);
});

test("the inner objects are deleted first, and what is gone already is not left", async () => {
  const { report, paths } = await runOnStore("delete its boxes");
  expect(report).toMatchObject({ findings: [], notTried: [], left: [] });
  expect(paths).toEqual([]);
});

test("an object is made after the one that its body names, and deleted before it", async () => {
  const made = (fields: object) => ({
    requestBody: {
      content: {
        "application/json": {
          schema: {
            type: "object",
            required: Object.keys(fields),
            properties: fields,
          },
        },
      },
    },
    responses: { 201: response, 422: response },
  });
  const item = { parameters: [id("id")], delete: deletion };
  const file = join(temporaryFolder(), "contract.yaml");
  const paths = {
    "/loans": { post: made({ book_id: { type: "integer" } }) },
    "/loans/{id}": item,
    "/books": { post: made({}) },
    "/books/{id}": item,
    "/books/{id}/cover": item,
  };
  const library = { ...contract, paths };
  writeFileSync(file, stringify(library, { aliasDuplicateObjects: false }));
  const written: string[] = [];
  const report = await reportOn(file, ({ method = "", url = "" }, reply) => {
    written.push(`${method} ${url}`);
    reply.writeHead(method === "POST" ? 201 : 204, {
      "Content-Type": "application/json",
    });
    reply.end(method === "POST" ? JSON.stringify({ id: 7 }) : undefined);
  });
  expect(report.notTried).toEqual([]);
  const order = ["POST /books", "POST /loans", "DELETE /loans/7"];
  order.push("DELETE /books/7/cover", "DELETE /books/7");
  expect([...new Set(written)]).toEqual(order);
});
