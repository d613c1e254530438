import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
/** The programs of the npm scripts that a person gives options to. */
const programs = Object.entries(scripts).flatMap(([name, script]) => {
  const [, line] = /(?:^|&& )(?:exec )?node (--import tsx [^&]*)$/.exec(script) ?? [];
  return line === undefined ? [] : [[name, line.split(" ")] as const];
});

const run = (line: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
    execFile(process.execPath, line, { timeout: 30_000 }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });

test("there are programs to ask", () => {
  expect(programs.length).toBeGreaterThan(15);
});

test.each(programs)(
  "npm run %s does nothing when an option is unknown, and says so in one line",
  async (_, line) => {
    const { code, stderr } = await run([...line, "--no-such-option"]);
    expect([1, 2]).toContain(code);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(stderr.split("\n")[0]).toMatch(/--no-such-option|takes no options/);
  },
);

// Settings and the one option of the server are said where an unknown one is refused.
const helpful = programs.filter(([name]) => !["start", "migrate"].includes(name));
test.each(helpful)("npm run %s -- --help says what it does", async (_, line) => {
  const { code, stdout } = await run([...line, "--help"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/npm run /);
});
