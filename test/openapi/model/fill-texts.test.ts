import { describe, expect, test } from "vitest";
import { fillText, fillTexts } from "../../../openapi/model/fill-texts.ts";

const contract = {
  "x-limits": {
    notes: 20,
    noteDays: 30,
    dayHours: 24,
    pauseSeconds: 300,
    oneSeconds: 1,
    oddSeconds: 90,
    bodyBytes: 262144,
  },
  "x-delivery": { retriesSeconds: [5, 7200, 86400], jitterPercent: 10 },
  components: { schemas: { Note: { maxLength: 20000, enum: ["new", "old"], default: "new" } } },
};

describe("a placeholder becomes the number of the contract, with the unit that its name ends with", () => {
  test.each([
    ["{limits.notes} notes", "20 notes"],
    ["{limits.noteDays}", "30 days"],
    ["{limits.dayHours}", "24 hours"],
    ["{limits.pauseSeconds}", "5 minutes"],
    ["{limits.oneSeconds}", "1 second"],
    ["{limits.oddSeconds}", "90 seconds"],
    ["{limits.bodyBytes}", "256 KiB"],
    ["{delivery.retriesSeconds}", "5 seconds, 2 hours and 24 hours"],
    ["{delivery.jitterPercent}", "10 %"],
    ["{schemas.Note.maxLength}", "20,000"],
    ["{schemas.Note.enum}", "`new` and `old`"],
    ["`{schemas.Note.default}`", "`new`"],
    ["`/notes/{id}` of {base_url}", "`/notes/{id}` of {base_url}"],
  ])("%s", (text, want) => {
    expect(fillText(text, contract)).toBe(want);
  });
});

test("a placeholder of what the contract does not have stops the generator", () => {
  expect(() => fillText("for {limits.noteYears}", contract)).toThrow(
    "A text names {limits.noteYears}, and the contract has no such number or text.",
  );
});

test("descriptions are filled, wherever they stand, and examples are not", () => {
  const node = { ...contract, paths: [{ description: "{limits.notes}", example: "{limits.notes}" }] };
  fillTexts(node);
  expect(node.paths).toEqual([{ description: "20", example: "{limits.notes}" }]);
});
