import { listKeys, revokeKey } from "../auth/keys.ts";
import {
  listMessengerTokens,
  revokeMessengerToken,
  rotateSigningSecret,
} from "../auth/messenger-tokens.ts";
import { rotateKey } from "../auth/rotate-key.ts";
import {
  command,
  type Command,
  optional,
  optionalWorkspace,
  readDuration,
  readExpiry,
  required,
} from "./command.ts";
import { create } from "./create-key.ts";
import { encryptionOfServers } from "./encryption.ts";
import { requireWorkspace } from "./workspace.ts";

const keyId = "the id of a key or of a messenger token";

const list = command({
  summary:
    "show all keys and messenger tokens, or those of one workspace, without their secrets",
  options: { workspace: optionalWorkspace },
  prepare:
    ({ workspace }) =>
    async (store) => {
      const id =
        workspace === undefined
          ? undefined
          : (await requireWorkspace(store, workspace)).id;
      return {
        keys: await listKeys(store, id),
        messenger_tokens: await listMessengerTokens(store, id),
      };
    },
});

const revoke = command({
  summary:
    "revoke a key or a messenger token: when the command ends, no server accepts it any more",
  positionals: { ID: keyId },
  options: {},
  prepare: (_options, id) => async (store, session) => {
    const isToken = id.startsWith("mt_");
    const revoke = isToken ? revokeMessengerToken : revokeKey;
    if (!(await revoke(store, id, session)))
      throw new Error(
        `There is no ${isToken ? "messenger token" : "key"} ${id}. To list them: npm run -s keys -- list`,
      );
    return { id, revoked: true };
  },
});

const rotate = command({
  summary:
    "replace a key: the old key expires after --overlap, and the new one has the same lifetime. Of a messenger token it " +
    "replaces the signing secret: the old secret is accepted until --overlap has passed",
  positionals: { ID: keyId },
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
