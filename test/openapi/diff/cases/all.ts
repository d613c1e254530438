import * as choices from "./choices.ts";
import * as elsewhere from "./elsewhere.ts";
import * as equivalents from "./equivalents.ts";
import * as loosenings from "./loosenings.ts";
import * as operations from "./operations.ts";
import * as overlooked from "./overlooked.ts";
import * as parameters from "./parameters.ts";
import * as schemas from "./schemas.ts";
import * as security from "./security.ts";
import * as version30 from "./version-30.ts";
import * as webhooks from "./webhooks.ts";
import type { Case } from "./case.ts";

/** Every pair on which the diff is measured, in 3.1, in 3.0 and across. */
export const cases: Case[] = [
  choices,
  elsewhere,
  equivalents,
  loosenings,
  operations,
  overlooked,
  parameters,
  schemas,
  security,
  version30,
  webhooks,
].flatMap((topics) => Object.values(topics).flat());
