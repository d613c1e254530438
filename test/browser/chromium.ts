import axe from "axe-core";
import { existsSync } from "node:fs";
import { chromium, type Browser, type Page } from "playwright-core";

const executablePath = "/usr/bin/chromium";

/** True when the tests that need a browser are skipped. In CI they fail instead. */
export const absent =
  !existsSync(executablePath) && process.env["CI"] !== "true";
if (absent) {
  console.warn(`Skipped: there is no Chromium at ${executablePath}.`);
}

/** Starts Chromium; the caller closes it. */
export const launchChromium = (...args: string[]): Promise<Browser> =>
  chromium.launch({ executablePath, args: ["--no-sandbox", ...args] });

/**
 * Returns the rules of axe that a page breaks, each with the first element that breaks it.
 * @param tag the group of rules; without it all rules
 */
export async function accessibilityFaults(
  page: Page,
  tag?: string,
): Promise<unknown[]> {
  if (!(await page.evaluate("'axe' in window")))
    await page.evaluate(axe.source);
  const options =
    tag === undefined
      ? "{}"
      : JSON.stringify({ runOnly: { type: "tag", values: [tag] } });
  const { violations } = (await page.evaluate(
    `axe.run(${options})`,
  )) as axe.AxeResults;
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
}
