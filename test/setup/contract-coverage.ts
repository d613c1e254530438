import { existsSync, readFileSync } from "node:fs";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { everythingDeclared, shownFile } from "../support/declared.ts";

/**
 * Fails a run of all tests when something that the contract declares was shown by no response of a real server: a value of
 * an enum, an optional field, an alternative, an optional header. Vitest makes reporters of classes.
 */
export default class EverythingOccurs implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunEnd(modules: readonly TestModule[], _: unknown, reason: string): Promise<void> {
    const shown = new Set(existsSync(shownFile) ? readFileSync(shownFile, "utf8").split("\n") : []);
    const all = await this.#vitest?.globTestSpecifications();
    // Some conflicts need two connections, which the embedded store does not have.
    const isWhole = modules.length === all?.length && Boolean(process.env["TEST_DATABASE_URL"]);
    if (reason === "interrupted" || !isWhole) return;
    const declared = [...everythingDeclared()];
    const missing = declared.filter((choice) => !shown.has(choice));
    if (missing.length === 0)
      return console.log(`Responses showed all ${declared.length} choices of the contract.`);
    console.error(
      `The contract declares what no response of the server showed in any test. Show it in a test, or list it in\n` +
        `x-not-sent of its schema:\n  ${missing.join("\n  ")}`,
    );
    process.exitCode = 1;
  }
}
