import fc from "fast-check";
import { Finding } from "../support/check-response.ts";
import type { TestedOperation } from "../support/operation.ts";
import type { Driver } from "./driver.ts";
import type { ModeName } from "./mode-names.ts";
import { type Mode, modes } from "./modes.ts";

/** A finding, with the way to repeat it. */
export interface Report {
  operation: string;
  mode: ModeName;
  /** Undefined when the harness itself failed. */
  law: string | undefined;
  text: string;
}

/**
 * A list with more parameters of its query than this gets more good and bad requests, so that each
 * is tried alone. The modes with one request change each parameter in it.
 */
const usualFilters = 1.5;

export interface Effort {
  seed: number;
  /** The amount of tries. The tests use 1. */
  effort: number;
  /** The reported path of a failed run. */
  path?: string | undefined;
  /** True to shrink a failing request, which takes many more requests. */
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
  const property = fc.asyncProperty(
    mode.requests(operation),
    fc.nat({ max: 2 }),
    (request, row) => mode.try(driver, operation, request, row),
  );
  const filters = operation.parameters.filter(
    (parameter) => parameter.in === "query",
  ).length;
  const more = mode.share > 1 ? Math.max(1, filters / usualFilters) : 1;
  const numRuns = Math.max(1, Math.round(mode.share * effort * more));
  const result = await fc.check(property, {
    seed,
    numRuns,
    endOnFailure: !shrink,
    ...(path && { path }),
  });
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
