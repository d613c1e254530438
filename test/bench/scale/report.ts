/** What was measured of a kind of call: milliseconds, medians of the rounds. */
export interface CallFigures {
  name: string;
  /** With the small database. */
  smallP50: number;
  smallP99: number;
  /** With the large one. */
  p50: number;
  p99: number;
  /** Of the 99th percentiles of a round, large to small. */
  ratio: number;
}

/** What was measured of a search, with the large database: milliseconds, medians of the rounds. */
export interface SearchFigures {
  name: string;
  term: string;
  p50: number;
  p99: number;
}

export interface Figures {
  node: string;
  cores: number;
  small: number;
  large: number;
  rounds: number;
  requests: number;
  calls: CallFigures[];
  searches: SearchFigures[];
  /** The list of contacts of the large database: alone, and while others search. */
  listing: { alone: number; whileSearching: number };
}

/** The figures as a person reads them. */
export function toText({ calls, searches, listing, ...run }: Figures): string {
  const row = (head: string, fields: string[]) =>
    head.padEnd(24) + fields.map((field) => field.padStart(16)).join("");
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  return [
    row("", [`p50 at ${run.small}`, `at ${run.large}`, `p99 at ${run.small}`, `at ${run.large}`, "ratio"]),
    ...calls.map(({ name, smallP50, p50, smallP99, p99, ratio }) =>
      row(name, [ms(smallP50), ms(p50), ms(smallP99), ms(p99), `${ratio.toFixed(2)}×`]),
    ),
    "",
    row(`searches at ${run.large}`, ["p50", "p99"]),
    ...searches.map(({ name, p50, p99 }) => row(name, [ms(p50), ms(p99)])),
    "",
    row("contacts, p99", [ms(listing.alone)]),
    row("while others search", [ms(listing.whileSearching)]),
    "",
    `Contacts in the workspace: ${run.small} and ${run.large}. Medians of ${run.rounds} rounds of ${run.requests} ` +
      `requests of each kind, mixed. Node ${run.node}, ${run.cores} cores.`,
  ].join("\n");
}
