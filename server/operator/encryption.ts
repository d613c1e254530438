import { record } from "../audit.ts";
import { noteKey } from "../encryption/fingerprint.ts";
import { encryptAnew, resetSecrets } from "../webhooks/secrets.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./command.ts";

/** The last step of a rotation of ENCRYPTION_KEY. */
export const encrypt: Command = {
  usage: "",
  summary: "encrypt the webhooks' secrets anew with the first ENCRYPTION_KEY, so that the others can go",
  prepare: (args) => {
    readArguments(args, {});
    return async (store, session) => {
      const { cipher, keys } = session.encryption();
      await record(store, session);
      const result = await encryptAnew(store, cipher);
      await noteKey(store, keys[0]);
      return result;
    };
  },
};

/** The remedy when an ENCRYPTION_KEY is lost. */
export const resetSecretsCommand: Command = {
  usage: "",
  summary:
    "give new secrets to the webhooks whose secret no ENCRYPTION_KEY can read; tell them to the receivers",
  prepare: (args) => {
    readArguments(args, {});
    return async (store, session) => {
      const { cipher, keys } = session.encryption();
      await record(store, session);
      const webhooks = await resetSecrets(store, cipher);
      await noteKey(store, keys[0]);
      return { webhooks };
    };
  },
};
