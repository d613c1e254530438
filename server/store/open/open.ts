import type { Opening, OpenStore } from "./open-store.ts";

/**
 * Opens the store that the settings name: PostgreSQL, or the embedded one. Each is loaded only
 * where it is used, as the embedded one weighs several megabytes.
 */
export async function openStore(
  {
    databaseUrl,
    dataDir,
  }: { databaseUrl: string | undefined; dataDir: string },
  opening: Opening = {},
): Promise<OpenStore> {
  if (databaseUrl !== undefined)
    return (await import("./postgres.ts")).openPostgres(databaseUrl, opening);
  return (await import("./embedded.ts")).openEmbedded(dataDir, opening);
}
