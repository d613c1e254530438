import { inspect } from "node:util";
import { expect, test } from "vitest";
import { createClient } from "../../client/index.ts";

const apiKey = "contacts_live_secret";

test("the key is not shown in a client", () => {
  const client = createClient({ apiKey, baseUrl: "http://127.0.0.1" });
  expect(inspect(client, { depth: null, showHidden: true })).not.toContain(
    apiKey,
  );
});
