import type { ColumnType, Generated, JSONColumnType } from "kysely";

/** The tables as the newest migration leaves them. Every key starts with the workspace. */
export interface Tables {
  workspaces: { id: string; name: string; created_at: Date };
  api_keys: {
    id: string;
    workspace_id: string;
    name: string;
    scopes: string[];
    /** SHA-256 of the key, hexadecimal. */
    hash: string;
    last_four: string;
    created_at: Date;
    last_used_at: Generated<Date | null>;
    revoked_at: Generated<Date | null>;
  };
  contacts: {
    workspace_id: string;
    id: string;
    name: string;
    email: string;
    phone: string;
    company: string;
    country: string;
    city: string;
    tags: string[];
    lifecycle: string;
    vip: boolean;
    source: string;
    custom_fields: JSONColumnType<Record<string, string | number>>;
    created_at: Date;
    last_seen_at: Date;
    /** Name and email without capitals and accents. Filled by the database. */
    search: ColumnType<string, never, never>;
  };
}
