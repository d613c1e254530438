import { expect, test } from "vitest";
import { run } from "../support/process.ts";

test("contacts-mcp starts with arguments that it does not know, as a configuration may have any", async () => {
  const { code, stderr } = await run(
    "client/mcp/main.ts",
    ["--anything", "more", "-x"],
    ".",
    { CONTACTS_API_KEY: "", CONTACTS_BASE_URL: "http://contacts.test" },
  );
  expect(code).toBe(1);
  expect(stderr).toContain("contacts-mcp: apiKey is missing.");
});
