import { parseArgs } from "node:util";
import { toTable } from "../result.ts";
import { calls } from "./calls.ts";
import { heapGrowth } from "./heap.ts";
import { sizes } from "./sizes.ts";

const { values: options } = parseArgs({ options: { quick: { type: "boolean" } } });
const plan = options.quick
  ? { rounds: 1, requests: 20, heap: 1000 }
  : { rounds: 15, requests: 500, heap: 200_000 };

const rows = sizes({ withOthers: !options.quick }).map(({ name, minified, gzipped }) => [
  name,
  String(minified),
  String(gzipped),
]);
const table = [["bytes in a bundle", "minified", "gzipped"], ...rows];
for (const [name = "", ...numbers] of table)
  console.log(name.padEnd(24) + numbers.map((number) => number.padStart(10)).join(""));

console.log(
  `\nCPU of the consumer's process per call, and its ratio to bare fetch: medians of ${plan.rounds} rounds`,
);
console.log(toTable(await calls(plan)));

console.log(`\nheap after ${plan.heap} calls: ${Math.round((await heapGrowth(plan.heap)) / 1000)} kB more`);
