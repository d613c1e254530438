import type { Migration } from "../../../server/store/migration.ts";

/** What a statement would do to requests of a large table, and what to write in its place. */
const rules: [pattern: RegExp, advice: string][] = [
  [/^(update|delete|insert|merge)\b/, "changes rows while it holds a lock: phase move"],
  [
    /\brename\b/,
    "older servers use the old name: add a column and a trigger, move the rows, drop the old one later",
  ],
  [/\balter (column )?\w+ (set data )?type\b/, "rewrites the table: add a column, move the rows"],
  [/\bset not null\b/, "reads the table while it holds a lock: add a check that is not valid, validate it"],
  [
    /\badd (column )?(?!constraint)\w+ .*\bnot null\b(?!.*\bdefault\b)/,
    "older servers write no such column: give it a default",
  ],
  [/\bdefault (random|gen_random_uuid|clock_timestamp|nextval)\b/, "rewrites the table: move the rows"],
  [/\badd .*\b(stored|as identity|serial)\b/, "rewrites the table: fill it by a trigger, and move the rows"],
  [
    /\badd (constraint \w+ )?(check|foreign key)\b(?!.*\bnot valid\b)/,
    "reads the table while it holds a lock: not valid",
  ],
  [
    /\badd (column )?\w+ .*\breferences\b/,
    "reads the table while it holds a lock: add the foreign key not valid",
  ],
  [
    /\badd (constraint \w+ )?(unique|primary key)\b(?!.*\busing index\b)/,
    "builds an index: phase index, then using index",
  ],
  [/^alter table [^;]*\bvalidate\b.*,|,.*\bvalidate\b/, "validate in a migration of its own"],
];

/** What is wrong with a migration: each statement with an advice. */
export function findings(migration: Migration): string[] {
  if (migration.phase !== "expand" && migration.phase !== "contract") return [];
  const statements = migration.statements
    .replaceAll(/(\$\w*\$)[^]*?\1/g, "BODY") // of a function
    .replaceAll(/--.*$/gm, "")
    .toLowerCase()
    .split(";")
    .map((statement) => statement.replaceAll(/\s+/g, " ").trim())
    .filter(Boolean);
  const made = statements.flatMap((statement) => /^create table (\w+)/.exec(statement)?.[1] ?? []);
  return statements.flatMap((statement) => {
    const [, indexed = ""] = /^create (?:unique )?index .*?\bon (\w+)/.exec(statement) ?? [];
    const [, altered = ""] = /^alter table (\w+)/.exec(statement) ?? [];
    if (statement.startsWith("create table") || made.includes(indexed) || made.includes(altered)) return [];
    const advices = rules.filter(([pattern]) => pattern.test(statement)).map(([, advice]) => advice);
    if (indexed !== "") advices.push("locks the table until it is built: phase index");
    if (migration.phase === "expand" && /\bdrop\b/.test(statement))
      advices.push("older servers may use it: phase contract, in the release after");
    return advices.map((advice) => `${statement}: ${advice}`);
  });
}
