import { buildSync } from "esbuild";
import { execFileSync } from "node:child_process";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { installClient } from "../../support/client-package.ts";

/** How large a program is that makes a client and lists something. */
export interface Size {
  name: string;
  minified: number;
  gzipped: number;
}

/** The clients of others → a program that does with them what ours does with ours. */
const others = {
  "openapi-fetch@0.16.0": `import make from "openapi-fetch"; make({ baseUrl: "x" }).GET("/x");`,
  "@octokit/core@7.0.8": `import { Octokit } from "@octokit/core"; new Octokit().request("GET /user");`,
  "resend@6.38.0": `import { Resend } from "resend"; new Resend("x").emails.list();`,
  "stripe@23.1.0": `import Stripe from "stripe"; new Stripe("x").customers.list();`,
  "intercom-client@7.0.3": `import { IntercomClient } from "intercom-client"; new IntercomClient({ token: "x" }).contacts.list();`,
  "openai@6.49.0": `import OpenAI from "openai"; new OpenAI().models.list();`,
};
const ours = {
  "contacts-client": `import { createClient } from "contacts-client"; createClient({ apiKey: "x", baseUrl: "x" }).contacts.list();`,
  "  an error's guard": `import { isApiError } from "contacts-client"; console.log(isApiError(0));`,
  "  verifyWebhook alone": `import { verifyWebhook } from "contacts-client/webhooks"; console.log(verifyWebhook);`,
};

/** What a consumer downloads, and what becomes of it. */
export interface Sizes {
  /** Bytes of the package. */
  tarball: number;
  programs: Size[];
}

/** Bundles programs as a consumer would, minified. The clients of others are installed first, from the network. */
export function sizes({ withOthers }: { withOthers: boolean }): Sizes {
  const consumer = installClient();
  // What is installed here leaves our package alone, which stands in the folder above.
  const folder = join(consumer.folder, "others");
  mkdirSync(folder);
  try {
    if (withOthers) install(folder);
    const all = { ...ours, ...(withOthers && others) };
    const entry = join(folder, "entry.js");
    const programs = Object.entries(all).map(([name, code]) => ({ name, ...sizeOf(entry, code) }));
    return { tarball: statSync(consumer.tarball).size, programs };
  } finally {
    consumer.remove();
  }
}

function sizeOf(entry: string, code: string): Omit<Size, "name"> {
  writeFileSync(entry, code);
  const options = { bundle: true, minify: true, format: "esm", target: "es2022", platform: "node" } as const;
  const [file] = buildSync({
    ...options,
    entryPoints: [entry],
    write: false,
    logLevel: "silent",
  }).outputFiles;
  const content = file?.contents ?? new Uint8Array();
  return { minified: content.length, gzipped: gzipSync(content, { level: 9 }).length };
}

function install(folder: string): void {
  writeFileSync(join(folder, "package.json"), "{}");
  execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", ...Object.keys(others)], {
    cwd: folder,
  });
}
