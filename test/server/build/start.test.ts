import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
} from "vitest";
import { cache } from "../../../openapi/up-to-date.js";
import { temporaryFolder } from "../../support/folder.ts";
import { start } from "../../support/process.ts";

/** A copy of the repository. */
const folder = temporaryFolder(afterAll);
beforeAll(() => {
  const left = /(^|\/)node_modules$|^(\.git|\.data|dist|generated\/docs)$/;
  cpSync(".", folder, { recursive: true, filter: (path) => !left.test(path) });
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync("node_modules"))
    if (name !== ".cache")
      symlinkSync(
        resolve("node_modules", name),
        join(folder, "node_modules", name),
      );
});

/** Edits a file of the copy for one test. */
function edit(name: string, change: (text: string) => string): void {
  const file = join(folder, name);
  const before = readFileSync(file, "utf8");
  writeFileSync(file, change(before));
  onTestFinished(() => writeFileSync(file, before));
}
const contract = "openapi/openapi.yaml";

function run(folder: string, command: string, ...args: string[]) {
  const env = { ...process.env, PORT: "0", DATABASE_URL: "" };
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

test.each([
  {
    name: "broken YAML",
    change: (text: string) => text.replace("paths:\n", "paths:\n  - :\n"),
    message: /openapi\.yaml:\d+:\d+ error/,
  },
  {
    name: "a misspelt type",
    change: (text: string) => text.replace("type: boolean", "type: bolean"),
    message: /openapi\.yaml:\d+:\d+[^]*`type`/,
  },
])("npm start with $name stops and says where", ({ change, message }) => {
  edit(contract, change);
  const { status, output } = run(folder, "npm", "start");
  expect(status).not.toBe(0);
  expect(output).toMatch(message);
  expect(output).not.toMatch(/^ +at /m);
});

test.each([
  "server/build/start.js",
  "server/main.ts",
  "server/operator/main.ts",
])("%s ends an old Node with one line", (file) => {
  const versions = "{ value: { ...process.versions, node: '18.20.8' } }";
  const makeOld = `data:text/javascript,Object.defineProperty(process, "versions", ${versions})`;
  const { status, output } = run(
    ".",
    process.execPath,
    "--import",
    makeOld,
    "--import",
    "tsx",
    file,
  );
  expect(status).toBe(1);
  expect(output).toBe(
    `Node ${process.version} is too old. Install Node 20.19 or later.\n`,
  );
  // Any other import of ours would be read before it is said.
  expect(readFileSync(file, "utf8").match(/^import .* "\..*$/gm)).toEqual([
    expect.stringMatching(/\/requirements\.js";$/),
  ]);
});

test.each([
  {
    file: "generated/strict.json",
    from: '"type": "boolean"',
    to: '"type": "string"',
    says: "is not as it was generated",
  },
])(
  "a server after an edit of $file alone says what to run",
  ({ file, from, to, says }) => {
    edit(file, (text) => text.replace(from, to));
    const { status, output } = run(
      folder,
      process.execPath,
      "--import",
      "tsx",
      "server/main.ts",
    );
    expect(status).toBe(1);
    const [, ...lines] = output.split("\n"); // the first says the build
    expect(lines).toEqual([`${file} ${says}. Run: npm run generate`, ""]);
  },
);

test(
  "npm start serves before it builds the docs, and makes nothing twice",
  { timeout: 600_000 },
  async () => {
    edit(contract, (text) =>
      text.replace("List contacts", "List all contacts"),
    );
    const env = {
      PORT: "0",
      DATABASE_URL: "",
      DATA_DIR: join(folder, ".data"),
    };
    const program = join(folder, "server/build/start.js");
    const first = start(program, [], env);
    const [, docs = ""] = await first.printed(/Docs +(\S+)/);
    expect(first.output()).toMatch(
      /has changed[^]*wrote generated\/strict\.json[^]*Compiling the server[^]*Creating the embedded database/,
    );
    const early = await fetch(`${docs}/`);
    expect(early.status).toBe(503);
    expect(early.headers.get("retry-after")).toBe("3");
    expect(await early.text()).toContain("npm start is building this");
    await first.printed(/wrote generated\/docs\/index\.html/);
    await expect.poll(async () => (await fetch(`${docs}/`)).status).toBe(200);
    expect(
      readFileSync(join(folder, "generated/docs/index.html"), "utf8"),
    ).toContain("List all contacts");

    // The note that the docs are made comes right behind them.
    await expect
      .poll(() => existsSync(join(folder, cache, "docs.json")))
      .toBe(true);
    expect(await first.end()).toBe(0);
    const began = performance.now();
    const again = start(program, [], env);
    await again.printed(/Contacts API/);
    const duration = Math.round(performance.now() - began);
    const resident = /VmRSS:.*/.exec(
      readFileSync(`/proc/${again.child.pid}/status`, "utf8"),
    )?.[0];
    console.log(
      `an embedded start with data takes ${duration} ms; ${resident}`,
    );
    expect(again.output()).not.toMatch(
      /has changed|Compiling|Creating|Building/,
    );

    writeFileSync(join(folder, "generated/docs/index.html"), "of yesterday");
    const second = start(program, [], env);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain("is in use by another");
    const [, kept = ""] = /Docs +(\S+)/.exec(again.output()) ?? [];
    expect((await fetch(`${kept}/`)).status).toBe(200);
    await again.end("SIGKILL");
    await start(program, [], env).printed(
      /Building the docs in the background/,
    );
  },
);

describe("a repository without its packages", () => {
  const bare = temporaryFolder(afterAll);
  beforeAll(() => {
    const left = /(^|\/)(node_modules|\.data)$/;
    cpSync(folder, bare, {
      recursive: true,
      filter: (path) => !left.test(path),
    });
  });

  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
    scripts: Record<string, string>;
  };
  const programs = Object.entries(scripts).flatMap(([name, script]) =>
    /^(exec )?node [^&]*$/.test(script) ? [name] : [],
  );

  test.each(programs)("npm run %s says in one line what to run", (name) => {
    // As npm runs it, which takes half a second longer for each.
    const { status, output } = run(bare, "sh", "-c", scripts[name] ?? "");
    expect(status).toBe(1);
    expect(output).toMatch(
      /^Packages are not installed: \S+ and \d+ others\. Run: npm install --include=dev\n$/,
    );
  });
});

test.each([
  { name: "NODE_ENV=production", env: { NODE_ENV: "production" }, options: [] },
  { name: "--omit=dev", env: {}, options: ["--omit=dev"] },
])(
  "npm installs what each command needs, also with $name",
  ({ env, options }) => {
    const tools = ["tsx", "esbuild", "vitest", "@redocly/openapi-core"];
    const { stdout, status } = spawnSync("npm", ["ls", ...options, ...tools], {
      env: { ...process.env, ...env },
      encoding: "utf8",
    });
    expect(status).toBe(0);
    for (const tool of tools) expect(stdout).toContain(`${tool}@`);
  },
);
