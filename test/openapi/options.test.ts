import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { environment, nodeArguments, run } from "../support/process.ts";

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

/** The files that a program loads at its start, also those that it loads indirectly. */
function loadedBy(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file) || !file.endsWith(".ts")) return loaded;
  loaded.add(file);
  const imports = readFileSync(file, "utf8").matchAll(
    /^(?:import|export [{*])(?! type)[^;]*?"([^"]+)";/gm,
  );
  for (const [, name = ""] of imports) {
    if (name.startsWith(".")) loadedBy(join(dirname(file), name), loaded);
    else if (!name.startsWith("node:")) loaded.add(name);
  }
  return loaded;
}

const quick =
  /^(lint|generate|docs|mock|conformance|release|new|portability|fuzz)$/;
test.each(programs.filter(({ name }) => quick.test(name)))(
  "npm run $name loads Redocly, the server and its other parts only after it has read its options",
  ({ file }) => {
    const packages = [...loadedBy(file)].filter(
      (each) => !each.endsWith(".ts"),
    );
    expect(loadedBy(file).size).toBeLessThan(12);
    expect(packages.filter((name) => name !== "fastest-levenshtein")).toEqual(
      [],
    );
  },
);

test.each(["new", "diff"])(
  "npm run %s names its help when an option is unknown",
  async (name) => {
    const { stderr } = await run(`openapi/${name}/main.ts`, ["--wrong"]);
    expect(stderr).toContain(
      `Unknown option '--wrong'. See: npm run ${name} -- --help`,
    );
  },
);

test.each([
  {
    option: "--operation",
    value: "getContakt",
    says: "--operation must be an operationId of the contract, not getContakt. Did you mean getContact?",
  },
  {
    option: "--mode",
    value: "nope",
    says: "--mode must be one of always, valid, near, hostile, stranger, unauthorised, not nope.",
  },
])("npm run fuzz says that $option $value is unknown", async (given) => {
  const { option, value, says } = given;
  const args = [option, value, "--rounds", "1"];
  const { code, stderr } = await run("test/conformance/fuzz.ts", args);
  expect([code, stderr.trim()]).toEqual([1, says]);
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

test.each(byHand)(
  "npm run $name says nothing of a reader that has enough",
  async ({ file, args }) => {
    const child = spawn(
      process.execPath,
      [...nodeArguments(file), ...args, "--help"],
      { env: environment(".") },
    );
    child.stdout.destroy();
    expect(await text(child.stderr)).toBe("");
  },
);
