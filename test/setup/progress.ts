import type { Reporter, TestModule } from "vitest/node";

/**
 * Says what a run leaves out, how far it is where there is no terminal, in which Vitest shows it itself, and after a run of
 * many files which cost the most. Vitest makes reporters of classes.
 */
export default class Progress implements Reporter {
  readonly #leavesOut: string[];
  #all = 0;
  #ended = 0;

  constructor({ leavesOut }: { leavesOut: string[] }) {
    this.#leavesOut = leavesOut;
  }

  onTestRunStart(files: readonly unknown[]): void {
    this.#all = files.length;
    if (this.#leavesOut.length > 0)
      console.log(
        `Left to CI, as they take long: ${this.#leavesOut.join(", ")}. ` +
          "All tests: CI=true npm test. Some of them: npm test -- client/package openapi/dev",
      );
  }

  onTestModuleEnd(): void {
    this.#ended++;
    if (!process.stdout.isTTY && this.#ended % 20 === 0) console.log(`${this.#ended} of ${this.#all} files`);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < 50) return;
    const files = modules.map((module) => ({
      name: `${module.relativeModuleId} (${module.project.name})`,
      cpu: module.meta().cpu ?? 0,
      took: module.diagnostic().duration / 1000,
    }));
    const total = files.reduce((sum, { cpu }) => sum + cpu, 0);
    console.log(
      `${files.length} files took ${total.toFixed(0)} s of processor. The dearest:\n  CPU s  wall s`,
    );
    for (const { name, cpu, took } of files.toSorted((a, b) => b.cpu - a.cpu).slice(0, 25))
      console.log(`${cpu.toFixed(1).padStart(7)} ${took.toFixed(1).padStart(7)}  ${name}`);
  }
}
