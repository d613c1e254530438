import { existsSync, readFileSync } from "node:fs";

// Adds up vitest's report, and names every test that did not run. That is a failure, e.g. for want of PostgreSQL or
// Chromium, except for the tests with a program that this script does not install.
const [file] = process.argv.slice(2);
const text = existsSync(file) ? readFileSync(file, "utf8") : "";
const report = text === "" ? undefined : JSON.parse(text);

/** Test → whether it ran in one of the projects. */
const ran = new Map();
for (const { name, assertionResults } of report?.testResults ?? []) {
  for (const { fullName, status } of assertionResults) {
    const test = `${name.replace(/^.*\/(?=test\/)/, "")}: ${fullName}`;
    const hasRun = status === "passed" || status === "failed";
    ran.set(test, ran.get(test) || hasRun);
  }
}
const unexecuted = [...ran.keys()].filter((test) => !ran.get(test));
/** Tests with nginx, promtool and the linters of what is deployed. */
const mayBeLeft = /: behind nginx |promtool|: \S+ finds nothing/;
const left = unexecuted.filter((test) => !mayBeLeft.test(test));
for (const test of unexecuted)
  console.log(
    mayBeLeft.test(test)
      ? `NOT TRIED: ${test}: its program is not installed`
      : `never ran: ${test}`,
  );

const passed = report?.numPassedTests ?? 0;
const failed = report?.numFailedTests ?? 0;
const skipped = report?.numPendingTests ?? 0;
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = left.length > 0 || failed > 0 || passed === 0 ? 1 : 0;
