/** What was measured of one kind of call on one server. */
export interface Samples {
  kind: string;
  server: string;
  rounds: Round[];
}

/** What is measured in a round → head of its column, unit and digits. */
const figures = {
  /** Of CPU that the server's process used for a request. */
  microseconds: ["CPU of a request", " µs", 0],
  perSecond: ["throughput", "/s", 0],
  /** Milliseconds in which half of the requests had their responses, and 99 of 100. */
  p50: ["p50", " ms", 1],
  p99: ["p99", " ms", 1],
  /** Thousands that the server's process executed for a request; NaN where they cannot be counted. */
  instructions: ["instructions", " k", 0],
} as const;
const names = Object.keys(figures) as (keyof typeof figures)[];

/** One round's. */
export type Round = Record<keyof typeof figures, number>;

/** One field of the table: medians of the rounds, and medians of their ratios to the first server's within a round. */
export type Cell = Record<keyof typeof figures, { value: number; ratio: number }> & {
  kind: string;
  server: string;
};

/** The first server of each kind is what the others are compared with. */
export function toCells(samples: Samples[]): Cell[] {
  return samples.map(({ kind, server, rounds }) => {
    const base = samples.find((candidate) => candidate.kind === kind)?.rounds ?? [];
    const figure = (name: keyof Round) => ({
      value: median(rounds.map((round) => round[name])),
      ratio: median(rounds.map((round, n) => round[name] / (base[n]?.[name] ?? NaN))),
    });
    const measured = names.map((name) => [name, figure(name)] as const);
    return { kind, server, ...(Object.fromEntries(measured) as Omit<Cell, "kind" | "server">) };
  });
}

/** A row for each kind of call and server. */
export function toTable(cells: Cell[]): string {
  const width = (texts: string[]) => Math.max(...texts.map(({ length }) => length)) + 2;
  const first = width(cells.map(({ kind }) => kind));
  const second = width(cells.map(({ server }) => server));
  const shown = names.filter((name) => cells.some((cell) => cell[name].value > 0));
  const rows = cells.map((cell) => {
    const fields = shown.map((name) => {
      const [, unit, digits] = figures[name];
      const { value, ratio } = cell[name];
      return `${value.toFixed(digits)}${unit}`.padStart(10) + `${ratio.toFixed(2)}×`.padStart(8);
    });
    return [cell.kind.padEnd(first), cell.server.padEnd(second), ...fields];
  });
  const head = [" ".repeat(first + second), ...shown.map((name) => figures[name][0].padStart(18))];
  return [head, ...rows].map((row) => row.join("")).join("\n");
}

/** The least time that this share of the times does not exceed. */
export function percentile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}
