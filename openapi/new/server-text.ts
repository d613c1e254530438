import { camel, pascal, type Field, type Resource } from "./resource.ts";

/** The name of the file with the handlers of a resource, and of its migration: `ticket-notes`. */
export const fileName = ({ plural }: Resource): string => plural.replaceAll("_", "-");

/** The handlers of a resource: list, create, get and update. */
export function handlers({ singular, plural, prefix, fields }: Resource): string {
  const [Name, Names, list] = [pascal(singular), pascal(plural), camel(plural)];
  const value = ({ name, isRequired }: Field) => `${name}: body.${name}${isRequired ? "" : ' ?? ""'},`;
  return `import type { Kysely } from "kysely";
import { objects } from "../../generated/objects.ts";
import { operations } from "../../generated/operations.ts";
import { found } from "../contract/api-error.ts";
import { changesOf } from "./changes.ts";
import type { Handler } from "./handler.ts";
import { idempotent } from "./idempotency.ts";
import { newId } from "../store/ids.ts";
import { pendingInsert, pendingUpdate } from "../store/pending-writes.ts";
import { columnsFor, type Tables } from "../store/tables.ts";
import { inTransaction } from "../store/transaction.ts";
import { recordEvent } from "./events.ts";
import { filters, newestFirst } from "./pagination.ts";

/** Contract: list${Names}. */
export const list${Names}: Handler<"list${Names}"> = newestFirst({
  table: "${plural}",
  values: filters<"list${Names}">,
  all: (database, { workspaceId }) => ${list}Of(database, workspaceId),
  toItem: objects.${Name},
});

/** Contract: create${Name}. */
export const create${Name} = idempotent<"create${Name}">(async ({ body }, tx) => {
  const now = await tx.now();
  const row = { id: newId("${prefix}"), ${fields.map(value).join(" ")} created_at: now, updated_at: now };
  insert(tx, row);
  const location = operations.get${Name}.path.replace("{id}", row.id);
  const data = objects.${Name}(row);
  recordEvent(tx, { type: "${singular}.created", data }, null, now);
  return { response: { status: 201, headers: { Location: location }, body: { data } }, contactIds: [] };
});

const insert = pendingInsert("${plural}");

/** Contract: get${Name}. */
export const get${Name}: Handler<"get${Name}"> = async ({ path }, { store, workspaceId }) => {
  const row = await ${list}Of(store.database, workspaceId).where("id", "=", path.id).executeTakeFirst();
  return { status: 200, body: { data: objects.${Name}(found(row)) } };
};

/** Contract: update${Name}. */
export const update${Name}: Handler<"update${Name}"> = async ({ path, body }, { store, workspaceId, request }) => {
  const row = await inTransaction(store, workspaceId, async (tx) => {
    const rows = ${list}Of(tx.database, workspaceId).where("id", "=", path.id);
    const before = found(await rows.forNoKeyUpdate().executeTakeFirst());
    return storeChange(tx, before, { ...before, ...body }, {});
  }, request);
  return { status: 200, body: { data: objects.${Name}(row) } };
};

const store${Name} = pendingUpdate("${plural}");

const storeChange = changesOf({
  schema: "${Name}",
  toObject: objects.${Name},
  store: store${Name},
  record: (tx, data, before, timestamp) =>
    recordEvent(tx, { type: "${singular}.updated", data, before }, null, timestamp),
});

function ${list}Of(database: Kysely<Tables>, workspaceId: string) {
  return database
    .selectFrom("${plural}")
    .select(columnsFor("${plural}", "${Name}"))
    .where("workspace_id", "=", workspaceId);
}
`;
}

/** `server/routes.ts` with the handlers in it. */
export function withRoutes(routes: string, resource: Resource): string {
  const [Name, Names] = [pascal(resource.singular), pascal(resource.plural)];
  const names = [`list${Names}`, `create${Name}`, `get${Name}`, `update${Name}`];
  const imports = `import { ${names.join(", ")} } from "./api/${fileName(resource)}.ts";`;
  return routes
    .replace("\n\n/**", () => `\n${imports}\n\n/**`)
    .replace(/\n\};\n$/, () => `\n${names.map((name) => `  ${name},\n`).join("")}};\n`);
}

/** `server/store/tables.ts` with the table of the resource in it. */
export function withTable(tables: string, { singular, plural, fields }: Resource): string {
  const Name = pascal(singular);
  const columns = fields.map(({ name }) => `    ${name}: text(),\n`).join("");
  const table = `
  ${plural}: {
    ...ofWorkspace,
    ...id,
${columns}    created_at: fixed(timestamp()),
    updated_at: timestamp(),
    bytes: bytes(),
  } satisfies ColumnsOf<${Name}, Update${Name}Request>,
`;
  return tables
    .replace("\n};\n", () => `\n${table}};\n`)
    .replace("import type {\n", (start) => `${start}  ${Name},\n  Update${Name}Request,\n`);
}

/**
 * The statements that make the table of a resource, its key and the order of its list. `bytes` counts for the quotas. A field
 * may be called as SQL calls something, such as `order`.
 */
export const tableStatements = ({ plural, fields }: Resource): string[] => [
  `create table ${plural} (
     workspace_id text collate "C" not null references workspaces,
     id text collate "C" not null,
${fields.map(({ name }) => `     "${name}" text not null,\n`).join("")}     created_at timestamptz(3) not null,
     updated_at timestamptz(3) not null,
     bytes integer not null generated always as (
       ${["200", ...fields.map(({ name }) => `octet_length("${name}")`)].join(" + ")}
     ) stored,
     primary key (workspace_id, id)
   )`,
  `create index ${plural}_newest on ${plural} (workspace_id, created_at desc, id desc)`,
];
