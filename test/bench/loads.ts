import { Agent, request as sendRequest } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { BenchRequest, Call } from "./calls.ts";
import { median } from "./compare.ts";

/** A server, and keys for one or more of its workspaces. */
export interface Tenant {
  address: string;
  keys: string[];
}

/**
 * Callers, so many of each tenant. Each sends its next request when it has the response, and has
 * paused.
 */
export interface Callers {
  tenants: Tenant[];
  callers: number;
  call: Call;
  /** In milliseconds. */
  pause?: number;
}

/** Requests that are sent at a steady pace, whether responses arrive or not. */
export interface Flood {
  address: string;
  requests: BenchRequest[];
  perSecond: number;
}

/** Loads that run at the same time, by name. */
export type Loads = Record<string, Callers | Flood>;

/** The responses that a load got. */
export interface Outcome {
  /** Successes in a second. */
  pace: number;
  /** Milliseconds in which half of the successes arrived. */
  median: number;
  /** Responses with status 503. */
  unavailable: number;
}

/**
 * Runs loads at the same time, for so many milliseconds.
 * @returns the outcome of each load, but for floods
 * @throws Error when callers get a response that is neither a success nor a 503
 */
export async function runLoads(
  loads: Loads,
  milliseconds: number,
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const running = Object.entries(loads).map(async ([name, load]) => {
    if ("perSecond" in load) await flood(load, milliseconds);
    else outcomes.set(name, await runCallers(load, milliseconds));
  });
  await Promise.all(running);
  return outcomes;
}

async function runCallers(
  { tenants, callers, call, pause = 0 }: Callers,
  milliseconds: number,
): Promise<Outcome> {
  const times: number[] = [];
  let unavailable = 0;
  const start = performance.now();
  const end = start + milliseconds;
  const callUntilEnd = async (tenant: Tenant) => {
    while (performance.now() < end) {
      const began = performance.now();
      const status = await send(tenant.address, nextRequest(call, tenant));
      if (status === 503) unavailable++;
      else if (status >= 300) throw new Error(`${call.name}: got ${status}.`);
      else times.push(performance.now() - began);
      if (pause > 0) await delay(pause);
    }
  };
  const running = tenants.flatMap((tenant) =>
    Array.from({ length: callers }, () => callUntilEnd(tenant)),
  );
  await Promise.all(running);
  return {
    pace: (times.length * 1000) / (performance.now() - start),
    median: median(times),
    unavailable,
  };
}

let made = 0;
const nextRequest = ({ request }: Call, { keys }: Tenant): BenchRequest =>
  request(made++, { keys, contacts: [] });

async function flood(
  { address, requests, perSecond }: Flood,
  milliseconds: number,
): Promise<void> {
  const began = performance.now();
  const responses: Promise<number>[] = [];
  for (;;) {
    const passed = performance.now() - began;
    if (passed >= milliseconds) break;
    while (responses.length < (passed * perSecond) / 1000) {
      const request = requests[responses.length % requests.length];
      if (!request) throw new Error("A flood has no requests.");
      responses.push(send(address, request));
    }
    await delay(5);
  }
  await Promise.all(responses);
}

const agent = new Agent({ keepAlive: true });

/** Sends a request, reads the response to its end, and returns its status. */
function send(
  address: string,
  { method, path, headers, body }: BenchRequest,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = sendRequest(
      address + path,
      { method, headers, agent },
      (response) => {
        response.once("end", () => resolve(response.statusCode ?? 0));
        response.once("error", reject);
        response.resume();
      },
    );
    request.once("error", reject);
    request.end(body);
  });
}
