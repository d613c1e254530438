import { reasonOf } from "../../store/errors.ts";
import { findMissingRows } from "../../store/schema/missing-rows.ts";
import type { Store } from "../../store/store.ts";
import { type Check, error, run } from "./check.ts";
import { compareWithExport } from "./compare-export.ts";

/** The comparisons of `doctor --deep`. */
export interface DeepOptions {
  /** A file that `export` wrote of a workspace of this database, whose rows have to be there. */
  exportFile: string | undefined;
}

const restore =
  "Restore a whole backup into an empty database. To keep what was written since, restore it into a second database, " +
  "export each workspace there, and import it here after an erasure.";

/** Looks for rows that are missing, and names each table that lacks some. It changes nothing. */
export async function checkRows(
  database: Store["database"],
  { exportFile }: DeepOptions,
): Promise<Check[]> {
  try {
    const { references, workspaces, missing } = await findMissingRows(database);
    if (exportFile !== undefined)
      missing.push(...(await compareWithExport(database, exportFile)));
    if (missing.length > 0)
      return missing.map(({ found, ...rows }) => ({
        name: rows.table === undefined ? "rows" : `rows of ${rows.table}`,
        state: "error",
        found,
        hint: restore,
        missing: rows,
      }));
    const compared = `${references} references and the usage of ${workspaces} workspaces`;
    const found =
      exportFile === undefined ? compared : `${compared}, and ${exportFile}`;
    return await run(
      { rows: () => `none is missing; compared: ${found}` },
      undefined,
    );
  } catch (reason) {
    return run(
      {
        rows: () =>
          error(
            `they cannot be compared: ${reasonOf(reason)}`,
            "Correct the errors of the other checks first.",
          ),
      },
      undefined,
    );
  }
}
