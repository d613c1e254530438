import { createKey, type Scope } from "../../server/keys/keys.ts";
import { fillWorkspace, type Rows, type Target } from "../support/world.ts";

/** Two workspaces with one of everything, thrice. */
export interface World {
  mine: Rows[];
  strangers: Rows[];
  /** A secret with just these scopes that can still be used; none is used up. */
  key: (scopes: Scope[]) => Promise<string>;
}

const workspace = "mine";
const usesPerKey = 500;

/** Fills the store of a server, through its API and its operator's commands. */
export async function createWorld(target: Target): Promise<World> {
  const keys = new Map<string, { secret: string; uses: number }>();
  return {
    mine: await fillWorkspace(target, workspace),
    strangers: await fillWorkspace(target, "strangers"),
    key: async (scopes) => {
      const name = scopes.join();
      const known = keys.get(name);
      if (known && known.uses++ < usesPerKey) return known.secret;
      const { key: secret } = await createKey(target.store, { workspace, scopes });
      keys.set(name, { secret, uses: 1 });
      return secret;
    },
  };
}
