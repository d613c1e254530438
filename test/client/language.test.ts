import { expect, test } from "vitest";
import { createClient } from "../../client/index.ts";
import { languages } from "../../client/options.ts";
import { languages as ofServer } from "../../server/contract/api-error.ts";
import { startServer } from "../support/server.ts";
import { thrown } from "./local-server.ts";

const server = await startServer();
const apiKey = await server.key(["*"]);
const baseUrl = server.address;
const unknownContact = "ct_01m7xqy7tffzyvvbr1cak94a2e";

test("error messages are in the language that a client asks for, and else in the server's", async () => {
  const messageIn = async (language?: "es" | "en") => {
    const { contacts } = createClient({ apiKey, baseUrl, language });
    return thrown(contacts.get(unknownContact));
  };
  const spanish = await messageIn("es");
  expect(String(spanish)).toContain("existe");
  expect(String(await messageIn("en"))).toContain("has no such resource");
  expect(String(await messageIn())).toBe(String(spanish));

  const english = createClient({ apiKey, baseUrl }).withOptions({
    language: "en",
  });
  const error = await thrown(english.contacts.get(unknownContact));
  expect(String(error)).toContain("has no such resource");
});

test("a language that the API does not have is an error before any request", () => {
  const language = "fr" as "en";
  expect(() => createClient({ apiKey, baseUrl, language })).toThrow(
    "language must be one of es, en.",
  );
});

test("the client knows the languages of the server", () => {
  expect(languages).toEqual(ofServer);
});
