import { createServer, type IncomingHttpHeaders } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { postmanCollection } from "../../../openapi/docs/postman/collection.ts";
import { writeDocsFor } from "../../../openapi/docs/docs-of-file.ts";
import { makeFor, writeFiles } from "../../../openapi/generate/out.ts";
import { readContract } from "../../../openapi/model/read-contract.ts";
import type { Json } from "../../support/at.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { readFileSync } from "node:fs";

// What the client of another contract sends in each media type, to a real server.

const folder = temporaryFolder(afterAll);
const file = join(folder, "orchard.yaml");
const out = join(folder, "out");
const tree = {
  type: "object",
  properties: {
    name: { type: "string" },
    rings: { type: "integer" },
    tags: { type: "array", items: { type: "string" } },
    place: { type: "object", properties: { row: { type: "integer" } } },
    marks: { type: "array", items: { type: "integer" } },
    labels: { type: "array", items: { type: "string" } },
    photo: { type: "string", format: "binary" },
  },
};
const example = {
  name: "Old & tall",
  rings: 3,
  tags: ["a", "b"],
  place: { row: 1 },
  marks: [4, 5],
  labels: ["x", "y"],
};
const post = (operationId: string, media: string, encoding?: object) => ({
  post: {
    operationId,
    tags: ["Trees"],
    summary: operationId,
    security: [{ apiKey: [] }],
    requestBody: { content: { [media]: { schema: tree, example, encoding } } },
    responses: {
      "200": {
        description: "Done.",
        content: { "application/json": { schema: { type: "object" } } },
      },
    },
  },
});
const raw = (operationId: string, media: string, schema: object) => {
  const { post: operation } = post(operationId, media);
  return {
    post: { ...operation, requestBody: { content: { [media]: { schema } } } },
  };
};
const contract = {
  openapi: "3.1.0",
  info: { title: "Jardín Orchard API", version: "1.0.0" },
  servers: [{ url: "https://orchard.invalid" }],
  paths: {
    "/json-api": post("api", "application/vnd.api+json"),
    "/charset": post("charset", "application/json; charset=utf-8"),
    "/form": post("form", "application/x-www-form-urlencoded", {
      place: { style: "deepObject", explode: true },
      marks: { style: "pipeDelimited" },
      labels: { explode: false },
    }),
    "/reserved": post("reserved", "application/x-www-form-urlencoded", {
      place: { allowReserved: true },
    }),
    "/files": post("files", "multipart/form-data"),
    "/draft": raw("draft", "multipart/form-data", tree),
    "/note": raw("note", "text/plain", { type: "string" }),
    "/seed": raw("seed", "application/octet-stream", {
      type: "string",
      format: "binary",
    }),
    "/picture": raw("picture", "image/*", {}),
  },
  components: {
    securitySchemes: { apiKey: { type: "http", scheme: "bearer" } },
  },
};

/** The last request that the server received. */
const received = { headers: {} as IncomingHttpHeaders, body: Buffer.alloc(0) };
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    received.headers = request.headers;
    received.body = Buffer.concat(chunks);
    response.setHeader("Content-Type", "application/json").end("{}");
  });
});

type Trees = Record<
  "api" | "charset" | "form" | "files" | "note" | "seed" | "picture",
  (body: unknown) => Promise<unknown>
>;
let trees: Trees;
beforeAll(async () => {
  writeFileSync(file, stringify(contract));
  writeFiles(out, (await makeFor(file)).files);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { createClient } = (await import(join(out, "client/index.ts"))) as {
    createClient: (options: object) => { trees: Trees };
  };
  const baseUrl = `http://127.0.0.1:${port}`;
  ({ trees } = createClient({ apiKey: "k", baseUrl, retries: 0 }));
});
afterAll(() => server.close());

test.each([
  ["api", "application/vnd.api+json"],
  ["charset", "application/json;charset=utf-8"],
] as const)("%s sends JSON as %s", async (method, type) => {
  await trees[method]({ name: "Árbol", rings: 3 });
  expect(received.headers["content-type"]).toBe(type);
  expect(JSON.parse(String(received.body))).toEqual({
    name: "Árbol",
    rings: 3,
  });
});

test("a form is sent as a browser sends it, and its objects as the contract says", async () => {
  await trees.form(example);
  expect(received.headers["content-type"]).toBe(
    "application/x-www-form-urlencoded",
  );
  expect(String(received.body)).toBe(
    "name=Old+%26+tall&rings=3&tags=a&tags=b&place%5Brow%5D=1&marks=4%7C5&labels=x,y",
  );
});

test("a form with a file keeps its bytes", async () => {
  const bytes = Buffer.from([0, 255, 137, 80, 13, 10]);
  const photo = new File([bytes], "tree.png", { type: "image/png" });
  await trees.files({ ...example, photo });
  const sent = await new Response(received.body, {
    headers: { "Content-Type": received.headers["content-type"] ?? "" },
  }).formData();
  expect(sent.get("name")).toBe("Old & tall");
  expect(sent.getAll("tags")).toEqual(["a", "b"]);
  expect(sent.get("place")).toBe('{"row":1}');
  expect(String(received.body)).toContain(
    'name="place"\r\nContent-Type: application/json\r\n\r\n{"row":1}\r\n',
  );
  const photograph = sent.get("photo") as File;
  expect([photograph.name, photograph.type]).toEqual(["tree.png", "image/png"]);
  expect(Buffer.from(await photograph.arrayBuffer())).toEqual(bytes);
});

test("a text and a file are sent as they are", async () => {
  const bytes = Buffer.from([0, 255, 137, 80, 13, 10]);
  await trees.note("Old & tall");
  expect(received.headers["content-type"]).toBe("text/plain");
  expect(String(received.body)).toBe("Old & tall");
  await trees.seed(new Blob([bytes]));
  expect(received.headers["content-type"]).toBe("application/octet-stream");
  expect(received.body).toEqual(bytes);
  await trees.picture(new Blob([bytes], { type: "image/png" }));
  expect(received.headers["content-type"]).toBe("image/png");
  expect(received.body).toEqual(bytes);
  const call = async () => trees.seed({ bytes: 3 });
  await expect(call()).rejects.toThrow(
    "body of trees.seed must be a text or a Blob",
  );
});

test("a value that no form can hold is refused by its name", async () => {
  const call = async () => trees.form({ name: null });
  await expect(call()).rejects.toThrow("name of trees.form is null");
  const withFile = async () => trees.form({ photo: new Blob(["a"]) });
  await expect(withFile()).rejects.toThrow("photo of trees.form");
});

test("samples, docs and client have the names of the API", async () => {
  const docs = join(folder, "docs");
  await writeDocsFor(file, docs, {
    scripts: async () => undefined,
    redoc: async () => "",
  });
  const read = (name: string) => readFileSync(join(docs, name), "utf8");
  const { contract: document } = await readContract(file);
  const texts = [
    ...["form.md", "llms.txt", "postman.json"].map(read),
    ...["openapi.yaml", "client/environment.ts", "client/settings.ts"].map(
      (name) => readFileSync(join(out, name), "utf8"),
    ),
  ];
  for (const text of texts) expect(text).not.toMatch(/contacts/i);
  expect(read("form.md")).toContain('from "jardin-orchard-client"');
  expect(read("llms.txt")).toContain("`$JARDIN_ORCHARD_BASE_URL`");
  expect(postmanCollection(document)).toContain("{{JARDIN_ORCHARD_API_KEY}}");
});

test("samples send the media type that the contract has", async () => {
  const { paths } = JSON.parse(
    readFileSync(join(out, "openapi.json"), "utf8"),
  ) as Json;
  const curl = (path: string) =>
    paths[path].post["x-codeSamples"][0].source as string;
  expect(curl("/json-api")).toContain("Content-Type: application/vnd.api+json");
  expect(curl("/form")).toContain("--data-urlencode 'place[row]=1'");
  expect(curl("/form")).toContain("--data-urlencode 'marks=4|5'");
  expect(curl("/form")).toContain("--data-urlencode 'labels=x,y'");
  // Any of the keywords of a style gives the field the default style.
  expect(curl("/reserved")).toContain("--data-urlencode 'row=1'");
  expect(curl("/files")).toContain("--form-string 'tags=a'");
  // A form without a field has no flag that would make the request a POST.
  expect(curl("/draft")).toContain("curl -X POST ");
});
