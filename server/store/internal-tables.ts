import type { Generated } from "kysely";
import type { Moment } from "./moment.ts";

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
  /** How much a workspace stores, for its quotas, as servers before migration 0013 counted it. */
  workspace_usage: { workspace_id: string; contacts: string; bytes: string };
  /** The number of the newest ticket of a workspace that has one. */
  ticket_numbers: { workspace_id: string; last_number: number };
  /** What was counted since, in parts, so that transactions which count at once need not wait for each other. */
  workspace_usage_parts: { workspace_id: string; part: number; contacts: string; bytes: string };
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
    /** The response that was sent: JSON, encrypted. (The column has its first name, so that older servers can run too.) */
    answer: string;
    /** The contacts and conversations that the response names; null when an earlier server stored it. */
    refers_to: string[] | null;
    created_at: Moment;
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
  ],
  audit_log: ["id", "created_at", "by", "command", "workspace", "subject"],
  idempotency_keys: [
    "workspace_id",
    "api_key_id",
    "path",
    "key",
    "request_hash",
    "answer",
    "refers_to",
    "created_at",
  ],
  workspace_usage: ["workspace_id", "contacts", "bytes"],
  ticket_numbers: ["workspace_id", "last_number"],
  workspace_usage_parts: ["workspace_id", "part", "contacts", "bytes"],
  encryption_key: ["id", "fingerprint"],
  key_changes: ["id", "count"],
  required_migration: ["id", "name"],
} as const satisfies ColumnsOf<InternalTables>;
