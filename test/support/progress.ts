import type { Reporter } from "vitest/node";

/** Says how far a run is where there is no terminal, in which Vitest shows it itself. Vitest makes reporters of classes. */
export default class Progress implements Reporter {
  #all = 0;
  #ended = 0;

  onTestRunStart(files: readonly unknown[]): void {
    this.#all = files.length;
  }

  onTestModuleEnd(): void {
    this.#ended++;
    if (!process.stdout.isTTY && this.#ended % 20 === 0) console.log(`${this.#ended} of ${this.#all} files`);
  }
}
