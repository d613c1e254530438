import { expect, test } from "vitest";
import { operations } from "../../generated/operations.ts";
import { holdMeetings } from "./meetings.ts";
import { sent } from "./world.ts";

/** How long meetings begin, in milliseconds. */
const time = 25_000;

test("what several do at random on one server leaves what each of them was told", async () => {
  const findings: string[] = [];
  const first = Date.now() % 2 ** 31;
  const onFinding = (finding: string) => findings.push(finding) === 0;
  const held = await holdMeetings({ first, until: Date.now() + time, onFinding });
  console.log(`${held} meetings, seeds ${first} to ${first + held - 1}`);
  expect(findings.join("\n")).toBe("");
  expect(Object.keys(operations).filter((id) => !sent.has(id as keyof typeof operations))).toEqual([]);
}, 300_000);
