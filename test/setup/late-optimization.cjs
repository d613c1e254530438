// Most programs of a test end after seconds: what V8 optimizes in them costs more than it gives back. --require loads only
// CommonJS before the program, and NODE_OPTIONS does not take this flag itself.
require("node:v8").setFlagsFromString("--interrupt-budget=1000000");
