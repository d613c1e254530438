import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import {
  operationsIn,
  operationsOf,
  resolve,
  type Contract,
} from "../model/contract.ts";
import { jsonOf } from "../model/json.ts";
import { removedFolder } from "../removed-folder.ts";

const redocly = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));

/**
 * Returns a content policy with which the page loads only itself. It blocks logo, icons and
 * telemetry of Redoc, which the page does not need.
 */
function policy(page: string): string {
  const scripts = [...page.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(
    ([, script = ""]) => `'sha256-${hash("sha256", script, "base64")}'`,
  );
  const sources = `default-src 'none'; script-src ${scripts.join(" ")}; style-src 'unsafe-inline'; font-src data:`;
  return `${sources}; img-src data:; worker-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'`;
}

/**
 * Builds the page by Redoc in one file, with a content policy at its beginning.
 * @param options the options of Redoc
 * @throws Error with the message of Redocly, without its advertisements
 */
export async function redocPage(
  document: Contract,
  options: object = {},
): Promise<string> {
  const work = removedFolder("contacts-docs-");
  const contract = join(work, "openapi.json");
  const page = join(work, "index.html");
  try {
    writeFileSync(contract, jsonOf(forRedoc(document)));
    // JSON is YAML too.
    const config = { telemetry: "off", openapi: options };
    writeFileSync(join(work, "redocly.yaml"), JSON.stringify(config));
    const build = [
      redocly,
      "build-docs",
      contract,
      "--inlineBundle",
      "--output",
      page,
    ];
    // Redocly reads the configuration of the current folder.
    await promisify(execFile)(process.execPath, build, { cwd: work });
    const built = readFileSync(page, "utf8");
    const meta = `<meta http-equiv="Content-Security-Policy" content="${policy(built)}">`;
    return built.replace(
      "<head>",
      () => `<head>\n  <meta charset="utf-8">\n  ${meta}`,
    );
  } catch (error) {
    const text = String((error as { stderr?: string }).stderr || error);
    throw new Error(text.replaceAll(/^\s*[╔║╚].*\n/gm, "").trim());
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Copies the descriptions of schemas to their bodies, where Redoc shows them. */
function forRedoc(document: Contract): Contract {
  const described = structuredClone(document);
  for (const { operation } of [
    ...operationsOf(described),
    ...operationsIn(described.webhooks),
  ]) {
    const [media] = Object.values(operation.requestBody?.content ?? {});
    const description = media && resolve(described, media.schema).description;
    if (operation.requestBody && description !== undefined)
      operation.requestBody.description ??= description;
  }
  return described;
}
