/**
 * Stays alive and lints the contract at every message: what takes long in a new process is loading Redocly. Its command
 * line is made to run once, so it is imported anew for each run, and has ended when Node has nothing left to do.
 */
const commandLine = import.meta.resolve("@redocly/cli/bin/cli.js").replace("bin/cli.js", "lib/index.js");
let runs = 0;
let output = "";
let code = 0;

process.exit = /** @type {typeof process.exit} */ (
  (/** @type {number} */ given) => {
    code ||= given;
  }
);
for (const stream of [process.stdout, process.stderr]) {
  stream.write = /** @type {typeof stream.write} */ (
    (chunk) => {
      output += chunk;
      return true;
    }
  );
}

process.on("message", () => {
  runs += 1;
  output = "";
  code = 0;
  process.exitCode = 0;
  process.argv.splice(2, Infinity, "lint", "contract", "--format=stylish");
  process.removeAllListeners("beforeExit");
  process.on("beforeExit", answer);
  process.channel?.unref();
  void import(`${commandLine}?run=${runs}`);
});

/** Redocly says how it ended in a listener of the same event, so the answer waits for that. */
function answer() {
  process.nextTick(() => {
    process.removeAllListeners("beforeExit");
    process.channel?.ref();
    const told = output.split("\n").filter((line) => !/^\s*[╔║╚]/.test(line));
    process.send?.({ clean: !code && !process.exitCode, output: told.join("\n") });
  });
}
