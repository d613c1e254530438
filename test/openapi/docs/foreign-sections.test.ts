import { expect, test } from "vitest";
import { docsOf } from "./docs-of-contract.ts";

// Tests that no section of a contract that nobody here wrote is missing in the pages.

const done = { "204": { description: "Done." } };
const text = { type: "string" };
const json = (schema: object) => ({
  content: { "application/json": { schema } },
});

test("a description may have HTML, of which only harmless elements are not text", async () => {
  const read = await docsOf({
    info: {
      title: "Depot",
      version: "1.0.0",
      description:
        'Beds<br/>and <CODE class="x">rows</CODE>, <a href="https://depot.invalid/more?a=1&amp;b=2" onclick="steal()">more</a> and <a href=\'javascript:steal("https://depot.invalid")\'>less</a>.<!-- draft -->\n\n<ul>\n<li>wide &amp; deep</li>\n</ul>',
    },
    tags: [
      { name: "Open", description: "A <b>bed</b> or <b>two." },
      { name: "Other", description: "A <b>bed</b> for an <id>." },
      {
        name: "Image",
        description: "<div>\n<img src=x onerror=load()\n</div>",
      },
    ],
    paths: {
      "/plants": { get: { tags: ["Open"], responses: done } },
      "/beds": { get: { tags: ["Other"], responses: done } },
      "/rows": { get: { tags: ["Image"], responses: done } },
    },
  });
  const page = read("index.html");
  expect(page).toContain("Beds<br>and <code>rows</code>, ");
  expect(page).toContain(
    '<a href="https://depot.invalid/more?a=1&amp;b=2">more</a> and <a>less</a>.',
  );
  expect(page).toMatch(/<ul>\s*<li>wide &amp; deep<\/li>\s*<\/ul>/);
  expect(page).not.toMatch(/steal|draft/);
  expect(read("open.html")).toContain(
    "A &lt;b&gt;bed&lt;/b&gt; or &lt;b&gt;two.",
  );
  expect(read("other.html")).toContain(
    "A &lt;b&gt;bed&lt;/b&gt; for an &lt;id&gt;.",
  );
  expect(read("image.html")).not.toContain("<img");
});

test("the start page has the whole description, the servers and who made the API", async () => {
  const read = await docsOf({
    info: {
      title: "Depot",
      version: "1.0.0",
      description: "# Start\n\nIt has:\n\n- beds\n- rows",
      contact: { name: "Ada", email: "ada@depot.invalid" },
      license: { name: "MIT", url: "https://depot.invalid/license" },
      termsOfService: "https://depot.invalid/terms",
    },
    externalDocs: { url: "https://depot.invalid/more", description: "More" },
    servers: [
      {
        url: "https://{place}.depot.invalid",
        description: "For all",
        variables: {
          place: { default: "eu", enum: ["eu", "us"], description: "Where." },
        },
      },
      { url: "http://localhost:3000" },
    ],
    paths: { "/plants": { get: { responses: done } } },
  });
  const page = read("index.md");
  expect(page).toMatch(/## Start\s+It has:\s+- beds\s+- rows/);
  expect(page).toContain("[More](https://depot.invalid/more)");
  expect(page).toMatch(/\*\*Contact\*\*: Ada\s+\[ada@depot\.invalid\]/);
  expect(page).toContain("[MIT](https://depot.invalid/license)");
  expect(page).toContain("<https://depot.invalid/terms>");
  expect(page).toContain("`https://{place}.depot.invalid`: For all");
  expect(page).toMatch(
    /`place`: `eu` by default, or another one of[^;]*; Where/,
  );
  expect(page).toContain("`http://localhost:3000`");
});

test("each heading of a description has an address of its own", async () => {
  const read = await docsOf({
    info: {
      title: "Depot",
      version: "1.0.0",
      description: "## Limits\n\nA\n\n## Limits\n\nB\n\n## Limits\n\nC",
    },
    paths: { "/plants": { get: { responses: done } } },
  });
  const ids = [...read("index.html").matchAll(/<h\d id="(limits[^"]*)"/g)];
  expect(ids.map(([, id]) => id)).toEqual(["limits", "limits-1", "limits-2"]);
});

test("the start page says where each credential is sent and where to get it", async () => {
  const read = await docsOf({
    paths: { "/plants": { get: { responses: done } } },
    components: {
      securitySchemes: {
        person: {
          type: "oauth2",
          flows: {
            clientCredentials: {
              tokenUrl: "https://depot.invalid/token",
              scopes: { "beds:dig": "May dig." },
            },
            deviceAuthorization: {
              deviceAuthorizationUrl: "https://depot.invalid/device",
              tokenUrl: "https://depot.invalid/token",
              scopes: {},
            },
          },
        },
        login: {
          type: "openIdConnect",
          openIdConnectUrl: "https://depot.invalid/openid",
        },
        seat: { type: "apiKey", in: "cookie", name: "seat" },
        card: { type: "mutualTLS", description: "Ask us for it." },
      },
    },
  });
  const page = read("index.md");
  expect(page).toMatch(
    /### person\s+The header `Authorization: Bearer …`, by OAuth 2\.0/,
  );
  expect(page).toContain("get a token at <https://depot.invalid/token>");
  expect(page).toContain(
    "authorize a device at <https://depot.invalid/device>",
  );
  expect(page).toContain("`beds:dig`: May dig.");
  expect(page).toContain("OpenID Connect: <https://depot.invalid/openid>");
  expect(page).toMatch(/### seat\s+The cookie `seat`/);
  expect(page).toMatch(/### card\s+A client certificate[^]*Ask us for it\./);
});

test("an operation says each alternative of its credentials", async () => {
  const read = await docsOf({
    paths: {
      "/plants": {
        get: {
          operationId: "listPlants",
          security: [{}, { key: [], card: [] }, { person: ["beds:dig"] }],
          responses: done,
        },
      },
    },
    components: {
      securitySchemes: {
        key: {
          type: "apiKey",
          in: "header",
          name: "X-Key",
          description: "Your key. Ask us for it.",
        },
        card: { type: "mutualTLS" },
        person: { type: "oauth2", flows: {} },
      },
    },
  });
  expect(read("listPlants.md")).toContain(
    "**Credential**: Your key and card, or person (`beds:dig`), or none",
  );
});

test("an operation has its callbacks, and the links of its responses", async () => {
  const read = await docsOf({
    paths: {
      "/plants": {
        post: {
          operationId: "plant",
          externalDocs: { url: "https://depot.invalid/plant" },
          responses: {
            "201": {
              description: "Planted.",
              links: {
                Water: {
                  operationId: "water",
                  description: "It is thirsty.",
                  parameters: { id: "$response.body#/id" },
                  requestBody: { litres: 2 },
                },
              },
            },
          },
          callbacks: { grown: { $ref: "#/components/callbacks/Grown" } },
        },
      },
      "/water": { post: { operationId: "water", responses: done } },
    },
    components: {
      callbacks: {
        Grown: {
          "{$request.body#/url}": {
            put: {
              description: "It has grown.",
              parameters: [{ name: "X-Bed", in: "header", schema: text }],
              requestBody: json({
                properties: { height: { type: "number" } },
              }),
              responses: { "200": { description: "Taken." } },
            },
            delete: { summary: "It has died.", responses: done },
          },
        },
      },
    },
  });
  const page = read("plant.md");
  expect(page).toContain("<https://depot.invalid/plant>");
  expect(page).toMatch(
    /`Water`:\s+\[water\]\(water\.md\), `id` is `\$response\.body#\/id`, `body` is `\{"litres":2\}`\. It is thirsty\./,
  );
  expect(page).toMatch(
    /## Callback grown\s+PUT `\{\$request\.body#\/url\}`\s+It has grown\.[^]*`X-Bed`[^]*`height` number[^]*\*\*`200`\*\*: Taken\./,
  );
  expect(page).toMatch(/DELETE `\{\$request\.body#\/url\}`\s+It has died\./);
  const ids = [...read("plant.html").matchAll(/ id="([^"]*)"/g)];
  expect(ids.map(([, id]) => id)).toEqual(
    expect.arrayContaining(["callback-grown-put", "callback-grown-delete"]),
  );
});

test("an event says its method, and the body that the server expects", async () => {
  const read = await docsOf({
    webhooks: {
      gone: {
        delete: {
          operationId: "gone",
          responses: {
            "200": {
              description: "Taken.",
              headers: { "X-Taken-At": { schema: text, required: true } },
              ...json({ properties: { at: text } }),
            },
          },
        },
      },
    },
  });
  const page = read("gone.md");
  expect(page).toContain("EVENT `DELETE gone`");
  expect(page).toMatch(
    /\*\*`200`\*\*: Taken\.\s+- `at` string[^]*- `X-Taken-At` string required/,
  );
});

test("a parameter, a header and an operation say until when they work", async () => {
  const deprecated = { deprecated: true, "x-sunset": "2099-01-31" };
  const old = { ...deprecated, schema: text };
  const read = await docsOf({
    paths: {
      "/plants": {
        get: {
          ...deprecated,
          operationId: "list",
          description: "Lists plants.",
          parameters: [
            { name: "bed", in: "query", ...old },
            { name: "row", in: "query", schema: { ...text, ...deprecated } },
          ],
          responses: {
            "200": { description: "Done.", headers: { "X-Bed": old } },
          },
        },
      },
    },
  });
  const page = read("list.md");
  expect(page).toContain(
    "Deprecated: do not use it in new code. It works until 2099-01-31.",
  );
  expect(read("llms.txt")).toContain("(list.md): Deprecated: Lists plants.");
  for (const name of ["bed", "row"])
    expect(page).toContain(
      `\`${name}\` string optional deprecated until 2099-01-31`,
    );
  expect(page).toContain("`X-Bed` string deprecated until 2099-01-31");
});

test("Markdown has the whole names of methods, and no description twice", async () => {
  const read = await docsOf({
    paths: {
      "/plants": {
        delete: { operationId: "a", summary: "Remove it", responses: done },
      },
    },
  });
  expect(read("a.md")).toContain("DELETE `$DEPOT_BASE_URL/plants`");
  expect(read("a.md").match(/Remove it/g)).toHaveLength(1);
});

test.each(["javascript:alert(1)", "javascript:alert('https://depot.invalid')"])(
  "the address %s in a contract is no link",
  async (url) => {
    const read = await docsOf({
      info: {
        title: "Depot",
        version: "1.0.0",
        termsOfService: url,
        contact: { url },
        license: { name: "MIT", url },
      },
      externalDocs: { url },
      paths: { "/plants": { get: { externalDocs: { url }, responses: done } } },
    });
    for (const page of ["index.html", "getPlants.html"])
      expect(read(page)).not.toContain('="javascript:');
  },
);

test("the first call of the start page needs no id", async () => {
  const get = { responses: done };
  const read = await docsOf({
    paths: {
      "/plants/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: text }],
        get,
      },
      "/beds": { get },
    },
  });
  const [first] = /curl .*/.exec(read("index.md")) ?? [];
  expect(first).toBe('curl "$DEPOT_BASE_URL/beds"');
});
