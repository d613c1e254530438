import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

// Linters that others wrote read the files that are not TypeScript. A linter that is not installed is left out: a whole
// run names it as "not tried", and does not fail for it (.ci/count.mjs).

const run = (program: string, args: string[]) => {
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  return { installed: error === undefined, status, output: stdout + stderr };
};
const has = (program: string) => run(program, ["--version"]).installed;

test.runIf(has("zizmor"))("zizmor finds nothing in the workflows", () => {
  const { status, output } = run("zizmor", ["--offline", ".github"]);
  expect(status, output).toBe(0);
});

test.runIf(has("actionlint"))("actionlint finds nothing in the workflows", () => {
  expect(run("actionlint", [])).toMatchObject({ status: 0, output: "" });
});

test.runIf(has("hadolint"))("hadolint finds nothing in the Containerfile", () => {
  expect(run("hadolint", ["Containerfile"])).toMatchObject({ status: 0, output: "" });
});

test.runIf(has("promtool"))("promtool finds nothing in the rules", () => {
  const { status, output } = run("promtool", ["check", "config", "server/deploy/prometheus/prometheus.yaml"]);
  expect(status, output).toBe(0);
});

test.runIf(has("systemd-analyze"))("systemd-analyze finds nothing in the unit, and little to attack", () => {
  const unit = "server/deploy/systemd/contacts-api.service";
  const verified = run("systemd-analyze", ["verify", unit]).output.split("\n");
  // This machine may have its Node elsewhere.
  expect(verified.filter((line) => line.includes(unit) && !/not executable/.test(line))).toEqual([]);
  const rated = run("systemd-analyze", ["security", "--offline=true", unit]).output;
  const [, exposure = "10"] = /Overall exposure level for \S+: ([\d.]+)/.exec(rated) ?? [];
  expect(Number(exposure), rated).toBeLessThan(1.6);
});
