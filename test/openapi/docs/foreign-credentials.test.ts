import { describe, expect, test } from "vitest";
import type { Json } from "../../support/at.ts";
import { docsOf, pageOf, sampleIn } from "./docs-of-contract.ts";

// Tests how the docs of a contract that nobody here wrote send its credentials.

const done = { "204": { description: "Done." } };

test("cookies are listed, and each credential that is needed together", async () => {
  const page = await pageOf(
    {
      security: [{ site: [], person: [] }],
      parameters: [
        { name: "session", in: "cookie", schema: { type: "string" } },
      ],
      responses: done,
    },
    {
      components: {
        securitySchemes: {
          site: { type: "apiKey", in: "header", name: "X-Site" },
          person: { type: "apiKey", in: "query", name: "person" },
        },
      },
    },
  );
  expect(page).toMatch(/## Cookies\s+- `session` string/);
  expect(page).toContain("**Credential**: site and person");
});

test("the Postman collection sends every credential and cookie that a request needs", async () => {
  const read = await docsOf({
    paths: {
      "/plants": {
        get: {
          operationId: "listPlants",
          security: [{ site: [], person: [], seat: [] }],
          responses: done,
        },
      },
    },
    components: {
      securitySchemes: {
        site: { type: "http", scheme: "bearer" },
        person: { type: "apiKey", in: "query", name: "person" },
        seat: { type: "apiKey", in: "cookie", name: "seat" },
      },
    },
  });
  const { item, variable } = JSON.parse(read("postman.json")) as Json;
  const { auth, header, url } = item[0].item[0].request;
  expect(auth.type).toBe("bearer");
  expect(url.query).toEqual([{ key: "person", value: "{{PERSON}}" }]);
  expect(header).toEqual([{ key: "Cookie", value: "seat={{SEAT}}" }]);
  expect(variable.map(({ key }: Json) => key)).toEqual(
    expect.arrayContaining(["SITE", "PERSON", "SEAT"]),
  );
});

test("a second credential of the Postman collection has the beginning that its scheme asks for", async () => {
  const read = await docsOf({
    paths: {
      "/plants": {
        get: { security: [{ site: [], person: [] }], responses: done },
      },
    },
    components: {
      securitySchemes: {
        site: { type: "apiKey", in: "header", name: "X-Site" },
        person: { type: "http", scheme: "bearer" },
      },
    },
  });
  const { item } = JSON.parse(read("postman.json")) as Json;
  const { auth, header } = item[0].item[0].request;
  expect(auth.type).toBe("apikey");
  expect(header).toEqual([
    { key: "Authorization", value: "Bearer {{PERSON}}" },
  ]);
});

test("the form of a request has a field for each credential", async () => {
  const read = await docsOf({
    paths: {
      "/plants": {
        get: {
          operationId: "listPlants",
          security: [{ site: [], person: [], owner: [] }],
          responses: done,
        },
      },
    },
    components: {
      securitySchemes: {
        site: { type: "apiKey", in: "header", name: "X-Site" },
        person: { type: "apiKey", in: "query", name: "person" },
        owner: { type: "http", scheme: "basic" },
      },
    },
  });
  expect(read("listPlants.html").match(/name="key"/g)).toHaveLength(3);
  expect(read("listPlants.html")).toMatch(
    />Site<input[^]*>Person<input[^]*>Name:password<input/,
  );
});

describe("the sample of the client", () => {
  const schemes = {
    site: { type: "apiKey", in: "header", name: "X-Site" },
    seat: { type: "apiKey", in: "cookie", name: "seat" },
    person: { type: "apiKey", in: "query", name: "person" },
    owner: { type: "http", scheme: "basic" },
    robot: { type: "http", scheme: "digest" },
  };
  const operation = (security?: object[]) => ({
    get: { ...(security && { security }), responses: done },
  });
  const docs = () =>
    docsOf({
      security: [{ site: [] }],
      paths: {
        "/a": operation(),
        "/b": operation(),
        "/choice": operation([{ owner: [] }, { site: [] }]),
        "/both": operation([{ site: [], seat: [] }]),
        "/other": operation([{ person: [] }]),
        "/owner": operation([{ site: [], owner: [] }]),
        "/robot": operation([{ robot: [] }]),
      },
      components: { securitySchemes: schemes },
    });

  test("never sends a secret in the place of another one", async () => {
    const read = await docs();
    const sample = (page: string) => sampleIn(read(page), "TypeScript");
    expect(sample("getChoice.md")).toContain("apiKey: process.env.SITE");
    expect(sample("getChoice.md")).not.toContain("OWNER");
    expect(sample("getBoth.md")).toContain(
      'Cookie: `seat=${process.env.SEAT ?? ""}`',
    );
    const other = sample("getOther.md");
    expect(other).toContain("apiKey: process.env.SITE");
    expect(other).not.toContain("process.env.PERSON");
    expect(other).toContain(
      "// The client does not send the query parameter `person` of `person`.",
    );
  });

  test("and those of the other languages send each key in its place", async () => {
    const all = { site: [], desk: [], seat: [], person: [] };
    const row = { name: "row", in: "query", required: true, example: 1 };
    const read = await docsOf({
      security: [{ site: [] }],
      paths: {
        "/a": operation(),
        "/all": {
          get: { security: [all], parameters: [row], responses: done },
        },
        "/owner": operation([{ owner: [] }]),
      },
      components: {
        securitySchemes: {
          ...schemes,
          desk: { type: "apiKey", in: "header", name: "X-Desk" },
        },
      },
    });
    const sent = {
      curl: [
        '"$DEPOT_BASE_URL/all?row=1&person=$PERSON"',
        '-H "X-Desk: $DESK"',
        '-b "seat=$SEAT"',
      ],
      TypeScript: ['"X-Desk": process.env.DESK ?? ""'],
      Python: [
        'token=os.environ["SITE"], prefix="", auth_header_name="X-Site"',
        'headers={"X-Desk": os.environ["DESK"]}',
        'cookies={"seat": os.environ["SEAT"]}',
        'httpx_args={"params": {"person": os.environ["PERSON"]}}',
      ],
      Go: [
        'request.Header.Set("X-Desk", os.Getenv("DESK"))',
        'request.AddCookie(&http.Cookie{Name: "seat", Value: os.Getenv("SEAT")})',
        'query.Set("person", os.Getenv("PERSON"))\n\t\trequest.URL.RawQuery = query.Encode()',
      ],
    };
    for (const [language, codes] of Object.entries(sent))
      for (const code of codes)
        expect(sampleIn(read("getAll.md"), language)).toContain(code);
    expect(sampleIn(read("getOwner.md"), "curl")).toContain('-u "$OWNER"');
  });

  test("has no key where the API needs none", async () => {
    const page = await pageOf({ responses: done });
    expect(sampleIn(page, "TypeScript")).toContain(
      `createClient({\n  baseUrl: process.env.DEPOT_BASE_URL ?? "",\n})`,
    );
    expect(sampleIn(page, "Go")).toContain(
      'NewClientWithResponses(os.Getenv("DEPOT_BASE_URL"))\n',
    );
  });

  test("and those of the other languages write a credential as its scheme says", async () => {
    const read = await docs();
    const robot = read("getRobot.md");
    expect(sampleIn(robot, "curl")).toContain('"Authorization: Digest $ROBOT"');
    expect(sampleIn(robot, "Python")).toContain(
      'token=os.environ["ROBOT"], prefix="Digest"',
    );
    const owner = sampleIn(read("getOwner.md"), "Python");
    expect(owner).toContain(
      'headers={"Authorization": "Basic " + b64encode(os.environ["OWNER"].encode()).decode()}',
    );
    const packages = /\t"encoding\/base64"\n[^]*\t"net\/http"\n/;
    expect(sampleIn(read("getOwner.md"), "Go")).toMatch(packages);
    expect(owner).toContain("\nfrom base64 import b64encode\n");
  });
});
