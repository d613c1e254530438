import * as contracts from "./contracts.ts";
import * as operations from "./operations.ts";
import * as schemas from "./schemas.ts";
import * as security from "./security.ts";
import * as version30 from "./version-30.ts";
import * as webhooks from "./webhooks.ts";
import type { Case } from "./case.ts";

/** Every pair on which the diff is measured, in 3.1, in 3.0 and across. */
export const cases: Case[] = [contracts, operations, schemas, security, version30, webhooks].flatMap(
  (topics) => Object.values(topics).flat(),
);
