import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { lintCore } from "../../../openapi/lint/core.ts";
import { lintReport } from "../../../openapi/lint/report.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { run } from "../../support/process.ts";

const folder = temporaryFolder(afterAll);
/** A contract without a problem. */
const contract = join(folder, "contract.yaml");
writeFileSync(
  contract,
  `openapi: 3.1.0
info: { title: Harbour, version: 1.0.0 }
paths:
  /ships:
    get:
      operationId: readShip
      responses: { "204": { description: Done. } }
`,
);

test("the command ends with 0, 1 or 2, and takes another configuration", async () => {
  const command = (...args: string[]) => run("openapi/lint/main.ts", args);
  const config = join(folder, "config.yaml");
  writeFileSync(config, "rules: { info-contact: error }\n");
  const [clean, other, missing] = await Promise.all([
    command(contract),
    command(contract, "--config", config, "--format", "json"),
    command(join(folder, "missing.yaml")),
  ]);
  expect(clean).toMatchObject({ code: 0, stderr: "" });
  expect([other.code, JSON.parse(other.stdout)]).toEqual([
    1,
    [expect.objectContaining({ rule: "info-contact" })],
  ]);
  expect(missing).toEqual({
    code: 2,
    stdout: "",
    stderr: `There is no ${join(folder, "missing.yaml")}.\n`,
  });
});

test.each([
  {
    name: "an unknown rule",
    rules: "info-contct: error",
    problem: "error contract: There is no rule info-contct",
    meant: ["info-contact"],
  },
  {
    name: "an unknown rule of the profile core",
    rules: "core/has-operation: error",
    problem: "error contract: There is no rule core/has-operation",
    meant: ["core/has-operations"],
  },
  {
    name: "an unknown level",
    rules: "info-contact: eror",
    problem:
      'error contract: `info-contact` can be one of the following only: "error", "warn", "off".',
    meant: ["error"],
  },
])(
  "$name in a configuration is an error",
  async ({ rules, problem, meant }) => {
    const config = join(folder, "wrong.yaml");
    writeFileSync(config, `extends: [recommended]\nrules:\n  ${rules}\n`);
    const found = (await lintCore(contract, config)).filter(
      ({ location: [place] }) => place?.source.absoluteRef === config,
    );
    expect(found).toHaveLength(1);
    expect(lintReport(found, `${folder}/`)).toMatch(
      new RegExp(String.raw`^wrong\.yaml:3:\d+ `),
    );
    expect(
      found.map(
        ({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`,
      ),
    ).toEqual([problem]);
    expect(found[0]?.suggest).toEqual(meant);
  },
);
