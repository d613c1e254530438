// Most programs of a test end after seconds: what V8 optimizes in them costs more than it gives back. Vitest's own workers
// live long. --require loads only CommonJS before the program, and NODE_OPTIONS does not take this flag itself. Later
// versions of Node wait longer by themselves, and have no such flag.
if (process.version.startsWith("v20.") && !process.argv[1]?.includes("/vitest/"))
  require("node:v8").setFlagsFromString("--interrupt-budget=1000000");
