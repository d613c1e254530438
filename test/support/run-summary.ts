import { relative } from "node:path";
import type {
  Reporter,
  TestCase,
  TestModule,
  TestSpecification,
} from "vitest/node";

const betweenReports = 60_000;
const slowestFiles = 5;

/**
 * Says during a run how far it is, and after it which files were slowest and how each failed test
 * is run alone. Vitest makes reporters of classes.
 */
export default class RunSummary implements Reporter {
  #files = 0;
  #endedFiles = 0;
  #failedTests = 0;
  #lastReport = 0;

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length;
    this.#endedFiles = 0;
    this.#failedTests = 0;
    this.#lastReport = performance.now();
  }

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === "failed") this.#failedTests++;
  }

  onTestModuleEnd(): void {
    this.#endedFiles++;
    const now = performance.now();
    if (now - this.#lastReport < betweenReports) return;
    this.#lastReport = now;
    console.log(
      `${this.#endedFiles} of ${this.#files} files, ${this.#failedTests} tests failed`,
    );
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const commands = modules.flatMap(commandsOfFailed);
    if (commands.length > 0)
      console.log(`Run a failed test alone:\n  ${commands.join("\n  ")}`);
    if (modules.length <= slowestFiles) return;
    console.log(`Slowest files:\n  ${slowest(modules).join("\n  ")}`);
  }
}

const pathOf = (module: TestModule) => relative("", module.moduleId);

/** Lists the commands that run each failed test of a file alone. */
function commandsOfFailed(module: TestModule): string[] {
  const failed = [...module.children.allTests("failed")];
  return failed.map(({ fullName }) => {
    const name = fullName.replaceAll(" > ", " ");
    const pattern = name.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    const quoted = `'${pattern.replaceAll("'", "'\\''")}'`;
    return `npm test -- ${pathOf(module)} -t ${quoted}`;
  });
}

function slowest(modules: readonly TestModule[]): string[] {
  const files = modules.map((module) => ({
    path: pathOf(module),
    seconds: module.diagnostic().duration / 1000,
  }));
  return files
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, slowestFiles)
    .map(({ path, seconds }) => `${seconds.toFixed(1)} s  ${path}`);
}
