import { Agent } from "node:http";
import type { BenchServer } from "../servers.ts";
import type { Call } from "./call.ts";
import { calls, search, terms } from "./calls.ts";
import type { Data } from "./data.ts";
import { percentile, timed } from "./latency.ts";
import type { CallFigures, Figures, SearchFigures } from "./report.ts";

/** A server on a seeded database. */
export interface Side {
  server: BenchServer;
  data: Data;
}

export interface Plan {
  rounds: number;
  /** How many requests a round has of each kind of call; of each search a quarter. */
  requests: number;
}

/** How many requests are in flight at a time. */
const users = 4;

/** How many requests one side gets in all. */
export const requestsOf = ({ rounds, requests }: Plan) =>
  (rounds + 1) * requests * (calls.length + Object.keys(terms).length / 4 + 4);

type Measured = Pick<Figures, "calls" | "searches" | "listing">;

/** Rounds in which the sides take turns, after one that warms them up and is not counted. */
export async function measure(
  small: Side,
  large: Side,
  plan: Plan,
  say: (line: string) => void,
): Promise<Measured> {
  const searchCalls = Object.values(terms).map(search);
  const rounds: { small: Times; large: Times; searches: Times; alone: number; whileSearching: number }[] = [];
  for (let round = 0; round <= plan.rounds; round++) {
    const [ofSmall, ofLarge] = await mix([small, large], calls, plan.requests);
    const [searches] = await mix([large], searchCalls, Math.ceil(plan.requests / 4));
    const alone = await listing(large, plan.requests, calls.slice(0, 1));
    const whileSearching = await listing(large, plan.requests, searchCalls);
    say(round === 0 ? "warmed up" : `round ${round} of ${plan.rounds}`);
    if (round === 0) continue;
    rounds.push({
      small: ofSmall ?? noTimes(),
      large: ofLarge ?? noTimes(),
      searches: searches ?? noTimes(),
      alone,
      whileSearching,
    });
  }
  const over = (value: (round: (typeof rounds)[number]) => number) => percentile(rounds.map(value), 0.5);
  const of = (times: Times, name: string, share: number) => percentile(times.get(name) ?? [], share);
  return {
    calls: calls.map(({ name }): CallFigures => ({
      name,
      smallP50: over((round) => of(round.small, name, 0.5)),
      smallP99: over((round) => of(round.small, name, 0.99)),
      p50: over((round) => of(round.large, name, 0.5)),
      p99: over((round) => of(round.large, name, 0.99)),
      ratio: over((round) => of(round.large, name, 0.99) / of(round.small, name, 0.99)),
    })),
    searches: Object.entries(terms).map(([name, term]): SearchFigures => ({
      name,
      term,
      p50: over((round) => of(round.searches, term, 0.5)),
      p99: over((round) => of(round.searches, term, 0.99)),
    })),
    listing: {
      alone: over((round) => round.alone),
      whileSearching: over((round) => round.whileSearching),
    },
  };
}

/** Milliseconds of each request, by the name of its call. */
type Times = Map<string, number[]>;

const noTimes = (): Times => new Map();

/** How many requests one side gets before it is the other's turn. */
const turn = 60;

/** Sends so many of each call to each side, all mixed. The sides take turns, short ones: what disturbs hits all. */
async function mix(sides: Side[], kinds: Call[], requests: number): Promise<Times[]> {
  const times = sides.map((): Times => new Map(kinds.map(({ name }) => [name, []])));
  const order = shuffled(kinds.flatMap((kind) => Array.from({ length: requests }, () => kind)));
  await withAgent(async (agent) => {
    for (let start = 0; start < order.length; start += turn) {
      for (const [place, side] of sides.entries()) {
        const waiting = order.slice(start, start + turn).values();
        await inParallel(users, async () => {
          for (const kind of waiting) times[place]?.get(kind.name)?.push(await send(agent, side, kind));
        });
      }
    }
  });
  return times;
}

const shuffled = <T>(values: T[]): T[] =>
  values
    .map((value) => ({ value, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);

/** The 99th percentile of listings by half of the users, while the other half makes other calls all the time. */
function listing(side: Side, requests: number, others: Call[]): Promise<number> {
  const [list] = calls;
  if (!list) throw new Error("There is no list.");
  let left = requests;
  const times: number[] = [];
  return withAgent(async (agent) => {
    await Promise.all([
      inParallel(users / 2, async () => {
        while (left-- > 0) times.push(await send(agent, side, list));
      }),
      inParallel(users / 2, async (user) => {
        for (let n = user; left > 0; n++) await send(agent, side, others[n % others.length] ?? list);
      }),
    ]);
    return percentile(times, 0.99);
  });
}

let sent = 0;
const send = (agent: Agent, { server, data }: Side, { request }: Call) =>
  timed(agent, server.address, request(sent++, data));

const inParallel = (count: number, work: (n: number) => Promise<void>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

async function withAgent<T>(work: (agent: Agent) => Promise<T>): Promise<T> {
  const agent = new Agent({ keepAlive: true, maxSockets: users });
  try {
    return await work(agent);
  } finally {
    agent.destroy();
  }
}
