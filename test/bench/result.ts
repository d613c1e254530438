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
  /** Milliseconds in which 99 of 100 requests had their responses. */
  p99: number;
  /** Thousands that the server's process executed per request; NaN where they cannot be counted. */
  instructions: number;
}

/** A figure: the median of the rounds, and the median of its ratios to the first server's within a round. */
interface Figure {
  value: number;
  ratio: number;
}

/** One field of the table. */
export interface Cell extends Record<keyof Round, Figure> {
  kind: string;
  server: string;
}

/** The first server of each kind is what the others are compared with. */
export function toCells(samples: Samples[]): Cell[] {
  return samples.map(({ kind, server, rounds }) => {
    const base = samples.find((candidate) => candidate.kind === kind)?.rounds ?? [];
    const figure = (name: keyof Round): Figure => ({
      value: rounded(median(rounds.map((round) => round[name]))),
      ratio: rounded(median(rounds.map((round, n) => round[name] / (base[n]?.[name] ?? NaN)))),
    });
    return {
      kind,
      server,
      microseconds: figure("microseconds"),
      perSecond: figure("perSecond"),
      p99: figure("p99"),
      instructions: figure("instructions"),
    };
  });
}

/** The time below which 99 of 100 are. */
export function p99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? NaN;
}

/** A row for each kind of request and server. */
export function toTable(cells: Cell[]): string {
  const [kinds, servers] = [cells.map(({ kind }) => kind), cells.map(({ server }) => server)];
  const width = (names: string[]) => Math.max(...names.map(({ length }) => length)) + 2;
  const show = ({ value, ratio }: Figure, unit: string, digits = 0) =>
    `${value.toFixed(digits)}${unit}`.padStart(10) + `${ratio.toFixed(2)}×`.padStart(8);
  const isCounted = cells.every(({ instructions }) => instructions.value > 0);
  const rows = cells.map(({ kind, server, microseconds, perSecond, p99, instructions }) => [
    kind.padEnd(width(kinds)) + server.padEnd(width(servers)),
    show(microseconds, " µs"),
    show(perSecond, "/s"),
    show(p99, " ms", 1),
    ...(isCounted ? [show(instructions, " k")] : []),
  ]);
  const head = [
    "".padEnd(width(kinds) + width(servers)),
    ...["CPU per request", "throughput", "p99", ...(isCounted ? ["instructions"] : [])].map((name) =>
      name.padStart(18),
    ),
  ];
  return [head, ...rows].map((row) => row.join("")).join("\n");
}

const rounded = (value: number) => Math.round(value * 100) / 100;

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}
