import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

const executablePath = "/usr/bin/chromium";

/** Whether the tests that need a browser are skipped. In CI they fail instead. */
export const absent = !existsSync(executablePath) && process.env["CI"] !== "true";
if (absent) {
  console.warn(`Skipped: there is no Chromium at ${executablePath}.`);
}

/** Starts Chromium; the caller closes it. */
export const launchChromium = (...args: string[]): Promise<Browser> =>
  chromium.launch({ executablePath, args: ["--no-sandbox", ...args] });
