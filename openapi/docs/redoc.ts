import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../", import.meta.url));
const redocly = join(root, "node_modules/.bin/redocly");

/**
 * What the page may load: itself alone. Redoc's page would fetch its logo and icons from its maker and send telemetry; the
 * browser refuses that, and the page works without.
 */
function policy(page: string): string {
  const scripts = [...page.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  return [
    "default-src 'none'",
    `script-src ${scripts.join(" ")}`,
    "style-src 'unsafe-inline'",
    "font-src data:",
    "img-src data:",
    "worker-src blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/**
 * The whole reference by Redoc, in one file, as Redocly builds it; before everything else stands a policy.
 * @throws Error with what Redocly said, without its advertisements
 */
export async function redocPage(): Promise<string> {
  const work = mkdtempSync(join(tmpdir(), "contacts-docs-"));
  const file = join(work, "index.html");
  try {
    await promisify(execFile)(redocly, ["build-docs", "docs", "--inlineBundle", "--output", file], {
      cwd: root,
    });
    const page = readFileSync(file, "utf8");
    const meta = `<meta http-equiv="Content-Security-Policy" content="${policy(page)}">`;
    return page.replace("<head>", () => `<head>\n  <meta charset="utf-8">\n  ${meta}`);
  } catch (error) {
    const text = String((error as { stderr?: string }).stderr || error);
    throw new Error(text.replaceAll(/^\s*[╔║╚].*\n/gm, "").trim());
  } finally {
    rmSync(work, { recursive: true });
  }
}
