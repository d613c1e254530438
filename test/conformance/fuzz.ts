import { operations } from "../../generated/operations.ts";
import { messageOf, readOptions } from "../../openapi/options.ts";
import { closest } from "../../openapi/rules/closest.ts";
import { modeNames } from "./mode-names.ts";

const usage = `npm run fuzz -- [options]   drives every operation of the contract against a server of its own, for half of the
                            time alone and then by the model, where several use all of them at once

  --minutes N     goes on until N minutes are over (default 1)
  --rounds N      instead: this many rounds, each as long as what npm test does; without the model
  --model         the model alone; then a round is one run of it
  --operation ID  only this operation
  --mode NAME     only this mode: ${modeNames.join(", ")}
  --seed N        repeats what was reported with this seed, with --path and --rounds 1
  --path TEXT     the path of the case in that run

It prints each finding with the command that shows it again, and ends with 1 when there is one. The model ends with the first.`;

function number(name: string, text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text))
    throw new Error(`--${name} must be a number, not ${text}.`);
  return Number(text);
}

/** @throws Error when the contract has no operation of this id */
function requireOperation(id: string | undefined): void {
  if (id === undefined || Object.hasOwn(operations, id)) return;
  const [meant] = closest(id, Object.keys(operations));
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  throw new Error(
    `--operation must be an operationId of the contract, not ${id}.${hint}`,
  );
}

/** @throws Error when there is no mode of this name */
function modeNamed(name: string | undefined) {
  if (name === undefined) return undefined;
  const mode = modeNames.find((each) => each === name);
  if (mode) return mode;
  throw new Error(
    `--mode must be one of ${modeNames.join(", ")}, not ${name}.`,
  );
}

async function main(): Promise<void> {
  const options = readOptions(usage, {
    minutes: { type: "string", default: "1" },
    rounds: { type: "string" },
    model: { type: "boolean", default: false },
    operation: { type: "string" },
    mode: { type: "string" },
    seed: { type: "string" },
    path: { type: "string" },
  });
  const { operation, path } = options;
  requireOperation(operation);
  const mode = modeNamed(options.mode);
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => process.exit(1));
  const start = Date.now();
  const rounds =
    options.rounds === undefined ? Infinity : number("rounds", options.rounds);
  const time =
    rounds === Infinity
      ? number("minutes", options.minutes) * 60_000
      : Infinity;
  const first = number("seed", options.seed ?? String(start % 2 ** 31));
  const isPart =
    rounds !== Infinity || operation !== undefined || mode !== undefined;
  const half = isPart ? time : time / 2;
  // Loaded only here, as loading takes seconds.
  const { driveModel, driveOperations } = await import("./drive.ts");
  let findings = 0;
  if (!options.model)
    findings += await driveOperations(
      { first, rounds, until: start + half },
      { operation, mode, path },
    );
  if (options.model || !isPart)
    findings += await driveModel({ first, rounds, until: start + time });
  process.exitCode = findings > 0 ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exit(1);
});
