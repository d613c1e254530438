import { afterAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { diffIn } from "./fleet.ts";

const folder = temporaryFolder(afterAll);

describe("numbers beyond 2^53", () => {
  const ofNumber = (keywords: string) =>
    `openapi: 3.0.3
info: { title: Meter, version: 1.0.0 }
paths:
  /readings:
    post:
      operationId: addReading
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Count" } } } }
      responses: { "200": { description: Done. } }
components:
  schemas:
    Count: { type: object, properties: { count: { type: integer, format: int64, ${keywords} } } }
`;
  test.each([
    {
      before: "maximum: 9223372036854775807",
      after: "maximum: 9223372036854775806",
      says: "`maximum` of `count` was 9223372036854775807 and is 9223372036854775806.",
    },
    {
      before: "enum: [9007199254740992, 9007199254740993]",
      after: "enum: [9007199254740992]",
      says: "`9007199254740993` of `count` is no longer possible.",
    },
    {
      before: "default: 9007199254740993",
      after: "default: 9007199254740992",
      says: "was `9007199254740993`",
    },
    {
      before: "maximum: 1e400",
      after: "maximum: 1e399",
      says: "`maximum` of `count`",
    },
  ])("$before → $after is seen", ({ before, after, says }) => {
    const { code, text } = diffIn(folder, ofNumber(before), ofNumber(after));
    expect([code, text]).toEqual([1, expect.stringContaining(says)]);
  });
  test("are equal in any notation", () => {
    const [before, after] = ["1e20", "100000000000000000000"].map((value) =>
      ofNumber(`maximum: ${value}, multipleOf: 9007199254740993`),
    );
    expect(diffIn(folder, before ?? "", after ?? "")).toMatchObject({
      code: 0,
      text: expect.stringContaining("0 breaking, 0 additions"),
    });
  });
});
