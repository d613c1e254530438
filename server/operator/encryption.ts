import { record } from "../auth/audit.ts";
import { noteKey } from "../auth/encryption.ts";
import { newSecret } from "../auth/secret.ts";
import { encryptAnew, resetSecrets } from "../auth/stored-secrets.ts";
import { newWebhookSecret } from "../webhooks/signature.ts";
import { command } from "./command.ts";

/** The last step of a rotation of ENCRYPTION_KEY. */
export const encrypt = command({
  summary:
    "encrypt the secrets of webhooks and messenger tokens anew with the first ENCRYPTION_KEY, so that the others can go",
  options: {},
  prepare: () => async (store, session) => {
    const { cipher, keys } = session.encryption();
    await record(store, session);
    const results = [
      await encryptAnew(store, cipher, "webhooks"),
      await encryptAnew(store, cipher, "messenger_tokens"),
    ];
    await noteKey(store, keys[0]);
    return {
      encrypted: results.reduce((sum, { encrypted }) => sum + encrypted, 0),
      unreadable: results.flatMap(({ unreadable }) => unreadable),
    };
  },
});

/** What to do when an ENCRYPTION_KEY is lost. */
export const resetSecretsCommand = command({
  summary:
    "give new secrets to the webhooks and messenger tokens whose secret no ENCRYPTION_KEY can read; tell them to the " +
    "receivers and websites",
  options: {},
  prepare: () => async (store, session) => {
    const { cipher, keys } = session.encryption();
    await record(store, session);
    const webhooks = await resetSecrets(store, cipher, "webhooks", newWebhookSecret);
    const ofWebsites = () => newSecret("messengerSigning");
    const tokens = await resetSecrets(store, cipher, "messenger_tokens", ofWebsites);
    await noteKey(store, keys[0]);
    const messenger_tokens = tokens.map(({ workspace, id, secret: signing_secret }) => ({
      workspace,
      id,
      signing_secret,
    }));
    return { webhooks, messenger_tokens };
  },
});
