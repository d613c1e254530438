import { camel, pascal, type Field, type Resource } from "./resource.ts";

/** The name of the file with the handlers of a resource, and of its migration: `ticket-notes`. */
export const fileName = ({ plural }: Resource): string => plural.replaceAll("_", "-");

/** The handlers of a resource: list, create and get. */
export function handlers({ singular, plural, prefix, fields }: Resource): string {
  const [Name, Names, list] = [pascal(singular), pascal(plural), camel(plural)];
  const columns = ["id", ...fields.map(({ name }) => name), "created_at"];
  const types = [...columns.slice(0, -1).map((name) => `${name}: "text", `), 'created_at: "timestamptz"'];
  const value = ({ name, isRequired }: Field) => `${name}: body.${name}${isRequired ? "" : ' ?? ""'},`;
  return `import type { Kysely, Selectable } from "kysely";
import { operations } from "../../generated/operations.ts";
import type { ${Name} } from "../../generated/types.ts";
import { ApiError } from "../contract/api-error.ts";
import type { Handler } from "./handler.ts";
import { idempotent } from "./idempotency.ts";
import { newId } from "../store/ids.ts";
import { insertInto, pendingWrite } from "../store/pending-writes.ts";
import type { Tables } from "../store/tables.ts";
import { newestFirst } from "./pagination.ts";

/** Contract: list${Names}. */
export const list${Names}: Handler<"list${Names}"> = async ({ query }, { store, workspaceId }) => {
  const body = await ${list}.page(store.database, { workspaceId }, query, to${Name});
  return { status: 200, headers: {}, body };
};

const ${list} = newestFirst({
  table: "${plural}",
  newest: "created_at",
  all: (database, { workspaceId }: { workspaceId: string }) => ${list}Of(database, workspaceId),
});

/** Contract: create${Name}. */
export const create${Name} = idempotent<"create${Name}">(async ({ body }, tx) => {
  const row: ${Name}Row = { id: newId("${prefix}"), ${fields.map(value).join(" ")} created_at: await tx.now() };
  store${Name}(tx, row);
  const data = to${Name}(row);
  const location = operations.get${Name}.path.replace("{id}", data.id);
  return { response: { status: 201, headers: { Location: location }, body: { data } }, contactIds: [] };
});

const store${Name} = pendingWrite<${Name}Row>(insertInto("${plural}", { ${types.join("")} }));

/** Contract: get${Name}. */
export const get${Name}: Handler<"get${Name}"> = async ({ path }, { store, workspaceId }) => {
  const row = await ${list}Of(store.database, workspaceId).where("id", "=", path.id).executeTakeFirst();
  if (!row) throw new ApiError("not_found", {});
  return { status: 200, headers: {}, body: { data: to${Name}(row) } };
};

function ${list}Of(database: Kysely<Tables>, workspaceId: string) {
  return database
    .selectFrom("${plural}")
    .select(${JSON.stringify(columns)})
    .where("workspace_id", "=", workspaceId);
}

type ${Name}Row = Omit<Selectable<Tables["${plural}"]>, "workspace_id">;

const to${Name} = (row: ${Name}Row): ${Name} => ({
  id: row.id,
  object: "${singular}",
  ${fields.map(({ name }) => `${name}: row.${name},`).join(" ")}
  created_at: row.created_at,
});
`;
}

/** `server/routes.ts` with the handlers in it. */
export function withRoutes(routes: string, resource: Resource): string {
  const [Name, Names] = [pascal(resource.singular), pascal(resource.plural)];
  const names = [`list${Names}`, `create${Name}`, `get${Name}`];
  const imports = `import { ${names.join(", ")} } from "./api/${fileName(resource)}.ts";`;
  return routes
    .replace("\n\n/**", () => `\n${imports}\n\n/**`)
    .replace(/\n\};\n$/, () => `\n${names.map((name) => `  ${name},\n`).join("")}};\n`);
}

/** `server/store/tables.ts` with the table of the resource in it. */
export function withTable(tables: string, { plural, fields }: Resource): string {
  const names = ["workspace_id", "id", ...fields.map(({ name }) => name), "created_at"];
  const types = names.map((name) => `    ${name}: ${name === "created_at" ? "Moment" : "string"};\n`);
  return tables
    .replace(/\n\}\n/, () => `\n  ${plural}: {\n${types.join("")}  };\n}\n`)
    .replace(
      "\n} as const satisfies",
      () => `\n  ${plural}: ${JSON.stringify(names)},\n} as const satisfies`,
    );
}

/** The statements that make the table of a resource, its key and the order of its list. */
export const tableStatements = ({ plural, fields }: Resource): string[] => [
  `create table ${plural} (
     workspace_id text collate "C" not null references workspaces,
     id text collate "C" not null,
${fields.map(({ name }) => `     ${name} text not null,\n`).join("")}     created_at timestamptz(3) not null,
     primary key (workspace_id, id)
   )`,
  `create index ${plural}_newest on ${plural} (workspace_id, created_at desc, id desc)`,
];
