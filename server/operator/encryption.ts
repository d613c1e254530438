import { record } from "../auth/audit.ts";
import { noteKey } from "../auth/fingerprint.ts";
import { encryptSigningSecrets, resetSigningSecrets } from "../auth/signing-secrets.ts";
import { encryptAnew, resetSecrets } from "../webhooks/secrets.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./command.ts";

/** The last step of a rotation of ENCRYPTION_KEY. */
export const encrypt: Command = {
  usage: "",
  summary:
    "encrypt the secrets of webhooks and messenger tokens anew with the first ENCRYPTION_KEY, so that the others can go",
  prepare: (args) => {
    readArguments(args, {});
    return async (store, session) => {
      const { cipher, keys } = session.encryption();
      await record(store, session);
      const results = [await encryptAnew(store, cipher), await encryptSigningSecrets(store, cipher)];
      await noteKey(store, keys[0]);
      return {
        encrypted: results.reduce((sum, { encrypted }) => sum + encrypted, 0),
        unreadable: results.flatMap(({ unreadable }) => unreadable),
      };
    };
  },
};

/** What to do when an ENCRYPTION_KEY is lost. */
export const resetSecretsCommand: Command = {
  usage: "",
  summary:
    "give new secrets to the webhooks and messenger tokens whose secret no ENCRYPTION_KEY can read; tell them to the " +
    "receivers and websites",
  prepare: (args) => {
    readArguments(args, {});
    return async (store, session) => {
      const { cipher, keys } = session.encryption();
      await record(store, session);
      const webhooks = await resetSecrets(store, cipher);
      const messenger_tokens = await resetSigningSecrets(store, cipher);
      await noteKey(store, keys[0]);
      return { webhooks, messenger_tokens };
    };
  },
};
