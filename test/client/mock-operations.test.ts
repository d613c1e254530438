import { expect, test } from "vitest";
import { mockFetch } from "../../client/testing.ts";

test.each(["/v1/contacts", "get /v1/contacts", "GET v1/contacts", "HEAD /v1"])(
  "a mock of %s is refused, as it names no operation",
  (key) => {
    const handlers = { [key]: () => ({ status: 200 }) };
    expect(() => mockFetch(handlers as object)).toThrow(
      new TypeError(
        `mockFetch takes operations such as "GET /v1/contacts", and not "${key}".`,
      ),
    );
  },
);
