import { sql, type Selectable } from "kysely";
import { operations } from "../../generated/operations.ts";
import type { Contact } from "../../generated/types.ts";
import { ApiError, invalid } from "../contract/api-error.ts";
import type { Handler } from "../handler.ts";
import { newId } from "../store/ids.ts";
import type { Tables } from "../store/tables.ts";
import { page } from "./page.ts";

/** Contract: listContacts. Newest first; `q` looks into name and email without capitals and accents. */
export const listContacts: Handler<"listContacts"> = async (
  { query },
  { store: { database }, workspaceId },
) => {
  let rows = database
    .selectFrom("contacts")
    .select(columns)
    .where("workspace_id", "=", workspaceId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(query.limit + 1);
  if (query.q !== undefined) rows = rows.where("search", "like", sql<string>`contains_pattern(${query.q})`);
  if (query.cursor !== undefined) {
    const last = await database
      .selectFrom("contacts")
      .select(["created_at", "id"])
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", query.cursor)
      .executeTakeFirst();
    if (!last) throw invalid(["cursor"], "no es el id de un contacto de este espacio de trabajo");
    rows = rows.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("created_at", "id"), "<", tuple(last.created_at, last.id)),
    );
  }
  return { status: 200, headers: {}, body: page(await rows.execute(), query.limit, toContact) };
};

/** Contract: createContact. Of simultaneous creations with one email one wins; the others get its id in a 409. */
export const createContact: Handler<"createContact"> = async ({ body }, { store, workspaceId }) => {
  const { database, clock } = store;
  const now = clock();
  const created = await database
    .insertInto("contacts")
    .values({
      workspace_id: workspaceId,
      id: newId("ct"),
      name: body.name,
      email: body.email,
      phone: body.phone ?? "",
      company: body.company ?? "",
      country: body.country,
      city: "",
      tags: [...new Set(body.tags?.map((tag) => tag.trim()))],
      lifecycle: "lead",
      vip: false,
      source: "api",
      custom_fields: JSON.stringify(body.custom_fields ?? {}),
      created_at: now,
      last_seen_at: now,
    })
    .onConflict((conflict) => conflict.expression(sql`workspace_id, lower(email)`).doNothing())
    .returning(columns)
    .executeTakeFirst();
  if (created) {
    return {
      status: 201,
      headers: { Location: operations.getContact.path.replace("{id}", created.id) },
      body: { data: toContact(created) },
    };
  }
  const existing = await database
    .selectFrom("contacts")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where(sql`lower(email)`, "=", sql`lower(${body.email})`)
    .executeTakeFirstOrThrow();
  throw new ApiError("conflict", { contact_id: existing.id });
};

/** Contract: getContact. */
export const getContact: Handler<"getContact"> = async ({ path }, { store: { database }, workspaceId }) => {
  const contact = await database
    .selectFrom("contacts")
    .select(columns)
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", path.id)
    .executeTakeFirst();
  if (!contact) throw new ApiError("not_found", {});
  return {
    status: 200,
    headers: {},
    body: { data: { ...toContact(contact), conversations: [], tickets: [] } },
  };
};

const columns = [
  "id",
  "name",
  "email",
  "phone",
  "company",
  "country",
  "city",
  "tags",
  "lifecycle",
  "vip",
  "source",
  "custom_fields",
  "created_at",
  "last_seen_at",
] as const;

type ContactRow = Pick<Selectable<Tables["contacts"]>, (typeof columns)[number]>;

/** A row as the contract shows it. The counts are read from the rows that they count (D-07). */
function toContact(row: ContactRow): Contact {
  return {
    id: row.id,
    object: "contact",
    name: row.name,
    email: row.email,
    phone: row.phone,
    company: row.company,
    country: row.country,
    city: row.city,
    tags: row.tags,
    lifecycle: row.lifecycle,
    vip: row.vip,
    source: row.source,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    conversations_count: 0,
    tickets_count: 0,
    custom_fields: row.custom_fields,
  };
}
