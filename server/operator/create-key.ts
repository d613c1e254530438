import { closest, distance } from "fastest-levenshtein";
import { scopes } from "../../generated/constants.ts";
import { createKey, listKeys, type Scope } from "../auth/keys.ts";
import {
  createMessengerToken,
  listMessengerTokens,
  requireOrigins,
} from "../auth/messenger-tokens.ts";
import { evaluate } from "../store/statement.ts";
import type { Store } from "../store/store.ts";
import type { Timestamp } from "../store/timestamp.ts";
import {
  command,
  type Command,
  flag,
  optional,
  readExpiry,
  required,
  requiredFlag,
  requireName,
  workspaceOption,
} from "./command.ts";
import { encryptionOfServers } from "./encryption.ts";
import { findWorkspace, requireNewName } from "./workspace.ts";

const summary =
  "create a key, or a messenger token for a website. Its secret is shown only once. --new creates the workspace too. " +
  "--if-missing, for scripts that run again, creates what does not exist, and nothing if there is a valid one of this --name";

const createApiKey = command({
  summary,
  options: {
    workspace: workspaceOption,
    new: flag,
    "if-missing": flag,
    name: optional("TEXT"),
    scopes: required("a,b"),
    expires: optional("90d|DATE"),
  },
  prepare: ({ scopes: list, expires, ...given }) => {
    const { nameOrId, name, isNew, ifMissing } = readIdentity(given);
    const expiry =
      expires === undefined ? undefined : readExpiry("--expires", expires);
    const names = [...new Set(list.split(",").map((scope) => scope.trim()))];
    if (names.includes(""))
      throw new Error(
        `--scopes has nothing between two commas, or at an end: "${list}".`,
      );
    const unknown = names.filter((scope) => !isScope(scope));
    if (unknown.length > 0)
      throw new Error(
        `Unknown scope: ${unknown.join(", ")}. There are: ${Object.keys(scopes).join(", ")}`,
      );
    const key = {
      isNew,
      scopes: names.filter(isScope),
      name,
      expires: expiry,
    };
    return async (store, session) => {
      const mayCreate = isNew || ifMissing;
      const workspace = await workspaceName(store, nameOrId, mayCreate);
      const existing = ifMissing
        ? await findValid(store, await listKeys(store), { workspace, name })
        : undefined;
      if (existing) return requireSame(existing, "scopes", key.scopes);
      return createKey(store, { ...key, workspace }, session);
    };
  },
});

const createToken = command({
  summary,
  options: {
    messenger: requiredFlag,
    workspace: workspaceOption,
    new: flag,
    "if-missing": flag,
    name: optional("TEXT"),
    origins: required("https://a,https://b"),
  },
  prepare: ({ origins: list, ...given }) => {
    const { nameOrId, name, isNew, ifMissing } = readIdentity(given);
    const origins = list.split(",").map((origin) => origin.trim());
    requireOrigins(origins);
    return async (store, session) => {
      const mayCreate = isNew || ifMissing;
      const workspace = await workspaceName(store, nameOrId, mayCreate);
      const existing = ifMissing
        ? await findValid(store, await listMessengerTokens(store), {
            workspace,
            name,
          })
        : undefined;
      if (existing) return requireSame(existing, "origins", origins);
      const { cipher } = await encryptionOfServers(store, session);
      return createMessengerToken(
        store,
        cipher,
        { workspace, isNew, origins, name },
        session,
      );
    };
  },
});

/** `keys create`, for a key and for a messenger token. */
export const create: Command = {
  usage: `${createApiKey.usage}, or ${createToken.usage}`,
  summary,
  addsWorkspace: true,
  prepare: (args) =>
    (args.includes("--messenger") ? createToken : createApiKey).prepare(args),
};

/** The workspace and the name of what is created. */
interface Identity {
  workspace: string;
  name: string;
}

/** @throws Error when options contradict each other, or the name is not fit */
function readIdentity({
  workspace,
  name = "",
  new: isNew = false,
  "if-missing": ifMissing = false,
}: {
  workspace: string;
  name?: string | undefined;
  new?: boolean | undefined;
  "if-missing"?: boolean | undefined;
}) {
  if (name !== "") requireName("--name", name);
  if (ifMissing && name === "")
    throw new Error("--if-missing needs --name, by which it finds the key.");
  if (ifMissing && isNew)
    throw new Error("Give --new or --if-missing, not both.");
  return { nameOrId: workspace, name, isNew, ifMissing };
}

/** A key or a messenger token, as a list has it. */
interface Listed extends Identity {
  id: string;
  revoked_at: Timestamp | null;
  expires_at?: Timestamp | null;
  scopes?: string[];
  origins?: string[];
}

/** Finds the key or token with this name in a workspace that is valid by the database's clock. */
async function findValid<T extends Listed>(
  { database, now }: Store,
  listed: T[],
  { workspace, name }: Identity,
): Promise<T | undefined> {
  const present = await evaluate(database, now());
  return listed.find(
    ({ revoked_at, expires_at = null, ...row }) =>
      row.workspace === workspace &&
      row.name === name &&
      revoked_at === null &&
      (expires_at === null || expires_at > present),
  );
}

/**
 * Returns the existing key or messenger token.
 * @throws Error when it has other scopes or origins than `wanted`
 */
function requireSame<T extends Listed>(
  existing: T,
  field: "scopes" | "origins",
  wanted: string[],
): T {
  const present = existing[field] ?? [];
  if (textOf(present) === textOf(wanted)) return existing;
  throw new Error(
    `${existing.id} has this name, but its ${field} are ${present.join()}. Give another --name, or revoke it first.`,
  );
}

const textOf = (values: string[]) => [...new Set(values)].sort().join();

/**
 * Returns the name of the workspace with this name or id, or of the workspace that is to be
 * created. The first workspace of a database needs no `--new`.
 * @throws Error when there is no such workspace and none may be created, or it cannot have this
 *   name
 */
async function workspaceName(
  store: Store,
  nameOrId: string,
  mayCreate: boolean,
): Promise<string> {
  const found = await findWorkspace(store, nameOrId);
  if (found) return found.name;
  const names = store.database.selectFrom("workspaces").select("name");
  const existing = (await names.limit(10_000).execute()).map(
    ({ name }) => name,
  );
  if (mayCreate || existing.length === 0) {
    requireNewName(nameOrId);
    return nameOrId;
  }
  const near = closest(nameOrId, existing);
  const meant = distance(nameOrId, near) <= 3 ? ` Did you mean ${near}?` : "";
  throw new Error(
    `There is no workspace ${nameOrId}.${meant} To make it, add: --new`,
  );
}

const isScope = (text: string): text is Scope => Object.hasOwn(scopes, text);
