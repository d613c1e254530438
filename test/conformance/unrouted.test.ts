import fc from "fast-check";
import { expect, test } from "vitest";
import { startServer } from "../support/server.ts";
import { everyOperation, operationsAt } from "../support/operation.ts";
import { credentialsOf } from "../support/world.ts";
import { hostileTexts } from "./arbitrary.ts";

const server = await startServer();
const seed = Number(process.env["SEED"] ?? Date.now() % 2 ** 31);

/** Segments of our paths and of nobody's. Those that are dots make another path. */
const segments = fc.array(
  fc.oneof(
    fc.constantFrom(...new Set(everyOperation.flatMap(({ path }) => path.split("/")))),
    fc.constantFrom(...hostileTexts),
    fc.string({ unit: "binary", minLength: 1 }),
  ),
  { minLength: 1, maxLength: 6 },
);
const path = segments
  .filter((names) => !names.some((name) => /^\.+$/.test(name)))
  .map((names) => `/${["v1", ...names].map(encodeURIComponent).join("/")}`);
const method = fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

const methodsOf = (path: string) =>
  operationsAt(path).flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));

test("what is no operation is 404 or 405, as its path says, with everything that is declared for it", async () => {
  const apiKey = await server.key(["*"]);
  const { token, session } = credentialsOf(server, "test");
  const caller = fc.constantFrom(apiKey, (await token()).token, await session());
  await fc.assert(
    fc.asyncProperty(caller, method, path, async (key, method, path) => {
      const methods = methodsOf(path);
      fc.pre(!methods.includes(method));
      const { status, headers, body } = await server.call(path, { key, method }); // holds the response against the contract
      expect(status).toBe(methods.length > 0 ? 405 : 404);
      if (status === 404 && method !== "HEAD") expect(body.error.code).toBe("path_not_found");
      if (status === 405) expect(headers.get("allow")?.split(", ").sort()).toEqual(methods.sort());
    }),
    { seed, numRuns: 300 },
  );
});
