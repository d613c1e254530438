import { existsSync, readFileSync } from "node:fs";

// Adds up vitest's reports and names every test that no run executed, e.g. for want of PostgreSQL or Chromium.
const reports = process.argv
  .slice(2)
  .map((file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined));
const sum = (name) => reports.reduce((total, report) => total + (report?.[name] ?? 0), 0);

const ran = new Map();
for (const report of reports) {
  for (const { name: file, assertionResults } of report?.testResults ?? []) {
    for (const { fullName, status } of assertionResults) {
      const test = `${file.replace(/^.*\/(?=test\/)/, "")}: ${fullName}`; // one run is in a copy
      ran.set(test, ran.get(test) || status === "passed" || status === "failed");
    }
  }
}
const left = [...ran].filter(([, executed]) => !executed).map(([test]) => test);
for (const test of left) console.log(`never ran: ${test}`);

const passed = sum("numPassedTests");
const failed = sum("numFailedTests");
console.log(`\n${passed} passed, ${failed} failed, ${sum("numPendingTests")} skipped`);
process.exitCode = reports.includes(undefined) || left.length > 0 || failed > 0 || passed === 0 ? 1 : 0;
