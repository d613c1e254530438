import type { Reporter } from "vitest/node";

/** Says what a run leaves out, and how far it is where there is no terminal, in which Vitest shows it itself. Vitest makes reporters of classes. */
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
}
