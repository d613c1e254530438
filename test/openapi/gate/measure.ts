import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Report } from "../../../openapi/gate/redocly-diff.ts";
import type { Case } from "./cases/case.ts";

const script = fileURLToPath(new URL("run-pairs.js", import.meta.url));

/** What `redocly diff` reports of each case under a config. Two processes share them: starting one for each takes long. */
export async function reportsOf(cases: Case[], config: string): Promise<Report[]> {
  const half = Math.ceil(cases.length / 2);
  const parts = [cases.slice(0, half), cases.slice(half)];
  return (await Promise.all(parts.map((part) => run(part, config)))).flat();
}

async function run(cases: Case[], config: string): Promise<Report[]> {
  const folder = mkdtempSync(join(tmpdir(), "contract-pairs-"));
  for (const [i, { before, after }] of cases.entries()) {
    writeFileSync(join(folder, `${i}-before.yaml`), before);
    writeFileSync(join(folder, `${i}-after.yaml`), after);
  }
  const child = spawn(process.execPath, [script, folder, String(cases.length), config]);
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  await once(child, "close");
  try {
    return cases.map((_, i) => JSON.parse(readFileSync(join(folder, `${i}.json`), "utf8")) as Report);
  } catch (error) {
    throw new Error((await said).join("\n"), { cause: error });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** How often a tool was right: for each case, whether it called it a break. */
export function score(cases: Case[], breaks: boolean[]): string {
  const count = (kind: Case["kind"]) => {
    const of = cases.filter((one) => one.kind === kind).length;
    return `${cases.filter((one, i) => one.kind === kind && breaks[i]).length} of ${of}`;
  };
  return `breaking found ${count("breaking")}, false alarms: harmless ${count("harmless")}, refactors ${count("refactor")}`;
}
