import { readOptions } from "../../../openapi/options.ts";
import { toTable } from "../result.ts";
import { calls } from "./calls.ts";
import { heapGrowth } from "./heap.ts";

const { quick } = readOptions(
  "npm run bench -- client [--quick]   CPU per call beside bare fetch and openapi-fetch, and heap of the client",
  { quick: { type: "boolean" } },
);
const plan = quick ? { rounds: 1, requests: 20, heap: 1000 } : { rounds: 15, requests: 500, heap: 200_000 };

console.log(`CPU of the consumer's process, medians of ${plan.rounds} rounds`);
console.log(toTable(await calls(plan)));
console.log(`\nheap after ${plan.heap} calls: ${Math.round((await heapGrowth(plan.heap)) / 1000)} kB more`);
