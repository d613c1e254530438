import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
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

const redocly = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));

/**
 * What the page may load: itself alone. Redoc's page would fetch its logo and icons from its maker and send telemetry; the
 * browser refuses that, and the page works without.
 */
function policy(page: string): string {
  const scripts = [...page.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(
    ([, script = ""]) => `'sha256-${hash("sha256", script, "base64")}'`,
  );
  const sources = `default-src 'none'; script-src ${scripts.join(" ")}; style-src 'unsafe-inline'; font-src data:`;
  return `${sources}; img-src data:; worker-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'`;
}

/**
 * The whole reference by Redoc, in one file, as Redocly builds it; before everything else stands a policy.
 * @param look the options of Redoc
 * @throws Error with what Redocly said, without its advertisements
 */
export async function redocPage(
  document: Contract,
  look: object = {},
): Promise<string> {
  const work = mkdtempSync(join(tmpdir(), "contacts-docs-"));
  const contract = join(work, "openapi.json");
  const page = join(work, "index.html");
  try {
    writeFileSync(contract, jsonOf(forRedoc(document)));
    // JSON is YAML too.
    const config = { telemetry: "off", openapi: look };
    writeFileSync(join(work, "redocly.yaml"), JSON.stringify(config));
    const build = [
      redocly,
      "build-docs",
      contract,
      "--inlineBundle",
      "--output",
      page,
    ];
    // In this folder, whose configuration Redocly reads.
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
    rmSync(work, { recursive: true });
  }
}

/** Redoc shows no description of a body's own schema: bodies have it. */
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
