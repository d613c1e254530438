import type { Lie } from "./lies/lie.ts";
import { inRequests } from "./lies/requests.ts";
import { inResponses } from "./lies/responses.ts";
import { inSense } from "./lies/sense.ts";

/** What the harness must find. The server behind is sound: a proxy in front of it tells these. */
export const lies: Lie[] = [...inResponses, ...inRequests, ...inSense];
