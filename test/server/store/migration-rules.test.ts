import { expect, test } from "vitest";
import { migrations } from "../../../server/store/migration-list.ts";
import type { Migration } from "../../../server/store/migration.ts";

// Tests that no statement of a migration makes requests wait, or breaks older servers.

const expand = (statements: string): Migration => ({
  phase: "expand",
  statements,
});

test.each(Object.entries(migrations))(
  "%s locks no table for long, and older servers go on",
  (_, migration) => {
    expect(findings(migration)).toEqual([]);
  },
);

test.each([
  {
    statement: "alter table contacts add nickname text not null",
    advice: "default",
  },
  {
    statement:
      "alter table contacts add token uuid not null default gen_random_uuid()",
    advice: "rewrites",
  },
  {
    statement:
      "alter table contacts add folded text generated always as (lower(name)) stored",
    advice: "rewrites",
  },
  {
    statement: "alter table contacts rename name to label",
    advice: "older servers",
  },
  {
    statement: "alter table contacts alter column vip type text",
    advice: "rewrites",
  },
  {
    statement: "alter table contacts add constraint named check (name <> '')",
    advice: "not valid",
  },
  {
    statement:
      "alter table contacts add foreign key (workspace_id, team_id) references teams not valid",
    advice: "phase reference",
  },
  {
    statement: "alter table contacts add team_id text references teams",
    advice: "phase reference",
  },
  {
    statement:
      "alter table contacts add constraint one unique (workspace_id, phone)",
    advice: "phase index",
  },
  {
    statement: "create index contacts_of_city on contacts (workspace_id, city)",
    advice: "phase index",
  },
  { statement: "update contacts set city = ''", advice: "phase move" },
  {
    statement: "alter table contacts drop column city",
    advice: "phase contract",
  },
])("the rules refuse: $statement", ({ statement, advice }) => {
  expect(
    findings(
      expand(
        `create table notes (id text); create index on notes (id); ${statement}`,
      ),
    ),
  ).toEqual([
    expect.stringMatching(new RegExp(`^${statement.slice(0, 20)}.*${advice}`)),
  ]);
});

test("the rules allow what holds a lock for milliseconds", () => {
  const statements = `
    alter table contacts add nickname text not null default '';
    alter table contacts add constraint short check (length(nickname) < 9) not valid;
    create function follow() returns trigger language plpgsql as $$ begin update contacts set city = ''; end $$;
    create trigger follow before update on contacts for each row execute function follow()`;
  expect(findings(expand(statements))).toEqual([]);
  expect(
    findings({
      phase: "contract",
      statements: "alter table contacts drop column city",
    }),
  ).toEqual([]);
});

/** Pattern of a statement → its effect on requests of a large table, and a better way. */
const rules: [pattern: RegExp, advice: string][] = [
  [
    /^(update|delete|insert|merge)\b/,
    "changes rows while it holds a lock: phase move",
  ],
  [
    /\brename\b/,
    "older servers use the old name: add a column and a trigger, move the rows, drop the old one later",
  ],
  [
    /\balter (column )?\w+ (set data )?type\b/,
    "rewrites the table: add a column, move the rows",
  ],
  [
    /\bset not null\b/,
    "reads the table while it holds a lock: add a check that is not valid, validate it",
  ],
  [
    /\badd (column )?(?!constraint)\w+ .*\bnot null\b(?!.*\bdefault\b)/,
    "older servers write no such column: give it a default",
  ],
  [
    /\bdefault (random|gen_random_uuid|clock_timestamp|nextval)\b/,
    "rewrites the table: move the rows",
  ],
  [
    /\badd .*\b(stored|as identity|serial)\b/,
    "rewrites the table: fill it by a trigger, and move the rows",
  ],
  [
    /\badd (constraint \w+ )?check\b(?!.*\bnot valid\b)/,
    "reads the table while it holds a lock: not valid",
  ],
  [
    /\breferences\b/,
    "reads the table while it holds a lock, or fails where it is split: phase reference",
  ],
  [
    /\badd (constraint \w+ )?(unique|primary key)\b(?!.*\busing index\b)/,
    "builds an index: phase index, then using index",
  ],
  [
    /^alter table [^;]*\bvalidate\b.*,|,.*\bvalidate\b/,
    "validate in a migration of its own",
  ],
];

/** Returns the risky statements of a migration, each with advice. */
function findings(migration: Migration): string[] {
  if (migration.phase !== "expand" && migration.phase !== "contract") return [];
  const statements = migration.statements
    .replaceAll(/(\$\w*\$)[^]*?\1/g, "BODY") // of a function
    .replaceAll(/--.*$/gm, "")
    .toLowerCase()
    .split(";")
    .map((statement) => statement.replaceAll(/\s+/g, " ").trim())
    .filter(Boolean);
  const createdTables = statements.flatMap(
    (statement) => /^create table (\w+)/.exec(statement)?.[1] ?? [],
  );
  return statements.flatMap((statement) => {
    const [, indexed = ""] =
      /^create (?:unique )?index .*?\bon (\w+)/.exec(statement) ?? [];
    const [, altered = ""] = /^alter table (\w+)/.exec(statement) ?? [];
    if (
      statement.startsWith("create table") ||
      createdTables.includes(indexed) ||
      createdTables.includes(altered)
    )
      return [];
    const advices = rules
      .filter(([pattern]) => pattern.test(statement))
      .map(([, advice]) => advice);
    if (indexed !== "")
      advices.push("locks the table until it is built: phase index");
    // Without an index older servers are slower; a column that keeps its values has them from a
    // trigger.
    const isUnnoticed =
      /^drop index if exists|\bdrop (default|expression)\b/.test(statement);
    if (
      migration.phase === "expand" &&
      /\bdrop\b/.test(statement) &&
      !isUnnoticed
    )
      advices.push(
        "older servers may use it: phase contract, in the release after",
      );
    return advices.map((advice) => `${statement}: ${advice}`);
  });
}
