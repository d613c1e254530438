import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import type { BenchRequest } from "./requests.ts";

/** How many requests are in flight at a time. */
export const concurrency = 8;

/**
 * Sends requests over connections that are kept alive, and reads every answer to its end.
 * @throws Error when an answer has another status than its request wants.
 */
export async function load(address: string, requests: BenchRequest[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const waiting = requests.values();
  const work = async () => {
    for (const next of waiting) await send(agent, address, next);
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, work));
  } finally {
    agent.destroy();
  }
}

function send(
  agent: Agent,
  address: string,
  { path, body, status, ...options }: BenchRequest,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(address + path, { ...options, agent }, (response) => {
      if (response.statusCode === status) {
        response.resume().once("end", resolve).once("error", reject);
      } else {
        text(response).then((answer) => {
          reject(new Error(`${options.method} ${address}${path} → ${response.statusCode} ${answer}`));
        }, reject);
      }
    });
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}
