import type { World } from "./world.ts";

/** The files and the server that a tool gets. */
export interface Trial {
  /** An empty folder. */
  folder: string;
  /** The published contract, as JSON. */
  contract: string;
  /** Its edition in OpenAPI 3.0. */
  contract30: string;
  /** Its edition for generators. */
  codegen: string;
  /** The hand-written contract: openapi/openapi.yaml. */
  source: string;
  world: World;
}

/**
 * Tries the contract in a tool, which it installs before. Fails by throwing; what it throws names
 * the first cause.
 */
export type Check = (trial: Trial) => Promise<unknown>;

/** A check, after what it needs is installed. */
export const needing =
  (check: Check, ...installations: (() => Promise<void>)[]): Check =>
  async (trial) => {
    for (const install of installations) await install();
    await check(trial);
  };

/** The result of a tool. */
export type Outcome =
  | { status: "ok" }
  | { status: "failed"; cause: string }
  | { status: "not tried"; cause: string };

export interface Cell {
  tool: string;
  outcome: Outcome;
}

const marks: Record<Outcome["status"], string> = {
  ok: "ok",
  failed: "FAILED",
  "not tried": "not tried",
};

/** The table, and how many tools ended how. */
export function report(cells: Cell[]): string {
  const lines = cells.map(({ tool, outcome }) => {
    const cause = "cause" in outcome ? `: ${outcome.cause}` : "";
    return `${marks[outcome.status].padEnd(9)}  ${tool}${cause}`;
  });
  const count = (status: Outcome["status"]) =>
    `${cells.filter(({ outcome }) => outcome.status === status).length} ${status}`;
  return [
    ...lines,
    "",
    [count("ok"), count("failed"), count("not tried")].join(", "),
  ].join("\n");
}

/** 1 when a tool failed, or when none was tried. */
export function exitCode(cells: Cell[]): number {
  const has = (status: Outcome["status"]) =>
    cells.some(({ outcome }) => outcome.status === status);
  return has("failed") || !has("ok") ? 1 : 0;
}
