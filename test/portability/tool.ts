import type { World } from "./world.ts";

/** What is asked of every generated client. What each means is in `expectations.ts`. */
export const questions = ["list", "create", "conflict", "contact", "events", "webhooks"] as const;
export type Question = (typeof questions)[number];

/** The columns of the table. `check` is the one step of a tool that generates nothing, such as a linter. */
const steps = ["install", "check", "generate", "compile", ...questions] as const;
export type Step = (typeof steps)[number];

/** What a tool is given to work with. */
export interface Trial {
  /** An empty folder. */
  folder: string;
  /** The published contract, as JSON. */
  contract: string;
  /** What people write: openapi/openapi.yaml. */
  source: string;
  /** Its edition in OpenAPI 3.0. */
  contract30: string;
  world: World;
}

/** A step of a tool. It fails by throwing; what it throws names the first cause. */
export type Work = (trial: Trial) => Promise<unknown>;

/** One row of the table. `run` gives what the program printed: a line for each question, `QUESTION ok JSON` or `QUESTION failed CAUSE`. */
export interface Tool {
  name: string;
  /** Programs that the machine must have; without them the tool is not tried. */
  needs: string[];
  install: () => Promise<unknown>;
  check?: Work;
  generate?: Work;
  compile?: Work;
  run?: (trial: Trial) => Promise<string>;
  /** The questions that can be asked of it, where it makes schemas and no requests. Otherwise all. */
  asks?: Question[];
}

/** How one step of one tool ended. */
export type Outcome =
  { status: "ok" } | { status: "failed"; cause: string } | { status: "not tried"; cause: string };

export interface Cell {
  tool: string;
  step: Step;
  outcome: Outcome;
}

const marks: Record<Outcome["status"], string> = {
  ok: "ok",
  failed: "FAILED",
  "not tried": "–",
};

/** The table, and below it what stands behind each mark that is not ok. */
export function report(cells: Cell[]): string {
  const tools = [...new Set(cells.map(({ tool }) => tool))];
  const used = steps.filter((step) => cells.some((cell) => cell.step === step));
  const of = (tool: string, step: Step) => cells.find((cell) => cell.tool === tool && cell.step === step);
  const rows = [
    ["", ...used],
    ...tools.map((tool) => [
      tool,
      ...used.map((step) => {
        const cell = of(tool, step);
        return cell ? marks[cell.outcome.status] : "";
      }),
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const table = rows.map((row) =>
    row
      .map((text, i) => text.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return [...table, "", ...cells.flatMap(explain), "", summary(cells)].join("\n");
}

function explain({ tool, step, outcome }: Cell): string[] {
  if (outcome.status === "ok") return [];
  const { status, cause } = outcome;
  if (status === "failed") return [`FAILED     ${tool}, ${step}: ${cause}`];
  return [`not tried  ${tool}, ${step}: ${cause}`];
}

/** How many cells ended how. */
function counts(cells: Cell[]): Record<Outcome["status"], number> {
  const count = (status: Outcome["status"]) =>
    cells.filter(({ outcome }) => outcome.status === status).length;
  return { ok: count("ok"), failed: count("failed"), "not tried": count("not tried") };
}

const summary = (cells: Cell[]) => {
  const { ok, failed, "not tried": notTried } = counts(cells);
  return `${ok} ok, ${failed} failed, ${notTried} not tried`;
};

/** 1 when a cell failed, or when nothing was tried. */
export function exitCode(cells: Cell[]): number {
  const { ok, failed } = counts(cells);
  return failed > 0 || ok === 0 ? 1 : 0;
}
