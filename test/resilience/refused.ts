import { expect } from "vitest";
import { refusedStart, run } from "../support/process.ts";

/** Runs a command of the operator. */
export const command = (settings: NodeJS.ProcessEnv, ...line: string[]) =>
  run("server/operator/main.ts", line, ".", settings);

/** The faults that a program names, each with the statement that makes it whole. */
const faultsIn = (printed: string) => printed.match(/^- .*$/gm) ?? [];

/**
 * A start, `migrate` and the doctor name the same faults, and end with the status 1.
 * @returns these
 */
export async function expectRefused(
  settings: NodeJS.ProcessEnv,
  fault: string,
): Promise<string[]> {
  const faults = faultsIn(await refusedStart(settings));
  expect(faults).toContainEqual(expect.stringContaining(`- ${fault}`));
  for (const line of [["migrate"], ["operator", "doctor"]]) {
    const { code, stdout, stderr } = await command(settings, ...line);
    expect(code, line.join(" ")).toBe(1);
    // The doctor prints a line for each check, with all faults in one.
    const printed = (stdout + stderr).replaceAll(/ (- the )/g, "\n$1");
    expect(faultsIn(printed), line.join(" ")).toEqual(faults);
  }
  return faults;
}
