import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CommandFailed, firstCause, Unavailable } from "./command.ts";
import { cache } from "./install.ts";
import type { Cell, Check, Outcome, Trial } from "./tool.ts";
import { tools } from "./tools.ts";
import { startWorld } from "./world.ts";

/** Tries the tools whose name has one of these parts, or all, two at a time. */
export async function tryAll(only: string[]): Promise<Cell[]> {
  const chosen = Object.entries(tools).filter(
    ([name]) => only.length === 0 || only.some((part) => name.includes(part)),
  );
  if (chosen.length === 0)
    throw new Error(
      `No tool has a name with ${only.join(" or ")}. See them with --list.`,
    );
  const work = join(cache, "work");
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const world = await startWorld();
  try {
    const contract = join(work, "openapi.json");
    const contract30 = join(work, "openapi-3.0.json");
    const codegen = join(work, "openapi-codegen.json");
    for (const file of [contract, contract30, codegen])
      writeFileSync(file, await world.published(`/${basename(file)}`));
    const source = fileURLToPath(
      new URL("../../openapi/openapi.yaml", import.meta.url),
    );
    const cells: Cell[] = [];
    const queue = [...chosen.entries()];
    const worker = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [row, [tool, check]] = next;
        const folder = join(work, tool.replace(/[^\w.-]+/g, "-"));
        mkdirSync(folder);
        const began = Date.now();
        const outcome = await outcomeOf(check, {
          folder,
          contract,
          contract30,
          codegen,
          source,
          world,
        });
        console.error(
          `${tool}: ${outcome.status} (${Math.round((Date.now() - began) / 1000)} s)`,
        );
        cells[row] = { tool, outcome };
      }
    };
    await Promise.all([worker(), worker()]);
    return cells;
  } finally {
    await world.stop();
  }
}

async function outcomeOf(check: Check, trial: Trial): Promise<Outcome> {
  try {
    await check(trial);
    return { status: "ok" };
  } catch (error) {
    // The whole output, as the table has room for one line of it.
    if (error instanceof CommandFailed)
      writeFileSync(join(trial.folder, "failed.log"), error.output);
    const cause =
      firstCause(error instanceof Error ? error.message : String(error)) ??
      "no message";
    return {
      status: error instanceof Unavailable ? "not tried" : "failed",
      cause,
    };
  }
}
