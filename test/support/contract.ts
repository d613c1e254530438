import { readFileSync } from "node:fs";

/** The contract, as the tests read it: independent of the server's validator. */
export const contract = JSON.parse(readFileSync("generated/strict.json", "utf8"));
