import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * A migration: a step from a version of the tables to the next, while servers of both versions go
 * on. First `expand` adds, then `move`, `index` and `reference` complete what was added, and a
 * later release removes what nobody uses any more with `contract`. A test reads the statements of
 * each migration.
 */
export type Migration =
  | { phase: "baseline"; up: (database: Kysely<Tables>) => Promise<void> }
  /**
   * Statements that hold the lock of a table for milliseconds, in one transaction. Older servers go
   * on.
   */
  | { phase: "expand"; statements: string }
  /**
   * An index, e.g. `(workspace_id, company) where company <> ''`, which is built while the table is
   * written.
   */
  | {
      phase: "index";
      name: string;
      table: string;
      definition: string;
      unique?: boolean;
    }
  /**
   * A foreign key, e.g. `(workspace_id, team_id) references teams`, of what is written from now on.
   */
  | { phase: "reference"; table: string; definition: string }
  /**
   * Changes the rows of `where` by `set`, some at a time, and rests as long as it works. It can
   * begin again.
   */
  | { phase: "move"; table: string; set: string; where: string }
  /** A migration like `expand`; servers that do not know it refuse to start afterwards. */
  | { phase: "contract"; statements: string };

/** The migrations of a phase. */
export type Phase<Name extends Migration["phase"]> = Extract<
  Migration,
  { phase: Name }
>;

/** Prints a line about work that takes a while. */
export type Report = (line: string) => void;
