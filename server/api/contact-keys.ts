import { sql, type Kysely } from "kysely";
import { ApiError } from "../contract/api-error.ts";
import { isUniqueViolation } from "../store/errors.ts";
import type { Tables } from "../store/tables.ts";
import { withEmail } from "./contact-rows.ts";
import type { Context } from "./handler.ts";

/**
 * The fields that are unique in a workspace. When both are taken, a 409 names the contact that has
 * the first one (D-45).
 */
const uniqueFields = ["email", "external_id"] as const;

/** A contact that has a wanted value of a unique field. */
export interface Holder {
  field: string;
  contact_id: string;
}

/** Keys that a request gives to a contact. */
interface Keys {
  /** The contact, if there is one already. */
  id?: string | undefined;
  email?: string | undefined;
  external_id?: string | null | undefined;
}

/** The maximum number of runs of a change whose keys other requests take and give up meanwhile. */
const maxRuns = 10;

/**
 * Runs a change of contacts. When an email or an `external_id` is taken, this is a 409 that names
 * the holder; when the holder has given the key up meanwhile, the change runs again.
 * @param keys the keys that the change needs; left out when the change itself looks for their
 *   holders in each run
 * @throws ApiError 409; 503 when the key is taken and given up again and again
 */
export async function withUniqueKeys<T>(
  { store, workspaceId }: Pick<Context, "store" | "workspaceId">,
  change: () => Promise<T>,
  keys?: Keys,
): Promise<T> {
  for (let runs = 1; ; runs++) {
    try {
      return await change();
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      const holders = keys
        ? await holdersOf(store.database, workspaceId, keys)
        : [];
      if (holders.length > 0) throw contactConflict(holders);
      if (runs === maxRuns)
        throw new ApiError(
          "service_unavailable",
          {},
          { "Retry-After": "1" },
          { cause: error },
        );
    }
  }
}

/** The 409 of an email or an `external_id` that other contacts have. */
export function contactConflict(holders: Holder[]): ApiError {
  const inOrder = uniqueFields.flatMap((field) =>
    holders.filter((holder) => holder.field === field),
  );
  const [first] = inOrder;
  const details = inOrder.map(({ field, contact_id }) => ({
    path: [field],
    message: {
      es: `es del contacto ${contact_id}`,
      en: `belongs to the contact ${contact_id}`,
    },
    reason: "conflict" as const,
    contact_id,
  }));
  return new ApiError("conflict", {
    contact_id: first?.contact_id ?? "",
    details,
  });
}

/** The contacts, other than the one of `id`, that have the email or the `external_id`. */
async function holdersOf(
  database: Kysely<Tables>,
  workspaceId: string,
  { id = "", email, external_id }: Keys,
): Promise<Holder[]> {
  const others = database
    .selectFrom("contacts")
    .select("id as contact_id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "<>", id);
  const holders = others
    .select(sql<string>`'email'`.as("field"))
    .where(withEmail(email ?? ""))
    .unionAll(
      others
        .select(sql<string>`'external_id'`.as("field"))
        .where("external_id", "=", external_id ?? ""),
    );
  return holders.execute();
}
