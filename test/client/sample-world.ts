import {
  sampleCall,
  type SampleCall,
} from "../../openapi/generate/samples/sample-call.ts";
import { operationsOf, type Located } from "../../openapi/model/contract.ts";
import { readContract } from "../../openapi/model/read-contract.ts";
import { createKey } from "../../server/auth/keys.ts";
import { credentialsOf, fillWorkspace, type Target } from "../support/world.ts";

const { contract } = await readContract();

/**
 * Returns the calls of all samples in the order of the docs. Deletions of objects that other calls
 * need come last.
 */
export const sampleCalls = (
  read = (located: Located) => sampleCall(contract, located),
): SampleCall[] =>
  operationsOf(contract)
    .map(read)
    .sort(
      (a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE"),
    );

/**
 * Makes a workspace with the objects that samples name. Returns the environment of the samples, and
 * the names of the objects.
 */
export async function sampleWorld(target: Target, workspace: string) {
  const [rows = {}] = await fillWorkspace(target, workspace, [workspace]);
  const credentials = credentialsOf(target, workspace);
  const env = {
    CONTACTS_BASE_URL: target.address,
    CONTACTS_API_KEY: (
      await createKey(target.store, { workspace, scopes: ["*"] })
    ).key,
    MESSENGER_PUBLIC_TOKEN: (await credentials.token()).token,
    /** The contact that the samples are about. */
    MESSENGER_VISITOR: await credentials.session(rows["ct"]),
  };
  const here = (code: string) =>
    code
      .replaceAll("barbara.nunez@", "another.barbara@")
      .replaceAll("CRM-4711", "CRM-another")
      .replaceAll(
        /\b([a-z]{2,3})_[0-9a-z]{26}\b/g,
        (id, kind: string) => rows[kind] ?? id,
      );
  return { env, here };
}
