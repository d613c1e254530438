import "../collect-early.ts";
import { runProgram } from "../options.ts";
import { run } from "./run.ts";

function main(): void {
  const { code, stdout, stderr } = run(process.argv.slice(2));
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = code;
}

await runProgram(main);
