import fc from "fast-check";
import type { Driver } from "./driver.ts";
import { Finding } from "../support/check-response.ts";
import { modes, type Mode, type ModeName } from "./modes.ts";
import type { TestedOperation } from "../support/operation.ts";

/** What was found, and how to see it again. */
export interface Report {
  operation: string;
  mode: ModeName;
  /** Undefined when the harness itself failed. */
  law: string | undefined;
  text: string;
}

/**
 * A list with more parameters of its query than this gets more good and bad requests, so that each is tried alone. The modes
 * with one request change each parameter in it.
 */
const usualFilters = 1.5;

export interface Effort {
  seed: number;
  /** How much is tried; 1 is what the tests do. */
  effort: number;
  /** Where a run failed, as it was reported. */
  path?: string | undefined;
  /** Whether a failing request is made smaller, which takes many more requests. */
  shrink?: boolean;
}

/** Treats an operation in a mode; undefined when nothing was found. */
export async function examine(
  driver: Driver,
  operation: TestedOperation,
  name: ModeName,
  { seed, effort, path, shrink = true }: Effort,
): Promise<Report | undefined> {
  const mode: Mode = modes[name];
  const property = fc.asyncProperty(mode.requests(operation), fc.nat({ max: 2 }), (request, row) =>
    mode.try(driver, operation, request, row),
  );
  const filters = operation.parameters.filter((parameter) => parameter.in === "query").length;
  const more = mode.share > 1 ? Math.max(1, filters / usualFilters) : 1;
  const numRuns = Math.max(1, Math.round(mode.share * effort * more));
  const result = await fc.check(property, { seed, numRuns, endOnFailure: !shrink, ...(path && { path }) });
  if (!result.failed) return undefined;
  const { counterexamplePath, errorInstance: error } = result;
  const replay = `--rounds 1 --seed ${seed} --path ${counterexamplePath} --operation ${operation.id} --mode ${name}`;
  return {
    operation: operation.id,
    mode: name,
    law: error instanceof Finding ? error.law : undefined,
    text:
      `${operation.id}, ${name}: ${error instanceof Finding ? error.message : String((error as Error)?.stack)}\n` +
      `  last sent: ${driver.last()}\n` +
      `  replay: npm run fuzz -- ${replay}`,
  };
}
