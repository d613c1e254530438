import { existsSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openEmbedded } from "../../server/store/embedded.ts";
import { openPostgres } from "../../server/store/postgres.ts";
import { createDatabase } from "./database.ts";

/** An empty embedded store that is up to date. Copying it is quicker than making each anew. */
export const embeddedTemplate = join(process.env["TEST_RUN"] ?? "", "embedded");

declare module "vitest" {
  interface ProvidedContext {
    /** The name of a database that is empty and up to date, to copy as well. */
    template: string;
  }
}

/** Makes what the stores of a run are copied from. */
export default async function makeTemplates(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  if (project.name !== "postgres") {
    if (!existsSync(embeddedTemplate)) await (await openEmbedded(embeddedTemplate)).close();
    return undefined;
  }
  const { url, drop } = await createDatabase();
  await (await openPostgres(url)).close();
  project.provide("template", new URL(url).pathname.slice(1));
  return drop;
}
