import { closest, distance } from "fastest-levenshtein";
import { scopes } from "../../generated/constants.ts";
import {
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
  type Scope,
} from "../auth/keys.ts";
import {
  createMessengerToken,
  listMessengerTokens,
  revokeMessengerToken,
  rotateSigningSecret,
} from "../auth/messenger-tokens.ts";
import type { Store } from "../store/store.ts";
import {
  command,
  type Command,
  flag,
  optional,
  readDuration,
  readExpiry,
  required,
  requiredFlag,
  requireName,
} from "./command.ts";
import { encryptionOfServers } from "./encryption.ts";

const summary =
  "make a key, or a messenger token for a website; with --new in a new workspace; shown this once only";

const createApiKey = command({
  summary,
  options: {
    workspace: required("NAME"),
    new: flag,
    name: optional("TEXT"),
    scopes: required("a,b"),
    expires: optional("90d|DATE"),
  },
  prepare: ({ workspace, new: isNew, scopes: list, name = "", expires }) => {
    const expiry =
      expires === undefined ? undefined : readExpiry("--expires", expires);
    if (name !== "") requireName("--name", name);
    const names = [...new Set(list.split(",").map((scope) => scope.trim()))];
    const unknown = names.filter((scope) => !isScope(scope));
    if (unknown.length > 0)
      throw new Error(
        `Unknown scope: ${unknown.join(", ")}. There are: ${Object.keys(scopes).join(", ")}`,
      );
    const key = {
      workspace,
      isNew,
      scopes: names.filter(isScope),
      name,
      expires: expiry,
    };
    return async (store, session) => {
      await requireWorkspace(store, workspace, isNew);
      return createKey(store, key, session);
    };
  },
});

const createToken = command({
  summary,
  options: {
    messenger: requiredFlag,
    workspace: required("NAME"),
    new: flag,
    name: optional("TEXT"),
    origins: required("https://a,https://b"),
  },
  prepare: ({ workspace, new: isNew, origins: list, name = "" }) => {
    const origins = list.split(",").map((origin) => origin.trim());
    if (name !== "") requireName("--name", name);
    return async (store, session) => {
      await requireWorkspace(store, workspace, isNew);
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

const create: Command = {
  usage: `${createApiKey.usage}, or ${createToken.usage}`,
  summary,
  prepare: (args) =>
    (args.includes("--messenger") ? createToken : createApiKey).prepare(args),
};

/**
 * The first workspace of a database may be made by its name alone.
 * @throws Error when there is no such workspace and none is to be made, or it cannot have this name
 */
async function requireWorkspace(
  { database }: Store,
  workspace: string,
  isNew = false,
): Promise<void> {
  const names = database.selectFrom("workspaces").select("name");
  if ((await names.where("name", "=", workspace).execute()).length > 0) return;
  const existing = (await names.limit(10_000).execute()).map(
    ({ name }) => name,
  );
  if (isNew || existing.length === 0)
    return requireName("--workspace", workspace);
  const near = closest(workspace, existing);
  const meant = distance(workspace, near) <= 3 ? ` Did you mean ${near}?` : "";
  throw new Error(
    `There is no workspace ${workspace}.${meant} To make it, add: --new`,
  );
}

const list = command({
  summary: "show all keys and messenger tokens, without their secrets",
  options: {},
  prepare: () => async (store) => ({
    keys: await listKeys(store),
    messenger_tokens: await listMessengerTokens(store),
  }),
});

const revoke = command({
  summary:
    "revoke a key or a messenger token: when the command ends, no server accepts it any more",
  positionals: ["ID"],
  options: {},
  prepare: (_options, id) => async (store, session) => {
    const revoke = id.startsWith("mt_") ? revokeMessengerToken : revokeKey;
    if (!(await revoke(store, id, session)))
      throw new Error(`There is no key ${id}.`);
    return { id, revoked: true };
  },
});

const rotate = command({
  summary:
    "make a new key like this one, which expires after the overlap; the new one lives as long; or give a messenger token a " +
    "new signing secret, beside which the present one is accepted for the overlap",
  positionals: ["ID"],
  options: { overlap: required("24h"), expires: optional("90d|DATE") },
  prepare: (given, id) => {
    const overlap = readDuration("--overlap", given.overlap);
    const expires =
      given.expires === undefined
        ? undefined
        : readExpiry("--expires", given.expires);
    if (!id.startsWith("mt_"))
      return (store, session) =>
        rotateKey(store, { id, overlap, expires }, session);
    if (expires)
      throw new Error(
        "--expires is for keys: a messenger token does not expire.",
      );
    return async (store, session) => {
      const { cipher } = await encryptionOfServers(store, session);
      return rotateSigningSecret(store, cipher, { id, overlap }, session);
    };
  },
});

/** `npm run keys -- …` */
export const keys: Record<string, Command> = { create, list, rotate, revoke };

const isScope = (text: string): text is Scope => Object.hasOwn(scopes, text);
