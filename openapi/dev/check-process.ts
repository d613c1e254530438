import { readFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "../generate/main.ts";
import { createLint, lintReport } from "../lint/lint.ts";
import type { Answer, Task } from "./checker.ts";

/** Lints contracts and generates from them, and stays alive: most of the time of a new process goes into loading. */

const loading = createLint();

async function answer({ task, folder }: Task): Promise<Answer> {
  const file = join(folder, "openapi/openapi.yaml");
  if (task === "generate") return { ok: true, output: "", files: [...(await generate(file))] };
  const lint = await loading;
  const problems = await lint(readFileSync(file, "utf8"), file);
  return {
    ok: problems.length === 0,
    output: problems.length === 0 ? "" : lintReport(problems, folder),
    files: [],
  };
}

process.on("message", (task: Task) => {
  void answer(task)
    .catch((error: unknown) => ({ ok: false, output: String(error), files: [] }))
    .then((result) => process.send?.(result));
});
process.once("disconnect", () => process.exit());
