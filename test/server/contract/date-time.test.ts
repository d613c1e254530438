import { expect, test } from "vitest";
import { dateTime } from "../../../server/contract/date-time.ts";

test("every day that the calendar has is a date, and no other", () => {
  for (const year of [1900, 1999, 2000, 2023, 2024, 2100]) {
    for (let month = 0; month <= 13; month++) {
      for (let day = 0; day <= 32; day++) {
        const [, wholeMonth, wholeDay] = [year, month, day].map((part) => String(part).padStart(2, "0"));
        const date = new Date(Date.UTC(year, month - 1, day));
        const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
        const text = `${year}-${wholeMonth}-${wholeDay}T10:30:00.000Z`;
        expect([text, dateTime.test(text)]).toEqual([text, exists]);
      }
    }
  }
});

test.each([
  ["2026-11-21T23:59:59Z", true],
  ["2026-11-21t00:00:00.123456-03:00", true],
  ["2026-11-21T24:00:00.000Z", false],
  ["2026-11-21T10:60:00.000Z", false],
  ["2026-11-21T10:30:61.000Z", false],
  ["2026-11-21T10:30:00.000", false],
  ["2026-11-21 10:30:00.000Z", false],
  ["2026-11-21T10:30:00.Z", false],
  ["2026-11-21T10:30:00+25:00", false],
  [" 2026-11-21T10:30:00Z", false],
])("%s: %s", (text, valid) => expect(dateTime.test(text)).toBe(valid));
