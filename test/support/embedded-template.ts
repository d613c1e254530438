import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openEmbedded } from "../../server/store/embedded.ts";

declare module "vitest" {
  interface ProvidedContext {
    template: string;
  }
}

/** An empty embedded store that is up to date. Copying it is quicker than making each anew. */
export default async function embeddedTemplate(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "contacts-template-"));
  const store = await openEmbedded(folder);
  await store.close();
  project.provide("template", folder);
  return () => rmSync(folder, { recursive: true });
}
