import { PostgresQueryCompiler, type KyselyPlugin } from "kysely";
import { tables } from "../../server/store/tables.ts";
import type { Store } from "../../server/store/store.ts";

/** Their rows are found by a secret, before the workspace is known. */
const undistributed = ["api_keys", "messenger_tokens", "messenger_sessions"];

/** The tables whose rows are on the node of their workspace (server/store/citus.sql). */
export const distributed = Object.entries(tables)
  .filter(([table, columns]) => !undistributed.includes(table) && "workspace_id" in columns)
  .map(([table]) => table);

const mention = new RegExp(`\\b(?:from|join|using|into|update)\\s+"?(?:${distributed.join("|")})\\b`, "gi");
/** A value, or the workspace of another table of the statement, which has to be named too. */
const naming = /workspace_id"? = (?:\$\d+|"?\w+"?\."?workspace_id\b)|\binsert into\b/gi;

/** What a statement across workspaces has in it, and why it is one. */
const across = [
  { part: "as oldest", reason: "A worker looks for due deliveries in all workspaces." },
  { part: "as part", reason: "It looks at the next webhooks, in the order of their workspaces." },
  { part: "webhooks.workspace_id > ", reason: "It looks which of these have due deliveries." },
];

/**
 * The fault of a statement of the server that a database which distributes its tables would send to every node: each
 * table of a workspace that it reads, joins or writes needs the workspace, in subqueries too.
 */
export function errorOf(statement: string): string | undefined {
  const mentions = statement.match(mention)?.length ?? 0;
  const isNamed = mentions <= (statement.match(naming)?.length ?? 0);
  if (isNamed || across.some(({ part }) => statement.includes(part))) return undefined;
  return `This statement does not name the workspace for each of its ${mentions} tables: ${statement}`;
}

/** A store whose statements fail when they have such a fault. */
export function heldToOneWorkspace(store: Store): Store {
  const compiler = new PostgresQueryCompiler();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const error = errorOf(compiler.compileQuery(node, queryId).sql);
      if (error !== undefined) throw new Error(error);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const held: Partial<Store> = {
    database: store.database.withPlugin(plugin),
    begin: async () => {
      const transaction = await store.begin();
      return { ...transaction, database: transaction.database.withPlugin(plugin) };
    },
  };
  // Tests change other parts of the store.
  return new Proxy(store, {
    get: (target, name) => Reflect.get(name in held ? held : target, name) as unknown,
  });
}
