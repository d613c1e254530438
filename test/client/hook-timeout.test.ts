import { expect, test } from "vitest";
import { createClient } from "../../client/index.ts";

test("nothing is sent when a hook has taken all of totalTimeout", async () => {
  let requests = 0;
  const failures: string[] = [];
  const { contacts } = createClient({
    apiKey: "x",
    baseUrl: "http://contacts.test",
    totalTimeout: 50,
    fetch: async () => {
      requests++;
      return Response.error();
    },
    hooks: {
      request: () => new Promise(() => undefined),
      failure: ({ code }) => failures.push(code),
    },
  });
  await expect(
    contacts.create({ name: "Ana", email: "ana@example.com" }),
  ).rejects.toMatchObject({ code: "timeout" });
  expect([requests, failures]).toEqual([0, ["timeout"]]);
});
