import { credentialsOf, fillWorkspace, type Rows, type Target } from "../support/world.ts";
import type { TestedOperation } from "../support/operation.ts";

/** Two workspaces with one of everything, thrice. */
export interface World {
  mine: Rows[];
  strangers: Rows[];
  /** What a request to an operation about these rows is sent with; none is used up. A key has just these scopes. */
  credential: (operation: TestedOperation, rows: Rows, scopes?: readonly string[]) => Promise<string>;
}

const workspace = "mine";
/** Fewer than a window allows, where a read is checked by three more requests, or a session to write. */
const uses = { apiKey: 140, messengerPublicToken: 500, messengerVisitor: 100 };

/** Fills the store of a server, through its API and its operator's commands. */
export async function createWorld(target: Target): Promise<World> {
  const made = new Map<string, { secret: string; uses: number }>();
  const credentials = credentialsOf(target, workspace);
  return {
    mine: await fillWorkspace(target, workspace),
    strangers: await fillWorkspace(target, "strangers"),
    credential: async (operation, rows, scopes = operation.scopes) => {
      const { scheme } = operation;
      const name = scheme === "apiKey" ? scopes.join() : `${scheme} ${rows["ct"]}`;
      const before = made.get(name);
      if (before && before.uses++ < uses[scheme]) return before.secret;
      const secret = await credentials.for(operation, rows, scopes);
      made.set(name, { secret, uses: 1 });
      return secret;
    },
  };
}
