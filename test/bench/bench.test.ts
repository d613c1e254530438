import { operations } from "../../generated/operations.ts";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { DeliveryFigures } from "./deliveries.ts";
import type { Cell } from "./result.ts";

const bench = [
  "--liftoff-only",
  "--import",
  "tsx",
  fileURLToPath(new URL("requests-cpu.ts", import.meta.url)),
];

test("a quick run prints every part, and fills its tables", { timeout: 300_000 }, async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...bench, "--quick", "--json"]);
  const { deliveries, ...rest } = JSON.parse(stdout) as { deliveries: DeliveryFigures };
  const {
    "by-hand": byHand,
    mock,
    widths,
  } = rest as unknown as Record<"by-hand" | "mock" | "widths", Cell[]>;
  const rows = (servers: string[]) =>
    ["create", "list of 25", "get"].flatMap((kind) => servers.map((server) => `${kind}, ${server}`));
  const namesOf = (cells: Cell[]) => cells.map(({ kind, server }) => `${kind}, ${server}`);
  expect(namesOf(byHand)).toEqual(rows(["by hand", "this server"]));
  expect(namesOf(mock)).toEqual(rows(["this server", "Prism mock"]));
  expect(namesOf(widths)).toEqual(rows([`${Object.keys(operations).length} operations`, "200 operations"]));
  const figures = [...byHand, ...mock, ...widths].flatMap(({ microseconds, perSecond, p99 }) => [
    ...Object.values(microseconds),
    ...Object.values(perSecond),
    ...Object.values(p99),
  ]);
  expect(figures.filter((figure) => figure > 0)).toHaveLength(18 * 6);
  expect(stderr.match(/ µs +\d+\.\d\d× +\d+\/s +\d+\.\d\d× +\d+\.\d ms +\d+\.\d\d×/g)).toHaveLength(18);
  expect(deliveries.perSecond).toBeGreaterThan(0);
  expect(stderr).toMatch(/Deliveries to webhooks +\d+\/s\n(From change .*\d ms\n){2}The same .*\d\.\d\d×\n/);
});
