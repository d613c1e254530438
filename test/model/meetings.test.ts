import { expect, test } from "vitest";
import { holdMeetings } from "./meetings.ts";

/** How long meetings begin, in milliseconds: some twenty of them, on a busy machine fewer. */
const time = 15_000;

test("what several do at random leaves what each of them was told", { timeout: 900_000 }, async () => {
  const findings: string[] = [];
  const first = Date.now() % 2 ** 31;
  const end = Date.now() + time;
  const isOver = () => Date.now() >= end;
  const onFinding = (finding: string) => findings.push(finding) === 0;
  const held = await holdMeetings({ first, isOver, onFinding });
  console.log(`${held} meetings, seeds ${first} to ${first + held - 1}`);
  expect(findings.join("\n")).toBe("");
});
