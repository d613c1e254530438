import { requireNode } from "../build/requirements.js";

// As in server/main.ts.
requireNode();
const { runCommandLine } = await import("./command-line.ts");
await runCommandLine(process.argv.slice(2));
