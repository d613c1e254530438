import { completeCursors } from "./complete-cursors.ts";
import { completeEnvelopes } from "./complete-envelopes.ts";
import { completeEvents } from "./complete-events.ts";
import { completeExamples, type ReadBeside } from "./complete-examples.ts";
import { completeResponses } from "./complete-responses.ts";
import type { Node } from "./node.ts";

/**
 * Fills in what rules compute, where it stands in the contract. What somebody wrote stays as it is, and a contract
 * without the marks that ask for something stays as a whole.
 */
export function complete(contract: Node, read: ReadBeside): void {
  completeEvents(contract);
  completeResponses(contract);
  completeEnvelopes(contract);
  completeExamples(contract, read);
  completeCursors(contract);
  delete contract["x-defaults"];
}
