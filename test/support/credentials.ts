import type { Cipher } from "../../server/auth/encryption.ts";
import { createTokenFinder } from "../../server/auth/find-visitor.ts";
import { createKey, type Scope } from "../../server/auth/keys.ts";
import { hashSecret } from "../../server/auth/secret.ts";
import { startSession } from "../../server/api/messenger/sessions.ts";
import { createMessengerToken } from "../../server/auth/messenger-tokens.ts";
import type { Store } from "../../server/store/store.ts";
import type { TestedOperation } from "./operation.ts";
import type { Rows } from "./world.ts";

/** Where the pages of visitors are in the tests. */
const origin = "https://shop.example";

const actor = { by: "tests", command: "keys create" };

/** Makes what requests to operations of a workspace are sent with, by the security scheme that the operation requires. */
export interface Credentials {
  /** A key with these scopes, without any those of the operation; the website's token; the session of the contact of these rows. */
  for: (operation: TestedOperation, rows: Rows, scopes?: readonly string[]) => Promise<string>;
  /** The session of a contact; without one, of an anonymous visitor. */
  session: (contact_id?: string | null) => Promise<string>;
  /** The website's token, and what it signs emails with. */
  token: () => Promise<{ id: string; token: string; signing_secret: string }>;
}

export function credentialsOf(
  { store, cipher }: { store: Store; cipher: Cipher },
  workspace: string,
): Credentials {
  const token = () => createMessengerToken(store, cipher, { workspace, origins: [origin] }, actor);
  const session: Credentials["session"] = async (contact_id = null) => {
    const found = await createTokenFinder(store).find(hashSecret((await token()).token));
    if (!found) throw new Error("The token that was just made is not there.");
    return (await startSession(store, found, { name: "", email: "", contact_id })).secret;
  };
  return {
    token,
    session,
    for: async ({ scheme, scopes: needed }, { ct }, scopes = needed) => {
      if (scheme === "messengerPublicToken") return (await token()).token;
      if (scheme === "messengerVisitor") return session(ct);
      return (await createKey(store, { workspace, scopes: [...scopes] as Scope[] })).key;
    },
  };
}
