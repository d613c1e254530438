import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openEmbedded } from "../../server/store/embedded.ts";
import { openPostgres } from "../../server/store/postgres.ts";
import { createDatabase } from "../support/database.ts";

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
  if (!["postgres", "partitions"].includes(project.name)) {
    if (!existsSync(embeddedTemplate)) await (await openEmbedded(embeddedTemplate)).close();
    return undefined;
  }
  const { url, drop } = await createDatabase();
  await (await openPostgres(url)).close();
  if (project.name === "partitions") {
    const options = [
      "-v",
      "ON_ERROR_STOP=1",
      "-v",
      "partitions=4",
      "-1",
      "-f",
      "server/store/partitions.sql",
    ];
    execFileSync("psql", [url, ...options], { stdio: "pipe" });
  }
  project.provide("template", new URL(url).pathname.slice(1));
  return drop;
}
