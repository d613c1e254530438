import type { Contract } from "../model/contract.ts";
import { readContract } from "../model/read-contract.ts";
import { withChapters } from "./chapters/chapters.ts";

/** The contract with the chapters that its docs have. */
export function readDocument(): Contract {
  const { contract } = readContract();
  return { ...contract, info: { ...contract.info, description: withChapters(contract) } };
}
