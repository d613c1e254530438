import { contractVersion } from "../generated/calls.ts";
import { clientVersion } from "./version.ts";

/** Tells the server's log which client of which contract calls. Browsers send their own instead. */
export const userAgent = `contacts-client/${clientVersion} contract/${contractVersion}`;
