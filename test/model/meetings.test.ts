import { expect, test } from "vitest";
import { operations } from "../../generated/operations.ts";
import { holdMeetings } from "./meetings.ts";
import { sent } from "./world.ts";

/** How long meetings begin at least, in milliseconds: until each operation was sent. */
const time = 15_000;
const unsent = () => Object.keys(operations).filter((id) => !sent.has(id as keyof typeof operations));

test("what several do at random leaves what each of them was told", async () => {
  const findings: string[] = [];
  const first = Date.now() % 2 ** 31;
  const onFinding = (finding: string) => findings.push(finding) === 0;
  const end = Date.now() + time;
  const isOver = () => Date.now() >= end && unsent().length === 0;
  const held = await holdMeetings({ first, isOver, onFinding });
  console.log(`${held} meetings, seeds ${first} to ${first + held - 1}`);
  expect(findings.join("\n")).toBe("");
}, 300_000);
