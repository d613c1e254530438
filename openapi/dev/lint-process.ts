/**
 * Lints the contract at every message, and stays alive: most of the time of a new process goes into loading Redocly.
 * The package with Redocly's own function for it, @redocly/openapi-core, ends at 2.64.0: the command line brings a later
 * one inside its bundle, and two versions would disagree on what is clean. The command line is made to run once, so each
 * run imports it anew, its call of `process.exit` is only noted, and a run has ended when Node has nothing left to do.
 */
const commandLine = import.meta.resolve("@redocly/cli/bin/cli.js").replace("bin/cli.js", "lib/index.js");
let runs = 0;
let output = "";
let failed = false;

const noted: (code?: number | string | null) => void = (code) => {
  failed ||= Boolean(code);
};
Object.assign(process, { exit: noted });
/** A rule that cannot be loaded, for example. */
process.on("uncaughtException", ({ message }) => {
  output += `${message}\n`;
  failed = true;
});
for (const stream of [process.stdout, process.stderr]) {
  const write = (chunk: string | Uint8Array): boolean => {
    output += String(chunk);
    return true;
  };
  Object.assign(stream, { write });
}

process.on("message", () => {
  runs += 1;
  output = "";
  failed = false;
  process.exitCode = 0;
  process.argv.splice(2, Infinity, "lint", "contract", "--format=stylish");
  process.removeAllListeners("beforeExit");
  process.on("beforeExit", respond);
  process.channel?.unref();
  void import(`${commandLine}?run=${runs}`);
});

/** What Redocly prints about itself, and where in its code it met an error. */
const noise = /^\s*[╔║╚]|--generate-ignore-file|^validating |: validated in |Validation failed|^ +at /;

/** Redocly sets its exit code in a listener of the same event, so the response waits for that. */
function respond(): void {
  process.nextTick(() => {
    process.removeAllListeners("beforeExit");
    process.channel?.ref();
    const lines = output.split("\n").filter((line) => !noise.test(line));
    process.send?.({ clean: !failed && !process.exitCode, output: lines.join("\n") });
  });
}
