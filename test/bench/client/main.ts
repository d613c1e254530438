import { parseArgs } from "node:util";
import { toTable } from "../result.ts";
import { calls } from "./calls.ts";
import { heapGrowth } from "./heap.ts";
import { sizes } from "./sizes.ts";
import { walks } from "./walks.ts";

const { values: options } = parseArgs({ options: { quick: { type: "boolean" } } });
const plan = options.quick
  ? { rounds: 1, requests: 20, heap: 1000 }
  : { rounds: 15, requests: 500, heap: 200_000 };

const { tarball, programs } = sizes({ withOthers: !options.quick });
const rows = programs.map(({ name, minified, gzipped }) => [name, String(minified), String(gzipped)]);
console.log(`the tarball: ${tarball} bytes\n`);
const table = [["bytes in a bundle", "minified", "gzipped"], ...rows];
for (const [name = "", ...numbers] of table)
  console.log(name.padEnd(24) + numbers.map((number) => number.padStart(10)).join(""));

console.log(
  `\nCPU of the consumer's process per call, and its ratio to bare fetch: medians of ${plan.rounds} rounds`,
);
console.log(toTable(await calls(plan)));

console.log(`\nheap after ${plan.heap} calls: ${Math.round((await heapGrowth(plan.heap)) / 1000)} kB more`);

if (!options.quick) {
  const { finished, refused, used } = await walks(8, 5000, 50);
  console.log(
    `\n8 walks at once over 5000 contacts at the real limit: ${finished} finished, ${refused} responses of 429,`,
  );
  console.log(`${(used * 100).toFixed(1)} % of the permitted rate`);
}
