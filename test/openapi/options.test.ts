import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { nodeArguments, run } from "../support/process.ts";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
  scripts: Record<string, string>;
};
/** The programs of the npm scripts that a person gives options to. */
const programs = Object.entries(scripts).flatMap(([name, script]) => {
  const [, file, args] =
    /(?:^|&& )(?:exec )?node (?:--import \.\/server\/build\/tsx\.js )?(\S+\.[jt]s)((?: \w+)*)$/.exec(
      script,
    ) ?? [];
  return file === undefined
    ? []
    : [{ name, file, args: args?.split(" ").filter(Boolean) ?? [] }];
});

const runWith = (
  { file, args }: (typeof programs)[number],
  ...options: string[]
) => run(file, [...args, ...options]);

test("there are programs to ask; those that run on replace npm's shell, which passes no signal on", () => {
  expect(programs.length).toBeGreaterThan(15);
  for (const name of ["start", "dev", "mock"])
    expect(scripts[name]).toMatch(/^exec node /);
});

test.each(programs)(
  "npm run $name -- --help says what it does",
  async (program) => {
    const { code, stdout } = await runWith(program, "--help");
    expect(code).toBe(0);
    expect(stdout).toMatch(/npm (run|start) /);
  },
);

test("npm run portability alone says what it does, in place of installing every tool", async () => {
  const { code, stdout } = await run("test/portability/main.ts");
  expect([code, stdout]).toEqual([0, expect.stringContaining("--only python")]);
});

// Those that read their options by `readOptions` refuse as `new` does.
const byHand = programs.filter(({ name, file }) => {
  const readsOptions = /^import \{.*\breadOptions\b.*\} from/m.test(
    readFileSync(file, "utf8"),
  );
  return name === "new" || !readsOptions;
});
test.each(byHand)(
  "npm run $name refuses an unknown option in one line, and does nothing",
  async (program) => {
    const { code, stderr } = await runWith(program, "--no-such-option");
    expect([1, 2]).toContain(code);
    expect(stderr).not.toMatch(/^ +at |positional/m);
    expect(stderr.split("\n")[0]).toMatch(/--no-such-option|takes no options/);
  },
);

test.each(process.env["NIGHTLY"] ? byHand : byHand.slice(0, 2))(
  "npm run $name says nothing of a reader that has enough",
  async ({ file, args }) => {
    const child = spawn(process.execPath, [
      ...nodeArguments(file),
      ...args,
      "--help",
    ]);
    child.stdout.destroy();
    expect(await text(child.stderr)).toBe("");
  },
);
