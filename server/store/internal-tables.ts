import type { ColumnType, Generated } from "kysely";
import type { Moment } from "./timestamp.ts";

/** The tables of what no resource of the API shows whole: credentials, counts and the state of the database itself. */
export interface InternalTables {
  workspaces: { id: string; name: string; created_at: Moment };
  api_keys: {
    id: string;
    workspace_id: string;
    name: string;
    scopes: string[];
    /** SHA-256 of the key, hexadecimal. */
    hash: string;
    last_four: string;
    created_at: Moment;
    last_used_at: Generated<Moment | null>;
    revoked_at: Generated<Moment | null>;
    /** From then on the key is refused. */
    expires_at: Generated<Moment | null>;
    /** For how long a rotated key was to live, in seconds: without an end Infinity. */
    lifetime: Generated<number | null>;
  };
  /** The public tokens of websites. */
  messenger_tokens: {
    id: string;
    workspace_id: string;
    name: string;
    /** Whose pages may use it, e.g. `https://shop.example`. */
    origins: string[];
    /** SHA-256 of the token, hexadecimal. */
    hash: string;
    last_four: string;
    /** What the website signs emails with. Encrypted. */
    secret: string;
    /** What it signed with before a rotation, which is accepted until then. Encrypted. */
    previous_secret: Generated<string | null>;
    previous_secret_expires_at: Generated<Moment | null>;
    created_at: Moment;
    revoked_at: Generated<Moment | null>;
  };
  /** The sessions of visitors, which end some time after they were created. */
  messenger_sessions: {
    id: string;
    workspace_id: string;
    token_id: string;
    /** SHA-256 of the session's secret, hexadecimal. */
    hash: string;
    /** Null until an anonymous visitor writes. */
    contact_id: string | null;
    /** What an anonymous visitor said who has not written yet. */
    name: string;
    email: string;
    email_verified: boolean;
    created_at: Moment;
    bytes: ColumnType<number, never, never>;
  };
  /** What operators did; see audit.ts. */
  audit_log: {
    id: string;
    created_at: Moment;
    by: string;
    command: string;
    /** The workspace's id, also when the workspace is erased. */
    workspace: string | null;
    subject: string | null;
  };
  /** The number of the newest ticket of a workspace that has one. */
  ticket_numbers: { workspace_id: string; last_number: number };
  /** The ledger: how much a workspace stores (ledger.ts), in parts, so that transactions which count at once need not wait for each other. */
  workspace_usage_parts: { workspace_id: string; part: number; contacts: string; bytes: string };
  /** Where elements stood that their lists no longer have; see cursor-positions.ts. */
  cursor_positions: {
    workspace_id: string;
    /** E.g. `contacts`; of deliveries the id of their webhook. */
    list: string;
    id: string;
    /** The place in the order of the list. */
    created_at: Moment;
    /** When the list lost it. */
    deleted_at: Moment;
  };
  /** One row: the fingerprint of the key that this database's secrets were encrypted with. */
  encryption_key: { id: Generated<number>; fingerprint: string };
  /** One row, which counts the changes of API keys. */
  key_changes: { id: Generated<number>; count: string };
  /** One row: the newest migration that a server must know to work with these tables. */
  required_migration: { id: Generated<number>; name: string };
  idempotency_keys: {
    workspace_id: string;
    /** The key or the session that sent the request. */
    api_key_id: string;
    path: string;
    key: string;
    /** SHA-256 of the request's body, hexadecimal. */
    request_hash: string;
    /** The response that was sent: JSON, compressed and encrypted. */
    response: Buffer;
    /** Whom the response is about: it is erased with each of these contacts. */
    contact_ids: string[];
    created_at: Moment;
    bytes: ColumnType<number, never, never>;
  };
}

/** The columns of some tables. */
export type ColumnsOf<Tables> = { [Table in keyof Tables]: readonly (keyof Tables[Table])[] };

export const internalColumns = {
  workspaces: ["id", "name", "created_at"],
  api_keys: [
    "id",
    "workspace_id",
    "name",
    "scopes",
    "hash",
    "last_four",
    "created_at",
    "last_used_at",
    "revoked_at",
    "expires_at",
    "lifetime",
  ],
  messenger_tokens: [
    "id",
    "workspace_id",
    "name",
    "origins",
    "hash",
    "last_four",
    "secret",
    "previous_secret",
    "previous_secret_expires_at",
    "created_at",
    "revoked_at",
  ],
  messenger_sessions: [
    "id",
    "workspace_id",
    "token_id",
    "hash",
    "contact_id",
    "name",
    "email",
    "email_verified",
    "created_at",
    "bytes",
  ],
  audit_log: ["id", "created_at", "by", "command", "workspace", "subject"],
  idempotency_keys: [
    "workspace_id",
    "api_key_id",
    "path",
    "key",
    "request_hash",
    "response",
    "contact_ids",
    "created_at",
    "bytes",
  ],
  ticket_numbers: ["workspace_id", "last_number"],
  workspace_usage_parts: ["workspace_id", "part", "contacts", "bytes"],
  cursor_positions: ["workspace_id", "list", "id", "created_at", "deleted_at"],
  encryption_key: ["id", "fingerprint"],
  key_changes: ["id", "count"],
  required_migration: ["id", "name"],
} as const satisfies ColumnsOf<InternalTables>;
