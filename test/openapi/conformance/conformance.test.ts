import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { runConformance } from "../../../openapi/conformance/run.ts";
import { readContract } from "../../../openapi/model/read-contract.ts";
import { hasCurl } from "../../support/curl.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { run } from "../../support/process.ts";
import {
  startLibrary,
  startMeters,
  type LibraryFault,
  type MetersFault,
  type Server,
} from "./servers.ts";

// What `npm run conformance` finds on servers of other APIs.

const here = "test/openapi/conformance";
const { contract: library } = await readContract(`${here}/library.yaml`);
const { contract: meters } = await readContract(`${here}/meters.yaml`);
const bounds = { rate: 1000, requests: 500, actions: false };

const tryLibrary = ({ address }: Server, more: object = {}) =>
  runConformance(library, {
    url: address,
    keys: new Map([["card", "card-7"]]),
    ...bounds,
    ...more,
  });
const tryMeters = ({ address }: Server) =>
  runConformance(meters, {
    url: address,
    keys: new Map([["login", "ann:secret"]]),
    ...bounds,
  });

test("a server that keeps its contract is clean, and has what it had before", async () => {
  const server = await startLibrary();
  const report = await tryLibrary(server);
  expect(report).toMatchObject({
    findings: [],
    notTried: [],
    left: [],
    isKeyRefused: false,
  });
  expect([...server.objects]).toEqual([
    ["b1", { isbn: "b1", title: "Before all others", kind: "novel" }],
  ]);
});

test("another one, in OpenAPI 3.0, is clean; what cannot be undone is reported", async () => {
  const server = await startMeters();
  const report = await tryMeters(server);
  expect(report.findings).toEqual([]);
  expect(report.notTried).toEqual([
    {
      operation: "PUT /prices",
      why: "It may change something that this run has not made: --actions sends it.",
    },
  ]);
  expect(server.requests).not.toContain("PUT /prices");
  expect(server.requests).not.toContain("PUT /meters/1");
  expect(report.left).toContain("/meters/2");
});

describe("a fault is found, with the request that shows it", () => {
  test.each<{
    fault: LibraryFault;
    operation: string;
    kind: string;
    problem: RegExp;
  }>([
    {
      fault: "another success",
      operation: "POST /books",
      kind: "status",
      problem: /200 is not documented/,
    },
    {
      fault: "a missing field",
      operation: "GET /books/{isbn}",
      kind: "body",
      problem: /'kind'/,
    },
    {
      fault: "an undocumented status",
      operation: "DELETE /books/{isbn}",
      kind: "status",
      problem: /202/,
    },
    {
      fault: "another content type",
      operation: "GET /books",
      kind: "content type",
      problem: /text\/html/,
    },
    {
      fault: "a header of another type",
      operation: "GET /books",
      kind: "header",
      problem: /X-Total: many/,
    },
    {
      fault: "an ignored limit",
      operation: "GET /books",
      kind: "limit",
      problem: /elements for limit=1/,
    },
    {
      fault: "an ignored bound",
      operation: "POST /books",
      kind: "accepted",
      problem: /title.*length 41/,
    },
    {
      fault: "no need of a key",
      operation: "GET /books",
      kind: "access",
      problem: /needs no key/,
    },
    {
      fault: "an unknown book",
      operation: "GET /books/{isbn}",
      kind: "access",
      problem: /finds/,
    },
  ])("$fault of the library", async ({ fault, operation, kind, problem }) => {
    const { findings } = await tryLibrary(await startLibrary(fault));
    expect(findings).toContainEqual({
      operation,
      kind,
      problem: expect.stringMatching(problem),
      request: expect.stringMatching(/^curl -i -X /),
    });
  });
  test.each<{
    fault: MetersFault;
    operation: string;
    kind: string;
    problem: RegExp;
  }>([
    {
      fault: "a bound that is too narrow",
      operation: "POST /meters",
      kind: "refused",
      problem: /cents: 999/,
    },
    {
      fault: "text in place of JSON",
      operation: "GET /meters",
      kind: "body",
      problem: /no JSON/,
    },
    {
      fault: "no body",
      operation: "GET /meters/{meterId}",
      kind: "body",
      problem: /has no body/,
    },
    {
      fault: "no response",
      operation: "PUT /meters/{meterId}",
      kind: "no response",
      problem: /No response/,
    },
    {
      fault: "a missing header",
      operation: "POST /meters",
      kind: "header",
      problem: /has no Location/,
    },
  ])("$fault of the meters", async ({ fault, operation, kind, problem }) => {
    const { findings } = await tryMeters(await startMeters(fault));
    expect(findings).toContainEqual(
      expect.objectContaining({
        operation,
        kind,
        problem: expect.stringMatching(problem),
      }),
    );
  });
});

test("a run ends after the requests that it may send, and deletes what it made", async () => {
  const server = await startLibrary();
  const report = await tryLibrary(server, { requests: 12 });
  expect(report.requests).toBe(12);
  const why = "The run ended after 12 requests.";
  // It ended in the middle of the first one.
  expect(report.notTried).toEqual(
    [
      "POST /books",
      "GET /books",
      "GET /books/{isbn}",
      "PATCH /books/{isbn}",
      "DELETE /books/{isbn}",
    ].map((operation) => ({ operation, why })),
  );
  expect([...server.objects.keys()]).toEqual(["b1"]);
});

test("nothing is changed that was there before, whatever its id", async () => {
  const server = await startLibrary("an unknown book");
  await tryLibrary(server);
  expect(server.objects.get("b1")?.title).toBe("Before all others");
});

test("bodies that are not JSON are reported as not tried", async () => {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/csv").end("title\nAtlas\n");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const contract = structuredClone(library);
  const text = { content: { "text/csv": { schema: { type: "string" } } } };
  const responses = { "200": { description: "The books.", ...text } };
  const rest = { tags: ["Books"], security: [], summary: "", description: "" };
  contract.paths = {
    "/export": { get: { ...rest, operationId: "exportBooks", responses } },
    "/import": {
      post: {
        ...rest,
        operationId: "importBooks",
        responses,
        requestBody: { required: true, ...text },
      },
      put: {
        ...rest,
        operationId: "replaceBooks",
        responses,
        requestBody: {
          content: { "multipart/form-data": { schema: { type: "array" } } },
        },
      },
    },
  } as unknown as typeof contract.paths;
  const report = await runConformance(contract, {
    url: `http://127.0.0.1:${port}`,
    keys: new Map(),
    ...bounds,
    actions: true,
  });
  expect(report.findings).toEqual([]);
  expect(report.notTried).toEqual([
    {
      operation: "GET /export",
      why: "Its success has a body of text/csv, of which only the media type is compared.",
    },
    { operation: "POST /import", why: "Bodies of text/csv are not sent." },
    {
      operation: "PUT /import",
      why: "Its body is a form, which cannot hold the list of its schema.",
    },
  ]);
});

test("requests come no faster than the rate", async () => {
  const server = await startLibrary();
  const begun = performance.now();
  await tryLibrary(server, { requests: 6, rate: 20 });
  expect(performance.now() - begun).toBeGreaterThanOrEqual(245);
});

describe("the command", () => {
  const command = (...args: string[]) =>
    run("openapi/conformance/main.ts", args);
  test("says without arguments what it can do", async () => {
    const { code, stdout } = await command();
    expect([code, stdout]).toEqual([0, expect.stringContaining("--url URL")]);
  });
  test.skipIf(!hasCurl)(
    "prints a request that can be repeated, and no key",
    async () => {
      const { address } = await startLibrary("a header of another type");
      const { code, stdout } = await command(
        "--url",
        address,
        "--key",
        "card-7",
        `${here}/library.yaml`,
        "--json",
        "--rate",
        "500",
      );
      expect(code).toBe(1);
      expect(stdout).not.toContain("card-7");
      const { findings } = JSON.parse(stdout) as {
        findings: { request: string }[];
      };
      const request = findings[0]?.request ?? "";
      const { stdout: repeated } = await promisify(execFile)("sh", [
        "-c",
        `KEY=card-7; ${request}`,
      ]);
      expect(repeated).toMatch(/x-total: many/i);
    },
  );
  test("ends with 2 when it could try nothing, and says why", async () => {
    const contract = {
      ...meters,
      paths: { "/prices": meters.paths["/prices"] },
    };
    const file = join(temporaryFolder(), "contract.json");
    writeFileSync(file, JSON.stringify(contract));
    const args = ["--url", "http://127.0.0.1:9", "--key", "ann:secret", file];
    const { code, stdout } = await command(...args);
    expect(stdout).toContain("not tried: PUT /prices: It may change something");
    expect(stdout).toContain("0 requests: 0 findings, 1 not tried.");
    expect(code).toBe(2);
  });
  test("ends with 2 when no operation accepts the key", async () => {
    const { address } = await startLibrary();
    const args = ["--url", address, "--rate", "500", `${here}/library.yaml`];
    const { code, stdout } = await command("--key", "card-8", ...args);
    expect(stdout).toContain("No operation accepts the key.");
    expect(code).toBe(2);
  });
  test.each([
    { args: ["--key", "k"], says: "Give the address of a server: --url URL." },
    {
      args: [
        "--url",
        "http://127.0.0.1:9",
        "--key",
        "k",
        `${here}/library.yaml`,
      ],
      says: "http://127.0.0.1:9 does not respond",
    },
    { args: ["--url", "ftp://a.invalid"], says: "--url must be like" },
    {
      args: ["--url", "http://127.0.0.1:1", "--rate", "0"],
      says: "--rate must be",
    },
  ])("$args is refused in one line", async ({ args, says }) => {
    const { code, stderr } = await command(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
});
