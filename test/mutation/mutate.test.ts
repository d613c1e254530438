import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../support/folder.ts";

// A small repository: each function of it has a test that sees some of its changes.

const folder = temporaryFolder(afterAll);

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

beforeAll(() => {
  for (const name of ["kysely", "tsx", "typescript-7", "vitest"]) {
    mkdirSync(join(folder, "node_modules"), { recursive: true });
    symlinkSync(
      resolve("node_modules", name),
      join(folder, "node_modules", name),
    );
  }
  const types = "node node_modules/typescript-7/bin/tsc";
  write("package.json", JSON.stringify({ type: "module", scripts: { types } }));
  write(
    "tsconfig.json",
    `{ "compilerOptions": { "strict": true, "noEmit": true, "module": "nodenext" }, "include": ["client", "server"] }`,
  );
  write("vitest.config.js", "export default {};");

  write(
    "client/large.ts",
    "export const isLarge = (total: number): boolean => total > 100;",
  );
  write(
    "test/client/large.test.ts",
    `import { expect, test } from "vitest";
    import { isLarge } from "../../client/large.ts";
    test("a total is large", () => {
      expect(isLarge(1)).toBe(false);
      expect(isLarge(1000)).toBe(true);
    });`,
  );

  write(
    "client/program.ts",
    "const half = (n: number): number => n / 2;\nconsole.log(half(10));",
  );
  write(
    "test/client/program.test.ts",
    `import { execFileSync } from "node:child_process";
    import { expect, test } from "vitest";
    test("prints the half", () => {
      const args = ["--import", "tsx", "client/program.ts"];
      expect(String(execFileSync(process.execPath, args))).toBe("5\\n");
    });`,
  );

  write(
    "server/orders.ts",
    `import { sql } from "kysely";
    export const ordersSince = (day: number) =>
      sql\`select id from orders where day >= \${day} order by day desc\`;`,
  );
  write(
    "test/server/orders.test.ts",
    `import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
    import { expect, test } from "vitest";
    import { ordersSince } from "../../server/orders.ts";
    test("orders are sorted", () => {
      const database = new Kysely({
        dialect: {
          createAdapter: () => new PostgresAdapter(),
          createDriver: () => new DummyDriver(),
          createIntrospector: (db) => new PostgresIntrospector(db),
          createQueryCompiler: () => new PostgresQueryCompiler(),
        },
      });
      expect(ordersSince(1).compile(database).sql).toContain("order by day desc");
    });`,
  );
});

function mutate(...args: string[]) {
  const child = spawn(
    process.execPath,
    [
      "--import",
      resolve("server/build/tsx.js"),
      resolve("test/mutation/main.ts"),
      ...args,
    ],
    { cwd: folder },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, "close").then(([code]) => ({
    code: code as number | null,
    output,
  }));
  return { child, ended };
}

test("without arguments it says what it does", async () => {
  const { code, output } = await mutate().ended;
  expect(code).toBe(0);
  expect(output).toContain("npm run mutate -- --sample NUMBER --seed NUMBER");
});

test.each([
  { args: ["--sample", "0", "--seed", "1"], message: "--sample 0: give" },
  { args: ["--sample", "9", "--seed", "x"], message: "--seed x: give" },
  {
    args: ["--sample", "9", "--seed", "1", "--only", "clients"],
    message: "--only clients: no code is changed there",
  },
])("$args is refused: $message", async ({ args, message }) => {
  const { code, output } = await mutate(...args).ended;
  expect(code).toBe(1);
  expect(output).toContain(message);
});

const all = ["--sample", "100", "--seed", "1"];

test("changes that no test sees are listed: of TypeScript, of SQL, and of what a program does", async () => {
  // It is stopped once it has the first result, and goes on behind it.
  const stopped = mutate(...all);
  for await (const chunk of stopped.child.stdout)
    if (String(chunk).includes("1/10 ")) break;
  stopped.child.kill("SIGINT");
  expect((await stopped.ended).code).toBe(130);

  const { code, output } = await mutate(...all).ended;

  expect(output.match(/notes what .*/g)).toEqual([
    "notes what test/server/orders.test.ts runs",
  ]);
  expect(output).toContain(
    'client/program.ts:1  / → *: seen by test/client/program.test.ts "prints the half"',
  );
  expect(output).toContain("server/orders.ts:3  >= → >: not seen");
  expect(output).toContain(`
4 survived:
  client/large.ts:1  > → >=  (1 test files run it)
  client/large.ts:1  100 → (100 + 1)  (1 test files run it)
  server/orders.ts:3  day >= \${day} → true  (1 test files run it)
  server/orders.ts:3  >= → >  (1 test files run it)

Score: 60.0 %, 6 of 10 seen; 0 more were refused by the compiler.
`);
  expect(code).toBe(0);
});

test("a new test is tried on what no other has seen; other results are known", async () => {
  write(
    "test/client/edge.test.ts",
    `import { expect, test } from "vitest";
    import { isLarge } from "../../client/large.ts";
    test("a total of 100 is not large, one of 101 is", () => {
      expect([isLarge(100), isLarge(101)]).toEqual([false, true]);
    });`,
  );

  const { output } = await mutate(...all).ended;

  expect(output.match(/notes what .*/g)).toEqual([
    "notes what test/client/edge.test.ts runs",
  ]);
  expect(output).toContain("Score: 80.0 %, 8 of 10 seen");
});

test("an edit of a file loses only the results of its own changes", async () => {
  write("server/total.ts", "export const total = 5;");
  write(
    "client/large.ts",
    "// An edit.\nexport const isLarge = (total: number): boolean => total > 10;",
  );

  const { output } = await mutate(...all, "--only", "client").ended;

  expect(output).not.toContain("notes what");
  expect(output).toContain("client/large.ts:2  > → >=: seen by");
  expect(output).toContain("client/program.ts:1  / → *: seen by");
});
