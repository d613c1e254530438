/** A consumer of release 1.3.1, for what that release added. Its code is never edited, as that of 1.0.0. */
import { createClient, CredentialError } from "../../client/index.ts";

const api = createClient({ apiKey: async () => "contacts_live_x" });

export async function readCause(): Promise<unknown> {
  const result = await api.me.get().result();
  if (result.ok) return undefined;
  return result.error instanceof CredentialError
    ? result.error.cause
    : undefined;
}
