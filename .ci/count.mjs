import { existsSync, readFileSync } from "node:fs";

// Adds up vitest's report and the cells of `npm run portability`, and names every test that no run executed, e.g. for
// want of PostgreSQL or Chromium; each is a failure. A cell or a linter that was not tried, e.g. as a registry was out
// of reach, is named and is no failure.
const read = (file) => {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return text === "" ? undefined : JSON.parse(text);
};
const [vitest, portability] = process.argv.slice(2);
const reports = [read(vitest)];
const cells = read(portability) ?? [];
const ended = (...statuses) =>
  cells.filter(({ outcome }) => statuses.includes(outcome.status));
const sum = (name) =>
  reports.reduce((total, report) => total + (report?.[name] ?? 0), 0);

const ran = new Map();
for (const report of reports) {
  for (const { name: file, assertionResults } of report?.testResults ?? []) {
    for (const { fullName, status } of assertionResults) {
      const test = `${file.replace(/^.*\/(?=test\/)/, "")}: ${fullName}`; // one run is in a copy
      ran.set(
        test,
        ran.get(test) || status === "passed" || status === "failed",
      );
    }
  }
}
const unexecuted = [...ran]
  .filter(([, executed]) => !executed)
  .map(([test]) => test);
/** Whether a test may be left out. */
const isOfLinter = (test) =>
  /^test\/deploy\.test\.ts: \S+ finds nothing/.test(test);
const left = unexecuted.filter((test) => !isOfLinter(test));
for (const test of left) console.log(`never ran: ${test}`);

for (const test of unexecuted.filter(isOfLinter))
  console.log(`NOT TRIED: ${test}: the linter is not installed`);

for (const { tool, outcome } of ended("not tried"))
  console.log(`NOT TRIED: ${tool}: ${outcome.cause}`);
if (cells.length === 0) console.log("npm run portability printed no cells");

const passed = sum("numPassedTests") + ended("ok").length;
const failed = sum("numFailedTests") + ended("failed").length;
const skipped = sum("numPendingTests") + ended("not tried").length;
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
const missing = reports.includes(undefined) || cells.length === 0;
process.exitCode =
  missing || left.length > 0 || failed > 0 || passed === 0 ? 1 : 0;
