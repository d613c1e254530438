import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Answer, Task } from "./checker.ts";

/** Lints contracts or generates from them, and stays alive: most of the time of a new process goes into loading. */
const tasks: Record<Task, () => Promise<(file: string) => Promise<Answer>>> = {
  lint: async () => {
    const { createLint } = await import("../lint/lint.ts");
    const { lintReport } = await import("../lint/report.ts");
    const lint = await createLint();
    return async (file) => {
      const problems = await lint(readFileSync(file, "utf8"), file);
      const ok = problems.length === 0;
      return {
        ok,
        output: ok ? "" : lintReport(problems, join(file, "../..")),
        files: [],
      };
    };
  },
  generate: async () => {
    const { generate } = await import("../generate/main.ts");
    return async (file) => ({
      ok: true,
      output: "",
      files: [...(await generate(file))],
    });
  },
};

const task = process.argv[2] as Task;
const loading = tasks[task]();
// Whoever asks is told; nobody may ask.
loading.catch(() => undefined);
const answer = async (folder: string) =>
  (await loading)(join(folder, "openapi/openapi.yaml"));

process.on("message", (folder: string) => {
  void answer(folder)
    .catch((error: unknown) => ({
      ok: undefined,
      output: String(error),
      files: [],
    }))
    .then((result) => process.send?.(result));
});
process.once("disconnect", () => process.exit());
