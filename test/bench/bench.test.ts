import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../support/folder.ts";
import { build } from "../support/made-once.ts";
import { run } from "../support/process.ts";
import { daily, filters, searches } from "./calls.ts";

const { TEST_DATABASE_URL } = process.env;

beforeAll(async () => void (await build()), 300_000);

const bench = (...args: string[]) => run("test/bench/main.ts", args);

/** A row of a table whose eight figures are numbers. */
const rowOf = (name: string) =>
  new RegExp(`│ ${name} +(│ +\\d[\\d.]* +){8}│$`, "gm");

/** The lines that a short run of each bench prints, and their number. */
const printed: Record<string, { lines: RegExp; count: number }> = {
  client: {
    lines: rowOf(
      "(read a page|create), (bare fetch|this client|openapi-fetch)",
    ),
    count: 6,
  },
  large: { lines: /^(lint|diff|generate|compile|docs) +[\d.]+ s/gm, count: 5 },
  diff: {
    lines: /^(npm run|redocly) diff +breaking found \d+ of \d+/gm,
    count: 2,
  },
};
const onPostgres: typeof printed = {
  // The last line is of pgbench, or says that it is not installed.
  writes: {
    lines: new RegExp(
      `${rowOf("(create|batch of 100), (one|twelve) workspaces?").source}|^(this commit: .* of pgbench|pgbench is neither .*)$`,
      "gm",
    ),
    count: 4 + 1,
  },
  dev: { lines: /^(lint|types) +median \d+ ms, best \d+ ms$/gm, count: 2 },
  // Two tables: three servers beside the ordinary one, and two beside the one written by hand.
  requests: {
    lines: rowOf("(create|list of 25|get), (ordinary|by hand|this server)"),
    count: 9 + 6,
  },
  tenants: {
    lines: /│ (one,|32|8|a|six) .* │ +'(kept|missed)' +│$/gm,
    count: 19,
  },
  scale: {
    lines: rowOf(".*, (50|100) contacts"),
    count: 2 * [...daily, ...filters, ...searches].length,
  },
};
const all = {
  ...printed,
  ...(TEST_DATABASE_URL && onPostgres),
};

test.for(Object.entries(all))(
  "a short run of %s fills its table",
  { timeout: 300_000 },
  async ([name, { lines, count }]) => {
    const { code, stdout, stderr } = await bench(name, "--quick");
    expect(code, stderr).toBe(0);
    expect(stdout.match(lines), stdout).toHaveLength(count);
  },
);

test("the steps from version to version on which tools disagree are listed", async () => {
  const folder = temporaryFolder();
  const version = (type: string) =>
    `openapi: 3.1.1
info: { title: A, version: 1.0.0 }
paths: { /a: { post: { requestBody: { content: { ${type}: {} } }, responses: { "200": { description: A. } } } } }
`;
  writeFileSync(join(folder, "9.yaml"), version("application/json"));
  writeFileSync(
    join(folder, "10.yaml"),
    version("Application/JSON; charset=UTF-8"),
  );
  const { stdout } = await bench("diff", "--folder", folder, "--quick");
  expect(stdout).toBe(
    "9.yaml → 10.yaml: a break for redocly diff alone\n1 steps compared\n",
  );
});

test("without a name, and of one that is not there, it says what it can do", async () => {
  const { stdout } = await bench();
  for (const name of [
    ...Object.keys({ ...printed, ...onPostgres }),
    "seed",
    "explain",
  ])
    expect(stdout).toContain(`  ${name} `);
  expect(await bench("nothing")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("requests, "),
  });
});
