import { afterEach, expect, test, vi } from "vitest";
import { createClient } from "../../client/index.ts";

afterEach(() => vi.unstubAllGlobals());
const options = { apiKey: "x", baseUrl: "http://contacts.test" };

test("a browser refuses a key, which its visitors can read", () => {
  vi.stubGlobal("document", {});
  const shown = "A browser shows the apiKey to everyone.";
  expect(() => createClient(options)).toThrow(shown);
  expect(() =>
    createClient({ ...options, dangerouslyAllowBrowser: false }),
  ).toThrow(shown);
});

test("a browser takes a key on request, and a program without a page always", () => {
  expect(() => createClient(options)).not.toThrow();
  vi.stubGlobal("document", {});
  expect(() =>
    createClient({ ...options, dangerouslyAllowBrowser: true }),
  ).not.toThrow();
});
