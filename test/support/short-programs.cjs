// Loaded first by each program that a test starts, as most end after seconds: on Node 20 a third of the processor's time goes
// into what V8 optimizes. Later versions wait longer by themselves. The processes of vitest run for minutes.
const { setFlagsFromString } = require("node:v8");

const isVitest = /[\\/]vitest[\\/]/.test(process.argv[1] ?? "");
if (process.version.startsWith("v20.") && !isVitest)
  setFlagsFromString("--interrupt-budget=1000000");
