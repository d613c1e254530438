import type { Lie } from "./ways-to-lie.ts";
import { inRequests } from "./requests.ts";
import { inResponses } from "./responses.ts";
import { inSense } from "./sense.ts";

/** What the harness must find. The server behind is sound: a proxy in front of it tells these. */
export const lies: Lie[] = [...inResponses, ...inRequests, ...inSense];
