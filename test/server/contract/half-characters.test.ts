import { expect, test } from "vitest";
import { startServer } from "../../support/server.ts";

const server = await startServer();
const key = await server.key(["*"]);

const half = "\\ud800";

test("a custom field whose name has half of a character is refused, as a value with one is", async () => {
  for (const fields of [`{"${half}":"a"}`, `{"a":"${half}"}`]) {
    const { status, body } = await server.call("/v1/contacts", {
      key,
      body: `{"name":"Ana","email":"half@example.com","custom_fields":${fields}}`,
      headers: { "Content-Type": "application/json" },
    });
    expect(status, fields).toBe(422);
    expect(body.error.details).toMatchObject([{ reason: "pattern" }]);
  }
});

test.each([
  { name: "of a field that is there twice", body: `{"${half}":1,"${half}":2}` },
  {
    name: "of a field that is not known",
    body: `{"name":"Ana","email":"a@example.com","${half}":1}`,
  },
  {
    name: "that is cut in the middle of a character",
    body: `{"${"a".repeat(199)}😀":1,"${"a".repeat(199)}😀":2}`,
  },
])(
  "an error says no half of a character, as in a name $name",
  async ({ body }) => {
    const { error } = (
      await server.call("/v1/contacts", {
        key,
        body,
        headers: { "Content-Type": "application/json" },
      })
    ).body;
    const texts = error.details?.flatMap(
      ({ path, message }: { path: string[]; message: string }) => [
        ...path,
        message,
      ],
    );
    expect(texts.join()).toContain("\ufffd");
    expect(texts.every((text: string) => text.isWellFormed())).toBe(true);
  },
);
