import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readOptions } from "../../openapi/options.ts";
import { cache } from "./installs.ts";
import { exitCode, report, type Cell } from "./tool.ts";
import { buildSdks, sdks } from "./sdks.ts";
import { generatorTools } from "./tools/generators.ts";
import { readerTools } from "./tools/readers.ts";
import { sampleTools } from "./tools/samples.ts";
import { missing, tryTool } from "./try-tool.ts";
import { startWorld } from "./world.ts";

/** Every row of the table. */
const tools = [...generatorTools, ...readerTools, ...sampleTools];

const help = `npm run portability            tries the contract in every tool: ${tools.length} rows
npm run portability -- --only python   those whose name contains it; may be repeated
npm run portability -- --list          names them
npm run portability -- --json FILE     writes the cells as JSON too
npm run portability -- --contract FILE tries another contract, as JSON, against the same server
npm run portability -- --sdks          builds the clients in ${sdks.map(({ language }) => language).join(", ")} into generated/sdks/

Everything is installed into node_modules/.cache/portability. Exit 1: a cell failed.`;

const say = (line: string) => console.error(line);

async function main(): Promise<void> {
  const values = readOptions(help, {
    only: { type: "string", multiple: true, default: [] },
    list: { type: "boolean" },
    json: { type: "string" },
    contract: { type: "string" },
    sdks: { type: "boolean" },
  });
  if (values.list) return console.log(tools.map(({ name }) => name).join("\n"));
  if (values.sdks) return buildSdks();
  const cells = await tryAll(values.only, values.contract);
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(cells, null, 1));
  console.log(`\n${report(cells)}`);
  process.exitCode = exitCode(cells);
}

/** Tries the tools, two at a time. */
async function tryAll(only: string[], contractFile: string | undefined): Promise<Cell[]> {
  const chosen = tools.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)));
  if (chosen.length === 0)
    throw new Error(`No tool has a name with ${only.join(" or ")}. See them with --list.`);
  const cells = (await Promise.all(chosen.map(missing))).flat();
  for (const { tool, outcome } of cells) if ("cause" in outcome) say(`${tool}: ${outcome.cause}`);
  const queue = chosen.filter(({ name }) => cells.every(({ tool }) => tool !== name));
  if (queue.length === 0) return cells;
  const world = await startWorld(say);
  try {
    const work = join(cache, "work");
    rmSync(work, { recursive: true, force: true });
    mkdirSync(work, { recursive: true });
    const contract = join(work, "openapi.json");
    const contract30 = join(work, "openapi-3.0.json");
    writeFileSync(
      contract,
      contractFile ? readFileSync(contractFile) : await world.published("/openapi.json"),
    );
    writeFileSync(contract30, await world.published("/openapi-3.0.json"));
    const source = fileURLToPath(new URL("../../openapi/openapi.yaml", import.meta.url));
    const worker = async () => {
      for (let tool = queue.shift(); tool; tool = queue.shift()) {
        const folder = join(work, tool.name.replace(/[^\w.-]+/g, "-"));
        mkdirSync(folder);
        cells.push(...(await tryTool(tool, { folder, contract, contract30, source, world }, say)));
      }
    };
    await Promise.all([worker(), worker()]);
    const place = ({ tool }: Cell) => chosen.findIndex(({ name }) => name === tool);
    return cells.sort((one, other) => place(one) - place(other));
  } finally {
    await world.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
