import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { DeliveryFigures } from "./deliveries.ts";
import type { Cell } from "./result.ts";

const bench = ["--import", "tsx", fileURLToPath(new URL("requests-cpu.ts", import.meta.url))];

test("a quick run fills the whole table", { timeout: 120_000 }, async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...bench, "--quick", "--json"]);
  const { cells, widths, deliveries } = JSON.parse(stdout) as {
    cells: Cell[];
    widths: Cell[];
    deliveries: DeliveryFigures;
  };
  expect(cells.map(({ kind, server }) => `${kind}, ${server}`).sort()).toEqual([
    "create, Prism mock",
    "create, bare Express",
    "create, this server",
    "get, Prism mock",
    "get, bare Express",
    "get, this server",
    "list of 25, Prism mock",
    "list of 25, bare Express",
    "list of 25, this server",
  ]);
  expect(widths.map(({ server }) => server)).toEqual(
    [24, 200, 24, 200, 24, 200].map((n) => `${n} operations`),
  );
  const filled = [...cells, ...widths].filter(({ microseconds, ratio, perSecond }) =>
    [microseconds, ratio, perSecond].every((figure) => figure > 0),
  );
  expect(filled).toHaveLength(15);
  expect(stderr.match(/\d+ µs +\d+\.\d\d× +\d+\/s/g)).toHaveLength(15);
  expect(deliveries.perSecond).toBeGreaterThan(0);
  expect(stderr).toMatch(/Deliveries to webhooks +\d+\/s\n(From change .*\d ms\n){2}The same .*\d\.\d\d×\n/);
});
