import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { runConformance } from "../../../openapi/conformance/run.ts";
import { readContract } from "../../../openapi/model/read-contract.ts";
import { hasCurl } from "../../support/curl.ts";

// The forms that `npm run conformance` sends, and its requests to the servers of an operation.

const { contract } = await readContract("test/openapi/conformance/forms.yaml");

/** Reads the form of a request as a browser writes it, and its bytes. */
async function formIn(request: IncomingMessage) {
  const headers = { "content-type": request.headers["content-type"] ?? "" };
  const bytes = await buffer(request);
  const form = await new Response(bytes, { headers }).formData();
  return { form, bytes: bytes.toString() };
}

const placeInJson = /name="place"\r\nContent-Type: application\/json\r\n\r\n\{/;

const isMember = (form: FormData, longest: number): boolean => {
  const name = form.get("name");
  const age = form.get("age") ?? "1";
  const isName = typeof name === "string" && name !== "";
  const isAge = /^\d+$/.test(String(age)) && Number(age) <= 150;
  const areTags = form.getAll("tags").length <= 3;
  return isName && name.length <= longest && isAge && areTags;
};

/**
 * Starts a club. It takes members as forms of both types.
 * @param longestName the maximum of letters of a name: 20 in the contract
 */
async function startClub(longestName = 20) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const name = `${request.method} ${path}`;
    requests.push(name);
    const end = (status: number) =>
      response
        .writeHead(status, { "content-type": "application/json" })
        .end("{}");
    if (name === "GET /v2/status") return end(200);
    void formIn(request).then(
      ({ form, bytes }) => {
        const photo = form.get("photo");
        const isPhoto =
          path !== "/club/photos" ||
          (photo instanceof File &&
            form.has("tags") &&
            placeInJson.test(bytes));
        return end(isPhoto && isMember(form, longestName) ? 200 : 400);
      },
      () => end(400),
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/club`, requests };
}

const options = { keys: new Map(), rate: 1000, requests: 500, actions: true };

test("forms of both types are sent, and an operation at another path of the server", async () => {
  const { url, requests } = await startClub();
  const report = await runConformance(contract, { ...options, url });
  expect(report.findings).toEqual([]);
  expect(requests).toContain("POST /club/members$all");
  expect(requests).toContain("POST /club/photos");
  expect(requests).toContain("GET /v2/status");
  expect(report.notTried).toEqual([
    {
      operation: "GET /files",
      why: "It has a server of its own, at another host than the contract's.",
    },
  ]);
});

test.skipIf(!hasCurl)(
  "a bound of a form that the server ignores is found, with a command that repeats it",
  async () => {
    const { url } = await startClub(500);
    const { findings } = await runConformance(contract, { ...options, url });
    const found = findings.filter(({ kind }) => kind === "accepted");
    expect(found.map(({ operation, problem }) => [operation, problem])).toEqual(
      [
        ["POST /members$all", expect.stringContaining("name: ")],
        ["POST /photos", expect.stringContaining("name: ")],
      ],
    );
    for (const { request } of found) {
      const { stdout } = await promisify(execFile)("sh", ["-c", request]);
      expect(stdout).toMatch(/^HTTP\/1\.1 200/);
    }
  },
);

test("each operation that a short run does not reach is named", async () => {
  const { url } = await startClub();
  const { notTried } = await runConformance(contract, {
    ...options,
    url,
    requests: 1,
  });
  const left = notTried.filter(({ why }) => why.startsWith("The run ended"));
  expect(left.map(({ operation }) => operation)).toContain("POST /photos");
});
