import { closest, distance } from "fastest-levenshtein";
import { scopes } from "../../generated/constants.ts";
import { createKey, KeyError, listKeys, revokeKey, rotateKey, type Scope } from "../auth/keys.ts";
import { type Cipher, isKeyOf } from "../auth/encryption.ts";
import {
  createMessengerToken,
  listMessengerTokens,
  revokeMessengerToken,
  rotateSigningSecret,
} from "../auth/messenger-tokens.ts";
import type { Store } from "../store/store.ts";
import { readArguments, readDuration, readExpiry } from "./arguments.ts";
import { type Command, OperatorError, type Session } from "./command.ts";

const create: Command = {
  usage:
    "--workspace NAME [--new] [--name TEXT] (--scopes a,b [--expires 90d|DATE] | --messenger --origins https://a,https://b)",
  summary:
    "make a key, or a messenger token for a website; with --new in a new workspace; shown this once only",
  prepare: (args) => {
    if (args.includes("--messenger")) return createToken(args);
    const options = {
      workspace: "required",
      new: "flag",
      scopes: "required",
      name: "optional",
      expires: "optional",
    } as const;
    const { workspace, new: isNew, scopes: list, name = "", expires } = readArguments(args, options).values;
    const expiry = expires === undefined ? undefined : readExpiry("--expires", expires);
    const names = [...new Set(list.split(",").map((scope) => scope.trim()))];
    const unknown = names.filter((scope) => !isScope(scope));
    if (unknown.length > 0) {
      throw new OperatorError(
        `Unknown scope: ${unknown.join(", ")}. There are: ${Object.keys(scopes).join(", ")}`,
      );
    }
    const key = { workspace, scopes: names.filter(isScope), name, expires: expiry };
    return async (store, session) => {
      await requireWorkspace(store, workspace, isNew);
      return createKey(store, key, session).catch(refuse);
    };
  },
};

const createToken: Command["prepare"] = (args) => {
  const options = {
    messenger: "flag",
    workspace: "required",
    new: "flag",
    origins: "required",
    name: "optional",
  } as const;
  const { workspace, new: isNew, origins: list, name = "" } = readArguments(args, options).values;
  const origins = list.split(",").map((origin) => origin.trim());
  return async (store, session) => {
    await requireWorkspace(store, workspace, isNew);
    const cipher = await cipherOfServers(store, session);
    return createMessengerToken(store, cipher, { workspace, origins, name }, session).catch(refuse);
  };
};

/**
 * The first workspace of a database may be made by its name alone.
 * @throws OperatorError when the workspace does not exist and is not said to be new
 */
async function requireWorkspace({ database }: Store, workspace: string, isNew = false): Promise<void> {
  if (isNew) return;
  const rows = await database.selectFrom("workspaces").select("name").limit(10_000).execute();
  const names = rows.map(({ name }) => name);
  if (names.length === 0 || names.includes(workspace)) return;
  const near = closest(workspace, names);
  const meant = distance(workspace, near) <= 3 ? ` Did you mean ${near}?` : "";
  throw new OperatorError(`There is no workspace ${workspace}.${meant} To make it, add: --new`);
}

/** @throws OperatorError when the servers could not read what this command would encrypt */
async function cipherOfServers(store: Store, session: Session): Promise<Cipher> {
  const { cipher, keys } = session.encryption();
  if (await isKeyOf(store, keys)) return cipher;
  throw new OperatorError(
    "This ENCRYPTION_KEY is not that of the servers: they could not read the token's secret.",
  );
}

const list: Command = {
  usage: "",
  summary: "show all keys and messenger tokens, without their secrets",
  prepare: (args) => {
    readArguments(args, {});
    return async (store) => ({
      keys: await listKeys(store),
      messenger_tokens: await listMessengerTokens(store),
    });
  },
};

const revoke: Command = {
  usage: "ID",
  summary: "revoke a key or a messenger token: when the command ends, no server accepts it any more",
  prepare: (args) => {
    const [id = ""] = readArguments(args, {}, ["ID"]).positionals;
    return async (store, session) => {
      const revoke = id.startsWith("mt_") ? revokeMessengerToken : revokeKey;
      if (!(await revoke(store, id, session))) throw new OperatorError(`There is no key ${id}.`);
      return { id, revoked: true };
    };
  },
};

const rotate: Command = {
  usage: "ID --overlap 24h [--expires 90d|DATE]",
  summary:
    "make a new key like this one, which expires after the overlap; the new one lives as long; or give a messenger token a " +
    "new signing secret, beside which the present one is accepted for the overlap",
  prepare: (args) => {
    const options = { overlap: "required", expires: "optional" } as const;
    const { values: given, positionals } = readArguments(args, options, ["ID"]);
    const [id = ""] = positionals;
    const overlap = readDuration("--overlap", given.overlap);
    const expires = given.expires === undefined ? undefined : readExpiry("--expires", given.expires);
    if (id.startsWith("mt_")) {
      if (expires) throw new OperatorError("--expires is for keys: a messenger token does not expire.");
      return async (store, session) => {
        const cipher = await cipherOfServers(store, session);
        return rotateSigningSecret(store, cipher, { id, overlap }, session).catch(refuse);
      };
    }
    return (store, session) => rotateKey(store, { id, overlap, expires }, session).catch(refuse);
  },
};

/** `npm run keys -- …` */
export const keys: Record<string, Command> = { create, list, rotate, revoke };

function refuse(error: unknown): never {
  throw error instanceof KeyError ? new OperatorError(error.message) : error;
}

const isScope = (text: string): text is Scope => Object.hasOwn(scopes, text);
