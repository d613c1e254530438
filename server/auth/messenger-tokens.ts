import { sql } from "kysely";
import { recordAudit, type Actor } from "./audit.ts";
import type { Cipher } from "./encryption.ts";
import { newId } from "../store/ids.ts";
import { revokeIn } from "./keys.ts";
import { ensureWorkspace, type Workspace } from "./workspace.ts";
import { hashSecret, newSecret } from "./secret.ts";
import type { Timestamp } from "../store/timestamp.ts";
import type { Store } from "../store/store.ts";

/**
 * Creates a messenger token, and the workspace when it is new. The result is the only place where
 * the token and the signing secret can be read.
 * @param origins e.g. `https://shop.example`
 * @throws Error that names the origin which no browser sends, or which is not https, and says what
 *   to write
 */
export async function createMessengerToken(
  store: Store,
  cipher: Cipher,
  {
    origins,
    name = "",
    ...workspace
  }: Workspace & { origins: string[]; name?: string },
  actor: Actor,
) {
  requireOrigins(origins);
  const { now } = store;
  const token = newSecret("messengerPublicToken");
  const signing_secret = newSecret("messengerSigning");
  const id = newId("mt");
  return store.database.transaction().execute(async (database) => {
    const workspace_id = await ensureWorkspace({ database, now }, workspace);
    const row = {
      id,
      workspace_id,
      name,
      origins: [...new Set(origins)],
      last_four: token.slice(-4),
    };
    const secret = cipher.encrypt(signing_secret, id);
    await database
      .insertInto("messenger_tokens")
      .values({ ...row, hash: hashSecret(token), secret, created_at: now() })
      .execute();
    await recordAudit({ database, now }, actor, {
      workspaceId: workspace_id,
      subject: id,
    });
    return { ...(await readToken(database, id)), token, signing_secret };
  });
}

/**
 * Gives a messenger token a new signing secret. The present secret is accepted for `overlap` seconds
 * more, and a secret that was replaced before is not accepted any more. The result is the only place
 * where the new secret can be read.
 * @throws Error when there is no such token, or it is revoked
 */
export async function rotateSigningSecret(
  store: Store,
  cipher: Cipher,
  { id, overlap }: { id: string; overlap: number },
  actor: Actor,
) {
  const { now } = store;
  const signing_secret = newSecret("messengerSigning");
  return store.database.transaction().execute(async (database) => {
    const token = await database
      .updateTable("messenger_tokens")
      .set(({ ref }) => ({
        secret: cipher.encrypt(signing_secret, id),
        previous_secret: ref("secret"),
        previous_secret_expires_at: sql<Timestamp>`${now()} + make_interval(secs => ${overlap})`,
      }))
      .where("id", "=", id)
      .where("revoked_at", "is", null)
      .returning("workspace_id")
      .executeTakeFirst();
    if (!token)
      throw new Error(`There is no messenger token ${id}, or it is revoked.`);
    await recordAudit({ database, now }, actor, {
      workspaceId: token.workspace_id,
      subject: id,
    });
    return { ...(await readToken(database, id)), signing_secret };
  });
}

/** Lists all messenger tokens, oldest first, revoked tokens too. */
export const listMessengerTokens = (
  { database }: Pick<Store, "database">,
  workspaceId?: string,
) =>
  tokenRows(database)
    .$if(workspaceId !== undefined, (tokens) =>
      tokens.where("messenger_tokens.workspace_id", "=", workspaceId ?? ""),
    )
    .execute();

/**
 * Revokes a messenger token with all its sessions, at once. Returns false when there is no such
 * token.
 */
export const revokeMessengerToken = (
  store: Store,
  id: string,
  actor: Actor,
): Promise<boolean> => revokeIn("messenger_tokens", store, id, actor);

/**
 * Checks the origins of a website.
 * @throws Error that names the first text which is no origin, and says what to write
 */
export function requireOrigins(origins: string[]): void {
  if (origins.length === 0) throw new Error(`--origins: give one, ${example}.`);
  for (const origin of origins) {
    const error = originError(origin);
    if (error !== undefined)
      throw new Error(
        `--origins: ${origin || "nothing"} is no origin: ${error}`,
      );
  }
}

const example = "e.g. https://shop.example";
const local = ["localhost", "127.0.0.1", "[::1]"];
/** A name of DNS or an address. No browser sends another host, such as `*.shop.example`. */
const host = /^([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:]+\])$/;

/**
 * Returns why browsers do not send this text as the origin of a page, or why an attacker on the
 * network could change such a page. Returns undefined for a valid origin. An origin with `*` is
 * refused: it would allow the pages of all subdomains, also of subdomains that are forgotten or
 * belong to others.
 */
function originError(text: string): string | undefined {
  if (text === "null")
    return `any file and any sandboxed frame sends null. Write the origin of the website, ${example}.`;
  if (text.includes("*"))
    return `no browser sends a *. Write each origin, with commas between them, ${example},https://blog.shop.example.`;
  if (!URL.canParse(text))
    return `it is no address of a website. Write ${example}.`;
  const { origin, protocol, hostname } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:")
    return `it is no address of a website. Write ${example}.`;
  if (!host.test(hostname))
    return `${hostname} is no host of a website. Write ${example}.`;
  if (protocol === "http:" && !local.includes(hostname))
    return `http is for localhost only. Write https://${hostname}.`;
  if (origin !== text) return `browsers send it as ${origin}. Write that.`;
  return undefined;
}

/** Messenger tokens as operators see them, without their secrets. */
const tokenRows = (database: Store["database"]) =>
  database
    .selectFrom("messenger_tokens")
    .innerJoin("workspaces", "workspaces.id", "messenger_tokens.workspace_id")
    .select([
      "messenger_tokens.id",
      "messenger_tokens.name",
      "workspaces.name as workspace",
      "origins",
    ])
    .select([
      "last_four",
      "messenger_tokens.created_at",
      "revoked_at",
      "previous_secret_expires_at",
    ])
    .orderBy("messenger_tokens.created_at")
    .orderBy("messenger_tokens.id");

const readToken = (database: Store["database"], id: string) =>
  tokenRows(database)
    .where("messenger_tokens.id", "=", id)
    .executeTakeFirstOrThrow();
