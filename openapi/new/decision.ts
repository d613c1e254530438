import { mark } from "../rules/no-marks.ts";
import { words, type Resource } from "./resource.ts";

/** The decision after the last one: `D-36`. */
export function nextDecision(decisions: string): string {
  const last = decisions.match(/(?<=^## D-)\d\d/gm)?.at(-1) ?? "00";
  return `D-${String(Number(last) + 1).padStart(2, "0")}`;
}

/** The decision that the contract has a resource which its specification does not name. */
export const decisionText = ({ plural }: Resource, decision: string): string => {
  const names = words(plural);
  return `
## ${decision} ${names.charAt(0).toUpperCase()}${names.slice(1)}

**Gap** The specification does not name ${names}. Which operations do they have?

**Choice** The API can list ${names}, create, read and change one; both writes cause an event. ${mark} say what a reader must know of them.

**Reason** ${mark} say why the API has ${names}.
`;
};
