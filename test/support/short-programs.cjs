// Loaded first by every program of a test run, as most end after seconds: on Node 20 a third of the processor's time goes
// into what V8 optimizes. Later versions wait longer by themselves.
const { setFlagsFromString } = require("node:v8");

if (process.version.startsWith("v20."))
  setFlagsFromString("--interrupt-budget=1000000");
