import { spawnSync } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOptions, runProgram } from "../../openapi/options.ts";
import { compileFolder } from "../support/compile-folder.ts";
import { largeContract } from "./large-contract.ts";

const { quick = false, seed = "1" } = readOptions(
  `npm run bench -- large [--seed N] [--quick]

Runs lint, diff, generate and docs on a made contract of 600 operations and 4 MB, compiles what was generated, and prints times
and memory beside what is asked for. Ends with 1 when a command needs more memory, or a page is too large. With --quick: on
one of 15 operations.`,
  { quick: { type: "boolean" }, seed: { type: "string" } },
);

/** The most time and memory that a command may need, in seconds and MB. */
const limits: Record<string, { seconds?: number; memory?: number }> = {
  lint: { seconds: 5 },
  diff: { seconds: 10, memory: 350 },
  docs: { seconds: 60, memory: 700 },
  generate: {},
};

/** The largest page of the docs, but for Redoc's, in kB. */
const maxPage = 1000;
/** The commands and pages that are larger than asked for. Times are only printed, as a machine may be busy. */
const tooLarge: string[] = [];

await runProgram(async () => {
  const folder = mkdtempSync(join(tmpdir(), "bench-large-"));
  try {
    const contract = largeContract({
      seed: Number(seed),
      ...(quick && { resources: 5 }),
    });
    const before = join(folder, "before.json");
    const after = join(folder, "after.json");
    writeFileSync(before, JSON.stringify(contract));
    const [, ...otherPaths] = Object.entries(contract["paths"] as object);
    const paths = Object.fromEntries(otherPaths);
    writeFileSync(after, JSON.stringify({ ...contract, paths }));
    const size = (statSync(before).size / 1e6).toFixed(1);
    console.log(`a contract of ${size} MB`);
    const docs = join(folder, "docs");
    measure("lint", [before]);
    measure("diff", [before, after]);
    const generated = join(folder, "generated");
    measure("generate", [before, "--out", generated]);
    await compile(generated);
    measure("docs", [before, "--out", docs]);
    const pages = readdirSync(docs)
      .filter((name) => name.endsWith(".html") && name !== "redoc.html")
      .map((name) => statSync(join(docs, name)).size);
    const largest = Math.round(Math.max(...pages) / 1000);
    console.log(`largest page  ${largest} kB`);
    if (largest > maxPage)
      tooLarge.push(`a page of ${largest} kB, ${maxPage} are asked`);
    if (tooLarge.length > 0)
      throw new Error(`Too large: ${tooLarge.join("; ")}.`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Runs a command, and prints its time and the most memory that it had. */
function measure(command: string, args: string[]): void {
  const report =
    'process.once("exit", () => console.error(`memory ${process.resourceUsage().maxRSS}`))';
  const began = performance.now();
  const { stderr } = spawnSync(
    process.execPath,
    [
      "--import",
      "tsx",
      "--import",
      `data:text/javascript,${report}`,
      `openapi/${command}/main.ts`,
      ...args,
    ],
    { encoding: "utf8", maxBuffer: 1e9 },
  );
  const seconds = (performance.now() - began) / 1000;
  const memory = Number(/^memory (\d+)$/m.exec(stderr)?.[1]) / 1000;
  const limit = limits[command];
  if (memory > (limit?.memory ?? Infinity))
    tooLarge.push(
      `${command} with ${memory.toFixed(0)} MB, ${limit?.memory} are asked`,
    );
  const asked = [
    ...(limit?.seconds === undefined ? [] : [`${limit.seconds} s`]),
    ...(limit?.memory === undefined ? [] : [`${limit.memory} MB`]),
  ];
  console.log(
    `${command.padEnd(12)}${seconds.toFixed(1).padStart(6)} s ${memory.toFixed(0).padStart(6)} MB` +
      (asked.length > 0 ? `   asked: ${asked.join(", ")}` : ""),
  );
}

/** Compiles generated files, and prints the time. @throws Error with the messages of the compiler */
async function compile(folder: string): Promise<void> {
  const began = performance.now();
  const messages = await compileFolder(folder);
  const seconds = (performance.now() - began) / 1000;
  if (messages !== "")
    throw new Error(`What was generated does not compile:\n${messages}`);
  console.log(`${"compile".padEnd(12)}${seconds.toFixed(1).padStart(6)} s`);
}
