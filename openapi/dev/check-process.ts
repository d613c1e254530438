import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CheckResult, Task } from "./checker.ts";

/** Task → function that loads it. The process stays alive, as loading takes most of the time. */
const tasks: Record<
  Task,
  () => Promise<(file: string) => Promise<CheckResult>>
> = {
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
    const { generate } = await import("../generate/generate.ts");
    return async (file) => ({
      ok: true,
      output: "",
      files: [...(await generate(file))],
    });
  },
};

const task = process.argv[2] as Task;
const loading = tasks[task]();
// `check` reports a failure. Without a request, nobody handles it.
loading.catch(() => undefined);
const check = async (folder: string) =>
  (await loading)(join(folder, "openapi/openapi.yaml"));

process.on("message", (folder: string) => {
  void check(folder)
    .catch((error: unknown) => ({
      ok: undefined,
      output: String(error),
      files: [],
    }))
    .then((result) => process.send?.(result));
});
process.once("disconnect", () => process.exit());
