import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyRepository, tools } from "../copy.ts";

/** A copy of the repository, and the lines of `npm run release -- --check` in it. */
function openCopy() {
  const copy = copyRepository([...tools, "test/consumers"]);
  const check = async () => {
    const { code, stdout, stderr } = await copy.run(
      "openapi/release/main.ts",
      "--check",
    );
    return { code, stdout, lines: stderr.split("\n").slice(0, -1) };
  };
  return { ...copy, check, path: (file: string) => join(copy.folder, file) };
}

test("a change of anything that was released is refused by its name", async () => {
  const { check, edit, path, read } = openCopy();
  for (const name of [
    "openapi.yaml",
    "1.1.0.yaml",
    "1.2.0/openapi-3.0.json",
    "1.2.0/contacts-client-1.2.0.tgz",
  ])
    appendFileSync(path(`openapi/released/${name}`), "\n");
  rmSync(path("openapi/released/1.1.0/types.ts"));
  writeFileSync(path("openapi/released/1.2.1.yaml"), "");
  edit("CHANGELOG.md", "## 1.0.0\n\n", "## 1.0.0\n\nNew. ");
  edit("test/consumers/1.0.0.ts", "retries: 1", "retries: 2");
  edit(
    "server/store/migrations/0001-baseline.ts",
    "quotas json",
    "quotas jsonb",
  );
  const { code, lines } = await check();
  expect(code).toBe(1);
  // Each release since 1.2.0 has fixed the changelog up to its own entry.
  const fixing = read("openapi/released/releases.yaml").matchAll(
    /^(\d\S+):\n(?:  .*\n)*?  changelog: /gm,
  );
  expect(lines.map((line) => line.replace(/ since .*/, "")).sort()).toEqual([
    ...[...fixing].map(
      ([, version]) => `CHANGELOG.md from "## ${version}" on has changed`,
    ),
    "The SQL of the migration 0001-baseline has changed",
    "The code of test/consumers/1.0.0.ts has changed",
    "openapi/released/1.1.0.yaml has changed",
    "openapi/released/1.1.0/types.ts is missing",
    "openapi/released/1.2.0/contacts-client-1.2.0.tgz has changed",
    "openapi/released/1.2.0/openapi-3.0.json has changed",
    "openapi/released/1.2.1.yaml is of no release in openapi/released/releases.yaml. Remove it.",
    "openapi/released/openapi.yaml has changed",
  ]);
});

test("a consumer and a migration may be formatted, and a consumer may import from elsewhere", async () => {
  const { check, edit, read, write } = openCopy();
  edit("test/consumers/1.0.0.ts", "../../client/index.ts", "contacts-client");
  edit("test/consumers/1.1.0.ts", '"crm/1",\n', "/* here */ 'crm/1'\n");
  const baseline = "server/store/migrations/0001-baseline.ts";
  write(
    baseline,
    read(baseline).replaceAll("\n    name text", "\n\n\tname  text"),
  );
  expect(await check()).toEqual({
    code: 0,
    stdout: "No release has changed.\n",
    lines: [],
  });
});
