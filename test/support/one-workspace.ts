import { PostgresQueryCompiler, type KyselyPlugin } from "kysely";
import type { Store } from "../../server/store/store.ts";
import { tables } from "../../server/store/tables.ts";

/** The tables whose rows the server finds by a secret, before it knows the workspace. */
export const tablesOfAllNodes = [
  "api_keys",
  "messenger_tokens",
  "messenger_sessions",
];

/** The tables whose rows are on the node of their workspace (server/store/citus.sql). */
const distributed = Object.entries(tables)
  .filter(
    ([table, columns]) =>
      !tablesOfAllNodes.includes(table) && "workspace_id" in columns,
  )
  .map(([table]) => table);

/** Matches each use of a distributed table in a statement. */
const useOfTable = new RegExp(
  `\\b(?:from|join|using|into|update)\\s+"?(?:${distributed.join("|")})\\b`,
  "gi",
);
/** Matches each condition on a workspace, and an insert, whose rows contain the workspace. */
const conditionOnWorkspace =
  /workspace_id"? = (?:\$\d+|"?\w+"?\."?workspace_id\b)|\binsert into\b/gi;

/** The statements that may read all workspaces: a part of each, and the reason. */
const statementsAcrossWorkspaces = [
  {
    part: "as oldest",
    reason: "A worker looks for due deliveries in all workspaces.",
  },
  {
    part: "as part",
    reason:
      "A worker reads the next webhooks, in the order of their workspaces.",
  },
  {
    part: "webhooks.workspace_id > ",
    reason: "A worker finds those of these webhooks that have due deliveries.",
  },
];

/**
 * Returns an error for a statement that a distributed database would send to every node. A
 * statement must name the workspace for each distributed table that it uses, also in subqueries.
 */
function errorOf(statement: string): string | undefined {
  const uses = statement.match(useOfTable)?.length ?? 0;
  const conditions = statement.match(conditionOnWorkspace)?.length ?? 0;
  if (uses <= conditions) return undefined;
  if (statementsAcrossWorkspaces.some(({ part }) => statement.includes(part)))
    return undefined;
  return `This statement does not name the workspace for each of its ${uses} tables: ${statement}`;
}

/** Returns the store with a check: it rejects a statement that `errorOf` finds wrong. */
export function requireOneWorkspace(store: Store): Store {
  const compiler = new PostgresQueryCompiler();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const error = errorOf(compiler.compileQuery(node, queryId).sql);
      if (error !== undefined) throw new Error(error);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const checked: Partial<Store> = {
    database: store.database.withPlugin(plugin),
    begin: async () => {
      const transaction = await store.begin();
      return {
        ...transaction,
        database: transaction.database.withPlugin(plugin),
      };
    },
  };
  // A proxy and not a copy, as tests change other parts of the store later.
  return new Proxy(store, {
    get: (target, name) =>
      Reflect.get(name in checked ? checked : target, name) as unknown,
  });
}
