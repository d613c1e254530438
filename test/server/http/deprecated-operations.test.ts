import { expect, test } from "vitest";
import { startDeprecating } from "../deprecating.ts";

test("responses of a deprecated operation have the day of the deprecation, and the last second of the operation", async () => {
  const server = await startDeprecating();
  const headers = { Authorization: `Bearer ${await server.key(["*"])}` };
  const headersOf = async (path: string) => {
    const response = await fetch(server.address + path, { headers });
    const { headers: received } = response;
    return [received.get("deprecation"), received.get("sunset")];
  };

  const deprecatedOn = Date.parse("2026-11-01T00:00:00Z") / 1000;
  expect(await headersOf("/v1/tickets")).toEqual([
    `@${deprecatedOn}`,
    "Thu, 31 Dec 2099 23:59:59 GMT",
  ]);
  expect(await headersOf("/v1/tickets?limit=0")).toEqual([
    `@${deprecatedOn}`,
    "Thu, 31 Dec 2099 23:59:59 GMT",
  ]);
  expect(await headersOf("/v1/contacts")).toEqual([null, null]);
});
