/** What was measured of one kind of request on one server. */
export interface Samples {
  kind: string;
  server: string;
  rounds: Round[];
}

/** One round's. */
export interface Round {
  /** Of CPU that the server's process used per request. */
  microseconds: number;
  perSecond: number;
}

/** One field of the table. */
export interface Cell {
  kind: string;
  server: string;
  /** Microseconds of CPU per request: the median of the rounds. */
  microseconds: number;
  /** Of CPU to the first server's, within a round: the median of the rounds. */
  ratio: number;
  /** Requests per second: the median of the rounds. */
  perSecond: number;
}

/** The first server of each kind is what the others are compared with. */
export function toCells(samples: Samples[]): Cell[] {
  return samples.map(({ kind, server, rounds }) => {
    const base = samples.find((candidate) => candidate.kind === kind)?.rounds ?? [];
    const ratios = rounds.map(({ microseconds }, round) => microseconds / (base[round]?.microseconds ?? NaN));
    return {
      kind,
      server,
      microseconds: Math.round(median(rounds.map(({ microseconds }) => microseconds))),
      ratio: Math.round(median(ratios) * 100) / 100,
      perSecond: Math.round(median(rounds.map(({ perSecond }) => perSecond))),
    };
  });
}

/** A row for each kind of request, a column for each server. */
export function toTable(cells: Cell[]): string {
  const servers = [...new Set(cells.map(({ server }) => server))];
  const kinds = [...new Set(cells.map(({ kind }) => kind))];
  const row = (head: string, fields: string[]) =>
    [head.padEnd(12), ...fields.map((field) => field.padStart(25))].join("").trimEnd();
  const rows = kinds.map((kind) => {
    const fields = cells
      .filter((cell) => cell.kind === kind)
      .map(
        ({ microseconds, ratio, perSecond }) =>
          `${microseconds} µs ${ratio.toFixed(2).padStart(6)}× ${`${perSecond}/s`.padStart(7)}`,
      );
    return row(kind, fields);
  });
  return [row("", servers), ...rows].join("\n");
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}
