import { steps, type Cell, type Outcome, type Step } from "./tool.ts";

const marks: Record<Outcome["status"], string> = {
  ok: "ok",
  failed: "FAILED",
  fault: "fault",
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
  if (status === "fault") return [`its fault  ${tool}, ${step}: ${cause} (${outcome.name})`];
  return [`not tried  ${tool}, ${step}: ${cause}`];
}

/** How many cells ended how. */
function counts(cells: Cell[]): Record<Outcome["status"], number> {
  const count = (status: Outcome["status"]) =>
    cells.filter(({ outcome }) => outcome.status === status).length;
  return { ok: count("ok"), failed: count("failed"), fault: count("fault"), "not tried": count("not tried") };
}

const summary = (cells: Cell[]) => {
  const { ok, failed, fault, "not tried": left } = counts(cells);
  return `${ok} ok, ${failed} failed, ${fault} by a fault of the tool, ${left} not tried`;
};

/** 1 when a cell failed that is not listed as the tool's own fault, or when nothing was tried. */
export function exitCode(cells: Cell[]): number {
  const { ok, failed } = counts(cells);
  return failed > 0 || ok === 0 ? 1 : 0;
}
