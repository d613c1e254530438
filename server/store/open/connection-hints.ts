import { codeOf } from "../errors.ts";
import { connectionsOfServer } from "../database/pool.ts";

/** The oldest major version of PostgreSQL that is used. */
export const oldestPostgres = 15;

const nameAuthority =
  "Set sslrootcert in DATABASE_URL to the file of the authority that signed its certificate: sslmode=verify-full&sslrootcert=FILE";

/**
 * Advice about a reason that PostgreSQL names by its code (appendix A of its manual), that OpenSSL
 * names, or that we do.
 */
const hints: Record<string, string> = {
  CERT_HAS_EXPIRED: "Renew the certificate of that server.",
  DEPTH_ZERO_SELF_SIGNED_CERT: nameAuthority,
  ERR_TLS_CERT_ALTNAME_INVALID:
    "Use a host name of its certificate in DATABASE_URL.",
  SELF_SIGNED_CERT_IN_CHAIN: nameAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: nameAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: nameAuthority,
  OLD_VERSION: `Use PostgreSQL ${oldestPostgres} or later: server/OPERATIONS.md says how to upgrade one.`,
  SHARED_SESSION:
    "Have that pooler pool sessions, as PgBouncer does with pool_mode = session.",
  "28000":
    "Allow this user and database in pg_hba.conf of that server. " +
    'When the reason says "no encryption", add sslmode=verify-full to DATABASE_URL.',
  "28P01": "Correct the user or the password in DATABASE_URL.",
  "3D000": "Create this database, or correct its name in DATABASE_URL.",
  "53300":
    "Raise max_connections of that server, or the limit of this user or database, or start fewer servers: each takes up " +
    `to ${connectionsOfServer} connections.`,
};

/**
 * Returns the advice about an error of a connection to PostgreSQL; undefined when the error is
 * unknown.
 */
export function hintFor(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // The library gives this one no code.
  if (/does not support SSL/.test(error.message))
    return "Turn on ssl at that server, or leave sslmode out of DATABASE_URL where the network is safe.";
  return hints[codeOf(error)];
}
