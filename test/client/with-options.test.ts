import { expect, test } from "vitest";
import { createClient } from "../../client/index.ts";

test.each([
  { apiKey: "contacts_live_of_another_workspace" },
  { apiKey: () => "contacts_live_of_another_workspace" },
  { baseUrl: "http://another.test" },
])("withOptions refuses another key and another address: %o", (options) => {
  const client = createClient({ apiKey: "x", baseUrl: "http://contacts.test" });
  // A program without types.
  expect(() => client.withOptions(options as object)).toThrow(
    new TypeError(
      "withOptions keeps the apiKey and the baseUrl. For others, create another client.",
    ),
  );
});
