import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const redocly = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));
const page = fileURLToPath(new URL("../../generated/docs/index.html", import.meta.url));

execFileSync(process.execPath, [redocly, "build-docs", "docs", "--inlineBundle", "--output", page], {
  stdio: ["ignore", "ignore", "inherit"],
});
